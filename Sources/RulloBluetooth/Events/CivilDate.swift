public import RulloBase

/// A day of the Gregorian calendar, for dates that are read and printed without a time library.
///
/// The arithmetic counts 400-year eras that begin on 1 March, so that leap days end a year.
@frozen public struct CivilDate: Hashable, Sendable {
  public let year: Int64
  public let month: Int64
  public let day: Int64

  /// A date that exists, in the years 0 to 9999.
  public init?(year: Int64, month: Int64, day: Int64) {
    guard 0...9999 ~= year, 1...12 ~= month, day >= 1 else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let length: Int64 =
      switch month {
      case 2: isLeap ? 29 : 28
      case 4, 6, 9, 11: 30
      default: 31
      }
    guard day <= length else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The date that is `days` after 1970-01-01, or `nil` outside the years 0 to 9999.
  public init?(daysSince1970 days: Int64) {
    guard -719_528...2_932_896 ~= days else { return nil }
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days from 1970-01-01.
  public var daysSince1970: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}

extension Instant {
  /// Appends `2026-08-20T18:18:33.157Z`, or answers `false` outside the years 0 to 9999.
  public func appendISO(places: Int, to text: inout TextBuffer) -> Bool {
    let days = seconds >= 0 ? seconds / 86_400 : (seconds &- 86_399) / 86_400
    guard let date = CivilDate(daysSince1970: days) else { return false }
    text.append(digits: UInt64(date.year), atLeast: 4)
    text.append(byte: 0x2D)
    text.append(digits: UInt64(date.month), atLeast: 2)
    text.append(byte: 0x2D)
    text.append(digits: UInt64(date.day), atLeast: 2)
    text.append(byte: 0x54)
    let ofDay = Instant(seconds: seconds - days * 86_400, nanoseconds: nanoseconds)
    let isDone = ofDay.appendTimeOfDay(places: places, to: &text)
    text.append(byte: 0x5A)
    return isDone
  }

  /// Appends `18:18:33.157`, or answers `false` where this is no time of a day.
  public func appendTimeOfDay(places: Int, to text: inout TextBuffer) -> Bool {
    guard 0..<86_400 ~= seconds, 0..<1_000_000_000 ~= nanoseconds else { return false }
    let parts = [seconds / 3_600, seconds / 60 % 60, seconds % 60]
    for (index, part) in parts.enumerated() {
      if index > 0 { text.append(byte: 0x3A) }
      text.append(digits: UInt64(part), atLeast: 2)
    }
    let places = min(max(places, 0), 9)
    guard places > 0 else { return true }
    let divisor = (places..<9).reduce(UInt64(1)) { product, _ in product * 10 }
    text.append(byte: 0x2E)
    text.append(digits: UInt64(nanoseconds) / divisor, atLeast: places)
    return true
  }
}
