/// What the octets of a field mean.
public enum Content: Sendable {
  /// A number in the unit of the field.
  case number

  /// A cumulative count of revolutions, the first half of a pair.
  case revolutions(Rotor)

  /// The time of the last event of the same pair, in ticks.
  case eventTime(Rotor, ticksPerSecond: Int)

  /// A code; one that the table reserves is a fault.
  case code(CodeTable)

  /// A code with a key for its number; one that the table reserves is reported, no fault.
  case openCode(CodeTable, numberKey: StaticString)

  /// A set of named bits.
  case bitSet(BitTable)

  /// One bit: yes or no.
  case flag

  /// The code of an operation of the same characteristic.
  case requestOpCode

  /// How the field before it was sent, `sint16` or `uint8`.
  case encoding

  /// Whether the exclusive or of the octets before the field before it equals that field.
  case checksum

  /// UTF-8 to the end of the value.
  case text

  /// Integers of `Format` to the end of the value, with a key for the whole list.
  case list(key: StaticString, ticksPerSecond: Int? = nil)

  /// Octets to the end of the value.
  case hex

  /// One octet with a count, then as many octets.
  case countedHex

  /// A fixed number of octets, printed from the most significant one on.
  case identifier

  /// Year, month, day, hours, minutes and seconds in seven octets.
  case dateTime
}

/// The part of a bicycle that a counter counts.
public enum Rotor: Hashable, Sendable, CaseIterable {
  case wheel
  case crank
}

/// Where a field without octets of its own takes its bits from.
public struct Slice: Hashable, Sendable {
  public enum Source: Hashable, Sendable {
    /// The flags of the value.
    case flags

    /// The nearest field before it that has octets.
    case previous
  }

  public let source: Source
  public let shift: Int
  public let bits: Int

  public init(_ source: Source, shift: Int, bits: Int) {
    self.source = source
    self.shift = shift
    self.bits = bits
  }

  var mask: UInt32 { bits >= 32 ? .max : 1 << UInt32(max(0, bits)) - 1 }
}

/// How a field shows in text for people.
public enum TextForm: Hashable, Sendable {
  /// Label, value, unit: `power 139 W`.
  case labelled

  /// In parentheses behind the field before it: `(wheel)`.
  case qualifier

  /// Not at all: padding, and octets whose parts are fields of their own.
  case hidden
}
