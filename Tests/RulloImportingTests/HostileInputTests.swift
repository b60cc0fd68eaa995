import Foundation
import RulloBase
import RulloBluetooth
import RulloHostileInput
import RulloMeasurements
import RulloRecordings
import RulloTestSupport
import Testing

@testable import RulloImporting

/// Reading never crashes: every beginning of a recording, and every octet of it changed.
@Suite("hostile input") struct HostileInputTests {
  /// A small file of one reader: the folders of Fuzz/Seeds name what reads it.
  struct Seed: Sendable, CustomTestStringConvertible {
    let name: String
    let target: HostileTarget
    let bytes: [UInt8]
    var testDescription: String { name }
  }

  /// The smallest file of each folder that holds a whole session, and two that are made here.
  static let seeds: [Seed] = {
    let folder = projectFolder.appendingPathComponent("Fuzz/Seeds")
    var seeds: [Seed] = HostileTarget.all.compactMap { target in
      let place = folder.appendingPathComponent(target.name)
      let names = try? FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
      let files = (names ?? []).compactMap {
        try? Data(contentsOf: place.appendingPathComponent($0))
      }
      return files.min { $0.count < $1.count }.map {
        Seed(name: target.name, target: target, bytes: [UInt8]($0))
      }
    }
    if let btsnoop = HostileTarget.all.first(where: { $0.name == "captures/btsnoop" }) {
      seeds.append(Seed(name: "fragments", target: btsnoop, bytes: fragments))
      let records = try? records(225..<260)
      seeds.append(Seed(name: "values and control point", target: btsnoop, bytes: records ?? []))
    }
    return seeds
  }()

  @Test("every reader has a small file, and every small file a reader") func everyReader() throws {
    let folder = projectFolder.appendingPathComponent("Fuzz/Seeds")
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    let folders = Set(
      (files ?? []).filter { $0.split(separator: "/").count == 3 }.map {
        $0.split(separator: "/").dropLast().joined(separator: "/")
      })
    #expect(folders == Set(HostileTarget.all.map(\.name)))
  }

  static func capture(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: projectFolder.appendingPathComponent("captures/" + name)))
  }

  /// A part of the Bumble session: the btsnoop header and some of its records.
  static func records(_ range: Range<Int>) throws -> [UInt8] {
    let bytes = try capture("bumble-session.btsnoop")
    var starts = [16]
    while let start = starts.last, start + 24 <= bytes.count {
      let length = bytes[start + 4..<start + 8].reduce(0) { $0 << 8 | Int($1) }
      starts.append(start + 24 + length)
    }
    return Array(bytes[..<16] + bytes[starts[range.lowerBound]..<starts[range.upperBound]])
  }

  /// A notification in three fragments, a write in two, one without its start, one without its end.
  static let fragments: [UInt8] = {
    let packets: [(flags: UInt8, hex: String)] = [
      (1, "02 40 20 01 00 0F"), (0, "02 40 00 05 00 06 00 04 00 52"),
      (1, "02 40 10 05 00 00 04 00 1B 1E"), (0, "02 40 10 05 00 30 00 11 12 13"),
      (1, "02 40 10 0D 00 00 01 02 03 04 05 06 07 08 09 0A 0B 0C"), (1, "02 40 10 02 00 AA BB"),
      (1, "02 40 20 06 00 FF FF 04 00 1B 1E"), (3, "04 05 04 00 40 00 13"),
    ]
    var bytes = octets("62 74 73 6E 6F 6F 70 00 00 00 00 01 00 00 03 EA")
    for (index, packet) in packets.enumerated() {
      let data = octets(packet.hex)
      let length = [0, 0, 0, UInt8(data.count)]
      bytes += length + length + [0, 0, 0, packet.flags, 0, 0, 0, 0]
      bytes += octets("00 E2 80 00 00 00 00") + [UInt8(index)] + data
    }
    return bytes
  }()

  @Test("every beginning is read", arguments: seeds)
  func prefixes(seed: Seed) {
    #expect(!seed.bytes.isEmpty)
    for length in 0...seed.bytes.count {
      let fault = seed.target.run(Array(seed.bytes.prefix(length)))
      #expect(fault == nil, "the first \(length) octets of \(seed.name)")
    }
  }

  /// Bits that turn counts, lengths, kinds and digits into others; `RULLO_EVERY_MUTATION` asks for
  /// all 255 changes of each octet.
  static let changes: [UInt8] = [0x01, 0x80, 0xFF]

  @Test("every octet changed is read", arguments: seeds)
  func mutations(seed: Seed) {
    var bytes = seed.bytes
    let all = ProcessInfo.processInfo.environment["RULLO_EVERY_MUTATION"] != nil
    let changes = all ? Array(1...255) : Self.changes
    for place in bytes.indices {
      let octet = bytes[place]
      for change in changes {
        bytes[place] = octet ^ change
        let fault = seed.target.run(bytes)
        #expect(fault == nil, "octet \(place) of \(seed.name) changed by \(change)")
      }
      bytes[place] = octet
    }
  }

  @Test("fragments by hand are what they say") func handMade() throws {
    let reading = try Reading(bytes: Self.fragments)
    #expect(reading.streams == ["h001E": 1])
    #expect(reading.count(.writeCommand) == 1)
    #expect(reading.recording.value(at: 1).count == 12)
    let lost = reading.recording.notes.entries.filter { $0.note.kind == .lostFragment }
    #expect(lost.reduce(0) { $0 + $1.count } == 2)
  }
}
