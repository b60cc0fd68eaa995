/// A problem with the words on the command line.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// One flag, option or positional argument of a command; serves parsing, help and completion.
struct Parameter<Root>: Sendable {
  enum Kind: Sendable {
    case flag
    case option(placeholder: String)
    case positional
    /// As many words as there are, at least one.
    case list
    /// As many words as there are, also none.
    case optionalList
  }

  let kind: Kind
  let name: String
  var short: Character?
  let help: String
  let apply: @Sendable (inout Root, String) throws(UsageError) -> Void

  var isPositional: Bool {
    switch kind {
    case .positional, .list, .optionalList: true
    default: false
    }
  }

  static func flag(
    _ name: String, short: Character? = nil, _ help: String,
    _ path: any WritableKeyPath<Root, Bool> & Sendable
  ) -> Self {
    Self(kind: .flag, name: name, short: short, help: help) { root, _ in root[keyPath: path] = true
    }
  }

  static func option(
    _ name: String, short: Character? = nil, _ placeholder: String, _ help: String,
    _ apply: @escaping @Sendable (inout Root, String) throws(UsageError) -> Void
  ) -> Self {
    Self(
      kind: .option(placeholder: placeholder), name: name, short: short, help: help, apply: apply)
  }

  static func positional(
    _ name: String, _ help: String, _ path: any WritableKeyPath<Root, String> & Sendable
  ) -> Self {
    Self(kind: .positional, name: name, help: help) { root, word in root[keyPath: path] = word }
  }

  static func list(
    _ name: String, _ help: String, _ path: any WritableKeyPath<Root, [String]> & Sendable
  ) -> Self {
    Self(kind: .list, name: name, help: help) { root, word in root[keyPath: path].append(word) }
  }
}
