import Foundation
import RulloTestSupport
import Testing

/// Recordings written as every other format: what they decode to stays the same.
@Suite("convert") struct ConvertTests {
  /// The formats of packets, and whether tshark has to say how many there are.
  static let captureFormats = [
    "btsnoop", "btsnoop-monitor", "pcapng", "pcapng-monitor", "pcap", "pcap-monitor",
    "packetlogger",
  ]

  /// The two digests of a recording, from the trailer of its session text.
  static func digests(_ path: String) throws -> (values: String, session: String) {
    let last = try RulloCommand.run("decode", path).lines.last ?? ""
    let parts = last.components(separatedBy: " · ")
    try #require(parts.count == 3, "no trailer: \(last)")
    return (parts[1], parts[2])
  }

  @Test("packets keep both digests, and tshark counts and times them", arguments: captureFormats)
  func packets(format: String) throws {
    let source = RulloCommand.capture("bumble-session.btsnoop")
    let wanted = try Self.digests(source)
    try withFolder { folder in
      let target = folder.appendingPathComponent("x").path
      let result = try RulloCommand.run("convert", source, target, "--format", format)
      #expect(result.code == 0)
      let found = try Self.digests(target)
      #expect(found.values == wanted.values && found.session == wanted.session)
      guard let tshark = Tool(named: "tshark") else { return }
      let fields = ["-T", "fields", "-e", "frame.time_epoch", "-e", "frame.number"]
      let before = try tshark.run(["-r", source] + fields)
      let after = try tshark.run(["-r", target] + fields)
      #expect(!before.lines.isEmpty)
      #expect(after.lines == before.lines)
    }
  }

  /// BlueZ reads these three; its counts of the source are those of the packets that we copied.
  @Test(
    "btmon counts the packets of each kind as in the source",
    .enabled(if: Tool(named: "btmon") != nil, "btmon is not installed"),
    arguments: ["btsnoop", "btsnoop-monitor", "packetlogger"])
  func btmonCounts(format: String) throws {
    let btmon = try #require(Tool(named: "btmon"))
    let source = RulloCommand.capture("bumble-session.btsnoop")
    func counts(_ path: String) throws -> [String] {
      try btmon.run(["-a", path]).lines.filter { $0.hasSuffix("packets") || $0.hasSuffix("events") }
    }
    try withFolder { folder in
      let target = folder.appendingPathComponent("x").path
      #expect(try RulloCommand.run("convert", source, target, "--format", format).code == 0)
      let wanted = try counts(source)
      #expect(wanted.first == "Trace contains 363 packets")
      #expect(try counts(target) == wanted)
    }
  }

  /// Hand-made: a new adapter (op code 0), a note of the system (12), a command (2) and an event (3).
  @Test("what a monitor says of itself stays where the target has a word for it")
  func monitorNotes() throws {
    let records: [(opcode: UInt8, octets: [UInt8])] = [
      (0, [0, 1, 1, 2, 3, 4, 5, 6] + Array("hci0".utf8) + [0, 0, 0, 0]),
      (12, Array("Linux version\0".utf8)), (2, [0x03, 0x0C, 0]), (3, [0x0E, 4, 1, 0x03, 0x0C, 0]),
    ]
    var file = Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 0x07, 0xD1]
    for (index, record) in records.enumerated() {
      let count = UInt8(record.octets.count)
      let time = UInt64(0x00E0_3AB4_4A67_6000) + UInt64(index) * 1_000
      file += [0, 0, 0, count, 0, 0, 0, count, 0, 0, 0, record.opcode, 0, 0, 0, 0]
      file += (0..<8).map { UInt8(truncatingIfNeeded: time >> (56 - 8 * $0)) } + record.octets
    }
    try withFolder { folder in
      let names = ["a.btsnoop", "b.pcapng", "c.btsnoop", "d.pcapng"].map {
        folder.appendingPathComponent($0).path
      }
      try Data(file).write(to: URL(fileURLWithPath: names[0]))
      let there = try RulloCommand.run(
        "convert", names[0], names[1], "--format", "pcapng-monitor")
      #expect(there.code == 0 && !there.complaint.contains("not held"))
      let back = try RulloCommand.run(
        "convert", names[1], names[2], "--format", "btsnoop-monitor")
      #expect(back.code == 0)
      #expect(try Data(contentsOf: URL(fileURLWithPath: names[2])) == Data(file))
      let plain = try RulloCommand.run("convert", names[0], names[3], "--format", "pcapng")
      #expect(plain.complaint.contains("about itself, left out (2)"))
      // Where names are replaced they go: nobody knows what they hold.
      let redacted = try RulloCommand.run(
        "redact", names[0], folder.appendingPathComponent("e.btsnoop").path, "--format",
        "btsnoop-monitor")
      #expect(redacted.complaint.contains("about itself, left out (2)"))
      guard let tshark = Tool(named: "tshark") else { return }
      #expect(try tshark.run(["-r", names[1]]).lines.count == records.count)
    }
  }

  @Test("there and back again gives the same octets", arguments: captureFormats)
  func back(format: String) throws {
    try withFolder { folder in
      let names = ["one.btsnoop", "two", "three.btsnoop"].map {
        folder.appendingPathComponent($0).path
      }
      let source = RulloCommand.capture("bumble-session.btsnoop")
      #expect(try RulloCommand.run("convert", source, names[0]).code == 0)
      #expect(try RulloCommand.run("convert", names[0], names[1], "--format", format).code == 0)
      #expect(try RulloCommand.run("convert", names[1], names[2]).code == 0)
      let octets = try [names[0], names[2]].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
      #expect(octets[0] == octets[1])
    }
  }

  @Test("a text becomes packets with the same values", arguments: captureFormats)
  func text(format: String) throws {
    let source = RulloCommand.capture("kickr-core-10hz.log")
    try withFolder { folder in
      let target = folder.appendingPathComponent("x").path
      let result = try RulloCommand.run("convert", source, target, "--format", format)
      #expect(result.code == 0)
      #expect(result.complaint.contains("made of"))
      let wanted = try Self.digests(source)
      let found = try Self.digests(target)
      #expect(found.values == wanted.values)
    }
  }

  @Test("events of a capture, made packets anew, keep the session") func session() throws {
    let source = RulloCommand.capture("bumble-session.btsnoop")
    try withFolder { folder in
      let text = folder.appendingPathComponent("x.session.txt").path
      let target = folder.appendingPathComponent("x.pcapng").path
      #expect(try RulloCommand.run("convert", source, text).code == 0)
      #expect(try RulloCommand.run("convert", text, target).code == 0)
      let wanted = try Self.digests(source)
      let found = try Self.digests(target)
      #expect(found.values == wanted.values && found.session == wanted.session)
    }
  }

  @Test("the recording itself is never written onto, also through a link") func same() throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("a.btsnoop")
      try Data(RulloCommand.octets("bumble-session.btsnoop")).write(to: file)
      let link = folder.appendingPathComponent("b.btsnoop")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
      for target in [file, link] {
        let result = try RulloCommand.run("convert", file.path, target.path)
        #expect(result.code == 2)
        #expect(result.complaint.contains("is the recording itself"))
      }
      let left = try Data(contentsOf: file)
      let original = try Data(RulloCommand.octets("bumble-session.btsnoop"))
      #expect(left == original)
    }
  }

  @Test("a name that does not say the format is asked about; a failure leaves nothing behind")
  func refused() throws {
    try withFolder { folder in
      let target = folder.appendingPathComponent("x.doc").path
      let source = RulloCommand.capture("bumble-session.btsnoop")
      let unnamed = try RulloCommand.run("convert", source, target)
      #expect(unnamed.code == 2)
      #expect(unnamed.complaint.contains("--format"))
      let missing = try RulloCommand.run("convert", source + ".none", target, "-f", "pcap")
      #expect(missing.code == 2)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }

  static let corpusFiles = [
    "btstack-sm-pairing.pklg", "horizon74-treadmill-ftms-discovery.btsnoop",
    "pogoplus-pair-fragments-clock-1970.btsnoop", "tesible-heart-rate-strap.pcapng",
    "kickrshiftkey-wahoo-bike-shift-dircon.pcapng", "qdomyoszwift-domyos-session.btsnoop",
  ]

  @Test(
    "real captures keep their values in every format of packets",
    .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.absence)), arguments: corpusFiles)
  func real(name: String) throws {
    let source = Corpus.folder + "/" + name
    let wanted = try Self.digests(source)
    try withFolder { folder in
      for format in Self.captureFormats {
        let target = folder.appendingPathComponent(format).path
        #expect(try RulloCommand.run("convert", source, target, "-f", format).code == 0)
        let found = try Self.digests(target)
        #expect(found.values == wanted.values, "\(format)")
      }
    }
  }
}
