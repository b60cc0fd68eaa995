import Foundation
import RulloTestSupport

/// The differences between tshark and Rullo that are known, each with its reason.
struct KnownDifferences: Sendable {
  /// One line: `FILE frame NUMBER OPCODE only WHO: REASON`.
  struct Entry: Hashable, Sendable, CustomStringConvertible {
    let file: String
    let frame: Int
    let opcode: UInt8
    /// `tshark` or `rullo`: who reads an attribute PDU there.
    let reader: String

    var description: String {
      "\(file) frame \(frame) 0x\(String(opcode, radix: 16)) only \(reader)"
    }
  }

  let entries: Set<Entry>
  /// Lines that do not follow the form, or give no reason.
  let faults: [String]

  static let shared: KnownDifferences = {
    let path = projectFolder.appendingPathComponent(
      "Tests/RulloImportingTests/Fixtures/known-differences.txt")
    return KnownDifferences((try? String(contentsOf: path, encoding: .utf8)) ?? "?")
  }()

  init(_ text: String) {
    var entries: Set<Entry> = []
    var faults: [String] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let halves = line.split(separator: ":", maxSplits: 1)
      let words = halves.first?.split(separator: " ") ?? []
      guard halves.count == 2, halves[1].count > 20, words.count == 6, words[1] == "frame",
        words[4] == "only", ["tshark", "rullo"].contains(words[5]), let frame = Int(words[2]),
        let opcode = UInt8(words[3].dropFirst(2), radix: 16)
      else {
        faults.append(String(line))
        continue
      }
      let entry = Entry(
        file: String(words[0]), frame: frame, opcode: opcode, reader: String(words[5]))
      if !entries.insert(entry).inserted { faults.append(String(line)) }
    }
    self.entries = entries
    self.faults = faults
  }
}
