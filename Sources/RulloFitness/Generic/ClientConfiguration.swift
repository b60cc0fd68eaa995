internal import RulloBase

/// What a client has switched on (2902, Client Characteristic Configuration).
public struct ClientConfiguration: FieldRecord {
  /// The rows of the table, in wire order.
  public enum Row: Int, CaseIterable, Sendable {
    case properties
  }

  public static var layout: CharacteristicLayout { .clientConfiguration }
  public var storage: FieldStorage

  public init(storage: FieldStorage) { self.storage = storage }

  /// The bits of the value; those that are reserved are kept.
  public struct Properties: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let notifications = Self(rawValue: 1 << 0)
    public static let indications = Self(rawValue: 1 << 1)
  }

  public init(_ properties: Properties) {
    self.init()
    self.properties = properties
  }

  public var properties: Properties {
    get { Properties(rawValue: storage.value.unsigned(Row.properties.rawValue)) }
    set { self[.properties] = ExactDecimal(Int64(newValue.rawValue)) }
  }
}
