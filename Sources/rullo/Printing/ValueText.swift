import RulloBase

/// The text of `rullo value`: a field a line, then what is behind the fields or wrong with them.
struct ValueText {
  private let heading: String
  private var rows: [(name: String, text: String, details: [String])] = []
  private var remarks: [String] = []

  init(code: String, name: String, octets: Int) {
    heading = "\(code) \(name), \(Figures.counted(octets, "octet"))"
  }

  mutating func add(_ name: String, _ text: String, details: [String] = []) {
    rows.append((name, text, details))
  }

  /// Octets behind the last field, or those that a fault left unread.
  mutating func addTrailing(_ octets: [UInt8], isRead: Bool = true) {
    remarks.append(
      Figures.counted(octets.count, "octet") + (isRead ? " behind the last field" : " not read")
        + ": \(Hex.text(octets, separator: " "))")
  }

  /// `isReadable` says that a tolerant reading, which is shown, has no fault.
  mutating func addFault(_ failure: DecodingFailure?, isReadable: Bool) {
    guard let failure else { return }
    remarks.append((isReadable ? "read tolerantly; strictly " : "") + failure.description)
  }

  var string: String {
    let width = rows.map { $0.name.count }.max() ?? 0
    var lines = [heading]
    for row in rows {
      let blanks = String(repeating: " ", count: width - row.name.count)
      lines.append("  \(row.name)\(blanks)  \(row.text)")
      lines += row.details.map { "    \($0)" }
    }
    if rows.isEmpty, remarks.isEmpty { lines.append("  no fields") }
    lines += remarks.map { "  \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }
}
