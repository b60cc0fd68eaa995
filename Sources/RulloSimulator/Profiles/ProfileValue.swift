internal import RulloBase

/// A value as a profile writes it.
public enum ProfileValue: Hashable, Sendable {
  case text(String)
  case flag(Bool)
  case integer(Int)
  case integers([Int])
  case octets([UInt8])
  case octetLists([[UInt8]])

  /// `44 00`, `[0, 2, 1]`, `true`.
  public var text: String {
    switch self {
    case .text(let text): text
    case .flag(let flag): flag ? "true" : "false"
    case .integer(let number): "\(number)"
    case .integers(let numbers): numbers.map(String.init).joined(separator: " ")
    case .octets(let octets): Hex.text(octets, separator: " ")
    case .octetLists(let lists):
      lists.map { Hex.text($0, separator: " ") }.joined(separator: ", ")
    }
  }
}

/// A setting that a profile may have: its name, what it may be, and what holds where it is absent.
public struct ProfileKey: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case text
    case flag
    case integer(ClosedRange<Int>)
    /// At most 4,096 integers.
    case integers(ClosedRange<Int>)
    case octets
    /// One or more strings of octets, taken in turn.
    case octetLists
    case words([String])
  }

  public let section: String
  public let name: String
  public let kind: Kind
  public let unit: String
  public let fallback: ProfileValue
  public let meaning: String

  init(
    _ section: String, _ name: String, _ kind: Kind, unit: String = "", _ fallback: ProfileValue,
    _ meaning: String
  ) {
    self.section = section
    self.name = name
    self.kind = kind
    self.unit = unit
    self.fallback = fallback
    self.meaning = meaning
  }

  /// Reads the JSON of a setting; answers what it should have been where it is not.
  func value(_ json: JSONValue) -> Result<ProfileValue, ProfileFailure> {
    switch (kind, json) {
    case (.text, .string(let text)): .success(.text(text))
    case (.flag, .bool(let flag)): .success(.flag(flag))
    case (.integer(let range), .number(let digits)):
      Self.integer(digits, range).map { .success(.integer($0)) }
        ?? refuse("an integer from \(range.lowerBound) to \(range.upperBound)")
    case (.integers(let range), .array(let items)) where items.count <= 4_096:
      integers(items, range)
    case (.octets, .string(let text)):
      Hex.bytes(text).map { .success(.octets($0)) } ?? refuse("octets such as \"44 00\"")
    case (.octetLists, .string(let text)):
      Hex.bytes(text).map { .success(.octetLists([$0])) } ?? refuse("octets such as \"44 00\"")
    case (.octetLists, .array(let items)) where (1...4_096).contains(items.count): lists(items)
    case (.words(let words), .string(let text)):
      words.contains(text)
        ? .success(.text(text)) : refuse("one of " + words.joined(separator: ", "))
    case (.text, _): refuse("text in quotes")
    case (.flag, _): refuse("true or false")
    case (.integer(let range), _):
      refuse("an integer from \(range.lowerBound) to \(range.upperBound)")
    case (.integers, _): refuse("a list of integers")
    case (.octets, _), (.octetLists, _): refuse("octets in quotes, such as \"44 00\"")
    case (.words(let words), _): refuse("one of " + words.joined(separator: ", "))
    }
  }

  private func integers(
    _ items: [JSONValue], _ range: ClosedRange<Int>
  ) -> Result<ProfileValue, ProfileFailure> {
    var numbers: [Int] = []
    for item in items {
      guard case .number(let digits) = item, let number = Self.integer(digits, range) else {
        return refuse("a list of integers from \(range.lowerBound) to \(range.upperBound)")
      }
      numbers.append(number)
    }
    return .success(.integers(numbers))
  }

  private func lists(_ items: [JSONValue]) -> Result<ProfileValue, ProfileFailure> {
    var lists: [[UInt8]] = []
    for item in items {
      guard let octets = item.text.flatMap({ Hex.bytes($0) }) else {
        return refuse("a list of octets such as [\"01\", \"03\"]")
      }
      lists.append(octets)
    }
    return .success(.octetLists(lists))
  }

  private static func integer(_ digits: String, _ range: ClosedRange<Int>) -> Int? {
    guard let number = Int(digits), range.contains(number) else { return nil }
    return number
  }

  private func refuse(_ wanted: String) -> Result<ProfileValue, ProfileFailure> {
    .failure(ProfileFailure("\(section).\(name) should be \(wanted)"))
  }
}

/// What is wrong with a profile, and where.
public struct ProfileFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
