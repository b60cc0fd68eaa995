/// When a field stands in a value: the polarity of its flag is a named column of the table.
public enum Presence: Hashable, Sendable {
  /// In every value.
  case always

  /// When this bit of the flags is 1.
  case whenSet(Int)

  /// When this bit of the flags is 0, as for the first group behind *More Data*.
  case whenClear(Int)

  /// In a response to this op code with this result.
  case inAnswer(to: UInt8, result: UInt8)

  /// In a response to this op code with this result, unless the value ends before it.
  case inAnswerIfAny(to: UInt8, result: UInt8)

  /// When the field before it is there.
  case withPrevious
}
