/// A table of text whose columns are as wide as they need to be.
///
/// A last column that stands on the left is cut where it would break 80 columns.
struct TextTable {
  enum Side {
    case left, right
  }

  private var rows: [[String]]
  private let sides: [Side]

  /// `columns` are the headings with the side on which their cells stand.
  init(_ columns: [(heading: String, side: Side)]) {
    rows = [columns.map(\.heading)]
    sides = columns.map(\.side)
  }

  var isEmpty: Bool { rows.count < 2 }

  mutating func add(_ cells: [String]) { rows.append(cells) }

  /// The lines of the table, without blanks at their ends.
  var lines: [String] {
    let widths = sides.indices.map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        if column > 0 { line += "  " }
        let blanks = String(repeating: " ", count: widths[column] - cell.count)
        line += sides[column] == .left ? cell + blanks : blanks + cell
      }
      while line.last == " " { line.removeLast() }
      if line.count > 80, sides.last == .left { line = line.prefix(79) + "…" }
      return line
    }
  }
}
