/// The lowest and highest value that a machine takes and the step between, as on the wire.
public struct SupportedRange: Hashable, Sendable {
  public var minimum: Int
  public var maximum: Int

  /// 0 and 1 are the same: every integer.
  public var increment: Int

  public init(minimum: Int, maximum: Int, increment: Int) {
    self.minimum = minimum
    self.maximum = maximum
    self.increment = increment
  }

  /// Reads two signed and one unsigned 16-bit integers (2AD6, 2AD8; Fitness Machine Service 4.12).
  ///
  /// Answers `nil` for fewer octets and for a range whose minimum is above its maximum.
  public init?(_ octets: [UInt8]) {
    guard octets.count >= 6 else { return nil }
    func word(_ place: Int) -> UInt16 { UInt16(octets[place]) | UInt16(octets[place + 1]) << 8 }
    self.init(
      minimum: Int(Int16(bitPattern: word(0))), maximum: Int(Int16(bitPattern: word(2))),
      increment: Int(word(4)))
    guard minimum <= maximum else { return nil }
  }

  /// The value of the range that is nearest; between two steps the lower one.
  public func nearest(to value: Int) -> Int {
    let bounded = min(max(value, minimum), maximum)
    guard increment > 1 else { return bounded }
    let steps = (bounded - minimum + (increment - 1) / 2) / increment
    let found = minimum + steps * increment
    return found > maximum ? found - increment : found
  }
}
