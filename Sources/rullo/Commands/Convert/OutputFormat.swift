import RulloCaptureFiles

/// The formats that a recording can be written as.
enum OutputFormat {
  case capture(CaptureTarget)
  case appLog
  case session

  static let names = CaptureTarget.names + ["app-log", "session"]

  init(name: String) throws(UsageError) {
    switch name {
    case "app-log": self = .appLog
    case "session": self = .session
    default:
      guard let target = CaptureTarget(name: name) else {
        let nearest = Suggestion.nearest(to: name, among: Self.names)
        throw UsageError(
          "'\(name)' is no format that is written"
            + (nearest.map { "; did you mean \($0)?" }
              ?? "; it is one of \(Self.names.joined(separator: ", "))"))
      }
      self = .capture(target)
    }
  }

  /// The format that a file of this name usually has.
  init(path: String) throws(UsageError) {
    let lower = path.lowercased()
    if let target = CaptureTarget(path: lower) {
      self = .capture(target)
    } else if lower.hasSuffix(".txt") {
      self = .session
    } else if lower.hasSuffix(".log") {
      self = .appLog
    } else {
      throw UsageError(
        "the name '\(path)' does not say the format; name it with --format, one of "
          + Self.names.joined(separator: ", "))
    }
  }

  /// The name for people.
  var description: String {
    switch self {
    case .capture(let target): target.description
    case .appLog: "app log"
    case .session: "session text"
    }
  }
}
