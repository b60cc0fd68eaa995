/// A JSON text that has been read: for descriptions that people write, not for the hot path.
public indirect enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// The digits as they stand, so that no precision is lost.
  case number(String)
  case string(String)
  case array([JSONValue])
  /// In the order of the text; a key that stands twice is there twice.
  case object([Member])

  public struct Member: Hashable, Sendable {
    public let key: String
    public let value: JSONValue

    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// Reads one JSON text; throws ``JSONFailure`` at the first fault.
  public init(_ octets: [UInt8]) throws(JSONFailure) {
    var reader = JSONReader(octets)
    self = try reader.document()
  }

  /// The value of a key, the last one where it stands twice; `nil` for what is no object.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }

  /// The text of a string.
  public var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The members of an object, in order.
  public var members: [Member]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  /// The items of an array, in order.
  public var items: [JSONValue]? {
    guard case .array(let items) = self else { return nil }
    return items
  }
}

/// Where a JSON text breaks its grammar.
public struct JSONFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// From 1.
  public let line: Int
  public let description: String

  init(line: Int, _ expected: String) {
    self.line = line
    description = "line \(line): \(expected)"
  }
}
