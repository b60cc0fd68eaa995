/// A date and time of seven octets (2A66, answer to op 0F); numbers are kept as sent.
public struct CalibrationDate: Hashable, Sendable {
  /// 0 where it is unknown, as month and day.
  public var year: UInt16
  public var month: UInt8
  public var day: UInt8
  public var hours: UInt8
  public var minutes: UInt8
  public var seconds: UInt8

  public init(
    year: UInt16, month: UInt8, day: UInt8, hours: UInt8 = 0, minutes: UInt8 = 0,
    seconds: UInt8 = 0
  ) {
    (self.year, self.month, self.day) = (year, month, day)
    (self.hours, self.minutes, self.seconds) = (hours, minutes, seconds)
  }

  /// Takes the octets of the field; those that lack count as 0.
  init(octets: [UInt8]) {
    func octet(_ place: Int) -> UInt8 { octets.indices.contains(place) ? octets[place] : 0 }
    year = UInt16(octet(0)) | UInt16(octet(1)) << 8
    (month, day) = (octet(2), octet(3))
    (hours, minutes, seconds) = (octet(4), octet(5), octet(6))
  }

  var octets: [UInt8] {
    [
      UInt8(truncatingIfNeeded: year), UInt8(truncatingIfNeeded: year >> 8), month, day, hours,
      minutes, seconds,
    ]
  }
}
