import RulloSimulator

/// A profile for people: each value with the word and the number of its source.
struct ProfileText {
  let profile: DeviceProfile

  var lines: [String] {
    let sheet = ProfileSheet(profile)
    let counts = sheet.counts
    var lines = [
      "\(profile.name) · \(profile.title)",
      "\(counts.measured) values measured, \(counts.published) published, "
        + "\(counts.assumed) assumed",
    ]
    var section = ""
    for row in sheet.rows {
      if row.section != section {
        section = row.section
        lines += ["", section]
      }
      lines += self.lines(of: row)
    }
    lines.append("")
    for (index, source) in sheet.sources.enumerated() {
      let front = "[\(index + 1)] \(source.word): "
      let indent = String(repeating: " ", count: 4)
      let wrapped = Help.wrapped(front + source.detail, columns: 76)
      lines += wrapped.enumerated().map { $0.offset == 0 ? $0.element : indent + $0.element }
    }
    return lines
  }

  /// The mark stands at the right; a long value goes on in lines of its own.
  private func lines(of row: ProfileSheet.Row) -> [String] {
    let mark = "\(row.provenance.word) [\(row.source)]"
    let name = Self.padded("  " + row.name, to: 24) + " "
    let value = row.value + (row.unit.isEmpty || row.value == "–" ? "" : " " + row.unit)
    let wrapped = Help.wrapped(value, columns: 38)
    var lines = [Self.padded(name + (wrapped.first ?? ""), to: 64) + "  " + mark]
    lines += wrapped.dropFirst().map { String(repeating: " ", count: 25) + $0 }
    return lines
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
