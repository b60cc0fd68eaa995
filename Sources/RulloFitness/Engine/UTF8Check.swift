internal import RulloBase

/// Tells UTF-8 from other octets without making a string.
enum UTF8Check {
  /// The offset of the first sequence in `range` that is no UTF-8.
  static func firstFault(_ bytes: RawSpan, _ range: Range<Int>) -> Int? {
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard let length = bytes.utf8Length(at: offset), offset + length <= range.upperBound else {
        return offset
      }
      offset += length
    }
    return nil
  }
}
