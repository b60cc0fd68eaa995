extension Command {
  /// The help of one subcommand, at most 80 columns wide.
  static var help: String {
    let words = parameters.filter(\.isPositional).map {
      switch $0.kind {
      case .list: "\($0.name)…"
      case .optionalList: "[\($0.name)…]"
      default: $0.name
      }
    }
    let usage = (["Usage: rullo", name] + words + ["[OPTIONS]"]).joined(separator: " ")
    var rows = parameters.map { parameter in
      switch parameter.kind {
      case .positional, .list, .optionalList: (parameter.name, parameter.help)
      case .flag: (spelling(parameter), parameter.help)
      case .option(let placeholder): ("\(spelling(parameter)) \(placeholder)", parameter.help)
      }
    }
    rows.append(("-h, --help", "Show this help."))
    let width = min(26, rows.map(\.0.count).max() ?? 0)
    let lines = rows.map { left, right in
      Help.row(left, right, width: width)
    }
    return "\(usage)\n\n\(abstract)\n\n" + lines.joined(separator: "\n") + "\n\n\(discussion)\n"
  }

  private static func spelling(_ parameter: Parameter<Self>) -> String {
    parameter.short.map { "-\($0), \(parameter.name)" } ?? parameter.name
  }
}

/// Lays out text in columns.
enum Help {
  /// One row of help: the left side, then the right one wrapped beside it.
  static func row(_ left: String, _ right: String, width: Int) -> String {
    let indent = String(repeating: " ", count: width + 4)
    let lines = wrapped(right, columns: 80 - width - 4)
    let gap =
      left.count > width ? "\n" + indent : String(repeating: " ", count: width + 2 - left.count)
    return "  \(left)\(gap)" + lines.joined(separator: "\n" + indent)
  }

  /// Lines of at most `columns` characters.
  static func wrapped(_ text: String, columns: Int) -> [String] {
    var lines: [String] = [""]
    for word in text.split(separator: " ") {
      let last = lines.count - 1
      if lines[last].isEmpty {
        lines[last] = String(word)
      } else if lines[last].count + 1 + word.count <= columns {
        lines[last] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
