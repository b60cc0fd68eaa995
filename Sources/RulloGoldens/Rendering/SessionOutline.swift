internal import RulloBase
internal import RulloBluetooth
internal import RulloFitness
internal import RulloMeasurements
internal import RulloRecordings

/// The outline of a long session: control lines as they are, streamed data as blocks.
///
/// Each block has a line with its span, number of events and hash, three for each of its streams at
/// least, and one octet of every line's hash: they name the first line that differs.
struct SessionOutline {
  private(set) var octets: [UInt8] = []

  private let lines: GoldenLines
  private let recording: Recording

  /// Made of the lines of the full session text and of the events they stand for.
  init(_ lines: GoldenLines, of recording: Recording) {
    self.lines = lines
    self.recording = recording
    var text: [String] = []
    var block: [(line: Int, event: Int)] = []
    var event = 0
    for (index, line) in lines.texts.enumerated() {
      if index == 0 {
        text.append("rullo-outline 1")
        continue
      }
      let parsed = EventLine(line)
      defer { if parsed != nil { event += 1 } }
      if let parsed, parsed.isStreamed {
        block.append((index, event))
        continue
      }
      if parsed != nil || line.hasPrefix("end ") || line.isEmpty {
        text += blockLines(block)
        block = []
      }
      // What is declared in the middle of data stands in front of its block.
      text.append(line)
    }
    text += blockLines(block)
    octets = Array((text.joined(separator: "\n") + "\n").utf8)
  }

  private func blockLines(_ block: [(line: Int, event: Int)]) -> [String] {
    guard let first = block.first, let last = block.last else { return [] }
    var hash = SHA256()
    var checks = ""
    for entry in block {
      hash.update(lines.texts[entry.line].utf8)
      hash.update(0x0A as UInt8)
      checks += Hex.text([UInt8(truncatingIfNeeded: lines.hashes[entry.line] >> 56)])
    }
    let span = "\(time(first.line)) – \(time(last.line))"
    var text = [
      "block    \(span) · \(block.count) events · sha256:\(hash.hexDigest.prefix(16))"
    ]
    for stream in BlockStream.of(block.map(\.event), recording) { text += stream.lines }
    text.append("  check \(checks)")
    return text
  }

  private func time(_ line: Int) -> Substring { EventLine(lines.texts[line])?.time ?? "-" }
}
