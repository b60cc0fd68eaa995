import RulloBluetooth
import RulloRecordings
import RulloTestSupport
import RulloTransport
import Testing

/// A recording's app against its own device.
@Suite("recordings against themselves") struct SelfReplayTests {
  static let captures = [
    "kickr-core-10hz.log", "control-denied-once.log", "bumble-session.btsnoop",
  ]

  static let corpus = [
    "qdomyoszwift-domyos-session.btsnoop", "qdomyoszwift-domyos-heart200andstop.btsnoop",
    "kickrshiftkey-wahoo-bike-shift-dircon.pcapng", "tesible-heart-rate-strap.pcapng",
    "btsnooper-write-command-flood.btsnoop", "pogoplus-pair-fragments-clock-1970.btsnoop",
    "lumentree-acl-only-1178-notifications.btsnoop",
  ]

  private func expectWhole(_ recording: Recording, isWhole: Bool) throws {
    let first = ReplayEngine.transcript(of: recording, file: "x")
    #expect(first.divergences.map(\.description) == [])
    #expect(first.verdict == .passed)
    // The transcript is a recording, and replays itself to the same octets.
    let again = try Recordings.session(octets: first.octets)
    #expect(again.notes.entries.map(\.note.text) == [])
    let second = ReplayEngine.transcript(of: again, file: "x")
    #expect(second.divergences.map(\.description) == [])
    // What came before its subscription is dropped, told, and not there to be dropped again.
    let lines = [first, second].map { result in
      String(decoding: result.octets, as: UTF8.self).split(separator: "\n").filter {
        isWhole || !$0.contains(" la  replay: ") && !$0.hasPrefix("end ")
      }
    }
    let differing = zip(lines[0], lines[1]).first { $0 != $1 }
    #expect(differing == nil, "\(String(describing: differing))")
    #expect(lines[0].count == lines[1].count)
  }

  @Test("match wholly, and their transcript replays itself", arguments: captures)
  func own(name: String) throws { try expectWhole(try Recordings.capture(name), isWhole: true) }

  @Test(
    "match wholly, and their transcript replays itself",
    .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.absence)), arguments: corpus)
  func real(name: String) throws {
    try expectWhole(try Recordings.file(Corpus.folder + "/" + name), isWhole: false)
  }

  @Test("every value of the device is in the transcript, in its order", arguments: captures)
  func values(name: String) throws {
    let recording = try Recordings.capture(name)
    let transcript = try Recordings.session(
      octets: ReplayEngine.transcript(of: recording, file: "x").octets)
    func sent(_ recording: Recording) -> [[UInt8]] {
      recording.events.indices.compactMap { place in
        switch recording.events[place].kind {
        case .notification, .indication: Array(recording.value(at: place))
        default: nil
        }
      }
    }
    #expect(sent(transcript) == sent(recording))
    #expect(!sent(recording).isEmpty)
  }
}
