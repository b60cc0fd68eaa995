/// One row of a field table: everything that decoding, encoding and printing need to know.
///
/// A class, because printing looks a row up for every field and a copy would cost its whole size.
public final class Field: Sendable {
  /// The name in JSON and in errors: lower case, with the unit.
  public let key: StaticString

  /// The name in the specification.
  public let name: StaticString

  /// The short word in text for people; empty where what stands before it says it all.
  public let label: StaticString

  public let presence: Presence
  public let format: Format
  public let scale: Scale

  /// The symbol of the unit; empty for a plain number.
  public let unit: StaticString

  /// The value on the wire that means "not available".
  public let notAvailable: UInt32?

  /// The largest value on the wire that the table allows.
  public let maximum: UInt32?

  public let content: Content

  /// The bits that make the field, where it has no octets of its own.
  public let slice: Slice?

  public let tolerance: Tolerance
  public let textForm: TextForm
  public let isInJSON: Bool

  public init(
    _ key: StaticString, _ name: StaticString, _ label: StaticString,
    _ presence: Presence = .always, _ format: Format = .none, _ scale: Scale = .one,
    _ unit: StaticString = "", notAvailable: UInt32? = nil, maximum: UInt32? = nil,
    content: Content = .number, slice: Slice? = nil, tolerance: Tolerance = .none,
    text: TextForm = .labelled, isInJSON: Bool = true
  ) {
    self.key = key
    self.name = name
    self.label = label
    self.presence = presence
    self.format = format
    self.scale = scale
    self.unit = unit
    self.notAvailable = notAvailable
    self.maximum = maximum
    self.content = content
    self.slice = slice
    self.tolerance = tolerance
    textForm = text
    self.isInJSON = isInJSON
  }
}

extension Field {
  /// A yes or no that one bit of the flags says; text for people has its label when it is set.
  public static func flag(
    _ key: StaticString, _ name: StaticString, _ label: StaticString, bit: Int,
    _ presence: Presence = .always
  ) -> Field {
    Field(
      key, name, label, presence, content: .flag, slice: Slice(.flags, shift: bit, bits: 1))
  }

  /// A code made of bits of the flags or of the field before it.
  public static func slice(
    _ key: StaticString, _ name: StaticString, _ label: StaticString, _ slice: Slice,
    _ presence: Presence = .always, codes: CodeTable, text: TextForm = .labelled
  ) -> Field {
    Field(key, name, label, presence, content: .code(codes), slice: slice, text: text)
  }

  /// Octets that carry nothing, or whose parts are fields of their own.
  public static func hidden(
    _ key: StaticString, _ name: StaticString, _ presence: Presence = .always, _ format: Format
  ) -> Field {
    Field(key, name, "", presence, format, text: .hidden, isInJSON: false)
  }
}
