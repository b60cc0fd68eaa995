/// A subcommand: its parameters are declared once and serve parsing, help and completion.
protocol Command: Sendable {
  static var name: String { get }
  static var abstract: String { get }

  /// What stands below the parameters in the help: examples first, then how figures are made.
  static var discussion: String { get }
  static var parameters: [Parameter<Self>] { get }
  init()

  /// Does the work and answers the exit code.
  func run(_ console: inout Console) throws -> ExitCode
}

/// The exit codes of every command.
enum ExitCode: Int32, Sendable {
  case done = 0
  /// A difference, a failed expectation, a value that does not decode, notes under `--strict`.
  case difference = 1
  /// Wrong usage, or input that cannot be read.
  case unusable = 2
  case inconclusive = 3

  /// The code of several files together: the worst, in the order 2, 1, 3, 0.
  func worse(_ other: ExitCode) -> ExitCode {
    let order: [ExitCode] = [.unusable, .difference, .inconclusive, .done]
    return order.first { $0 == self || $0 == other } ?? self
  }
}

extension Command {
  /// Reads `words`, the command line after the subcommand's name.
  static func parse(_ words: [String]) throws(UsageError) -> Self {
    var command = Self()
    var words = words[...]
    var positionals = parameters.filter(\.isPositional)[...]
    var isListFilled = false
    var optionsEnded = false
    while let word = words.popFirst() {
      if !optionsEnded, word == "--" {
        optionsEnded = true
        continue
      }
      // Standard input may be an archive with a member that is named behind it.
      if optionsEnded || word == "-" || word.hasPrefix("-!") || !word.hasPrefix("-") {
        guard let next = positionals.first else { throw UsageError("unexpected '\(word)'") }
        switch next.kind {
        case .list, .optionalList: isListFilled = true
        default: positionals.removeFirst()
        }
        try next.apply(&command, word)
        continue
      }
      try option(word, &words, &command)
    }
    if let missing = positionals.first, !isListFilled {
      if case .optionalList = missing.kind { return command }
      throw UsageError("missing \(missing.name)")
    }
    return command
  }

  private static func option(
    _ word: String, _ words: inout ArraySlice<String>, _ command: inout Self
  ) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = word.hasPrefix("--") ? String(parts.first ?? "") : String(word.prefix(2))
    let match = parameters.first {
      !$0.isPositional && ($0.name == name || $0.short.map { "-\($0)" } == name)
    }
    guard let match else {
      let names = parameters.filter { !$0.isPositional }.map(\.name) + ["--help"]
      let nearest = Suggestion.nearest(to: name, among: names).map { "; did you mean \($0)?" }
      throw UsageError("unknown option '\(name)'\(nearest ?? "")")
    }
    let attached: String? =
      word.hasPrefix("--")
      ? (parts.count == 2 ? String(parts[1]) : nil)
      : (word.count > 2 ? String(word.dropFirst(2)) : nil)
    if case .flag = match.kind {
      guard attached == nil else { throw UsageError("\(match.name) takes no value") }
      try match.apply(&command, "")
    } else if let value = attached ?? words.popFirst() {
      try match.apply(&command, value)
    } else {
      throw UsageError("\(match.name) needs a value")
    }
  }
}

/// Finds the word that a misspelt one was meant to be.
enum Suggestion {
  static func nearest(to word: String, among words: [String]) -> String? {
    let scored = words.map { (distance: distance(word, $0), word: $0) }
    guard let best = scored.min(by: { $0.distance < $1.distance }),
      best.distance <= max(1, word.count / 3)
    else { return nil }
    return best.word
  }

  /// The number of letters to insert, delete or replace.
  private static func distance(_ left: String, _ right: String) -> Int {
    let right = Array(right)
    var row = Array(0...right.count)
    for (index, letter) in left.prefix(64).enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in right.enumerated() {
        let cost = letter == other ? diagonal : diagonal + 1
        diagonal = row[column + 1]
        row[column + 1] = min(cost, row[column] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
