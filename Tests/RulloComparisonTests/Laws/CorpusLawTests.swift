import RulloComparison
import RulloRecordings
import RulloTestSupport
import Testing

/// The laws of the comparison on real captures.
@Suite(
  "laws on the corpus", .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.absence)))
struct CorpusLawTests {
  static let names = [
    "blefun-sphero-7927-notifications.btsnoop", "btsnooper-write-command-flood.btsnoop",
    "btsnooprs-android-cmd-evt-only.btsnoop", "btsnooprs-btmon-monitor-2001.btsnoop",
    "btstack-sm-pairing.pklg", "crackle-known-ltk-ppi.pcap",
    "crackle-le-secure-connections.pcapng", "horizon74-treadmill-ftms-discovery.btsnoop",
    "kickrshiftkey-wahoo-bike-shift-dircon.pcapng",
    "lumentree-acl-only-1178-notifications.btsnoop", "mc3000-clock-before-1970.btsnoop",
    "oppoearbuds-header-only.cfa", "pogoplus-pair-fragments-clock-1970.btsnoop",
    "qdomyoszwift-carnielli-no-discovery.cfa", "qdomyoszwift-domyos-heart200andstop.btsnoop",
    "qdomyoszwift-domyos-session.btsnoop", "simcline-elite-direto-xr-ftms-client.txt",
    "simcline-zwift-hub-ftms-client.txt", "sweyntooth-dialog-da14680-truncated-l2cap-crash.pcap",
    "sweyntooth-stmicroelectronics-sequential-att-deadlock.pcap",
    "tesible-advertising-only.pcapng", "tesible-heart-rate-strap.pcapng",
  ]

  static let recordings = Result { try names.map { try corpusRecording($0) } }

  @Test("a session against itself is empty", arguments: names.indices)
  func identity(place: Int) throws {
    let recording = try Self.recordings.get()[place]
    let comparison = Comparison(old: recording, new: recording)
    #expect(comparison.findings.isEmpty, "\(comparison.findings.map(\.text))")
    #expect(comparison.sessions.old.writes == comparison.sessions.new.writes)
    // Whatever has values or writes has all of them aligned with itself.
    let session = comparison.sessions.old
    #expect(session.values.aligned == session.values.total)
    #expect(session.writes.aligned == session.writes.total)
  }

  @Test("exchanged sessions give the mirrored findings", arguments: names.indices)
  func mirror(place: Int) throws {
    let recordings = try Self.recordings.get()
    for other in recordings.indices where other > place {
      let there = Comparison(old: recordings[place], new: recordings[other])
      let back = Comparison(old: recordings[other], new: recordings[place])
      #expect(
        Set(there.findings.compactMap(\.mirrored)) == Set(back.findings),
        "\(Self.names[place]) and \(Self.names[other])")
      #expect(there.findings.count == back.findings.count)
      #expect(there.sessions.old.aligned == back.sessions.new.aligned)
      #expect(there.isConclusive == back.isConclusive)
    }
  }
}
