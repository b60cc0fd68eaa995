/// The clock of a source: what its times count from, and how fine they are.
@frozen public struct Clock: Hashable, Sendable {
  public enum Kind: String, Sendable {
    /// Date and time are known.
    case absolute
    /// A time of day without a date.
    case timeOfDay = "time_of_day"
    /// Time since some start that the source does not name.
    case elapsed
    /// No times at all: only the order is known.
    case none
  }

  public var kind: Kind

  /// The step in which the source writes its times, in nanoseconds; 0 without a clock.
  public var resolution: Int64

  /// The time of zero: seconds and nanoseconds since 1970 (absolute), else of the day or the start.
  public var start: Instant

  @inlinable
  public init(kind: Kind, resolution: Int64, start: Instant = Instant()) {
    self.kind = kind
    self.resolution = resolution
    self.start = start
  }
}

/// A point in time as whole seconds and nanoseconds, so that year 0 and 1969 both fit.
@frozen public struct Instant: Hashable, Sendable {
  /// Seconds since 1970-01-01 00:00:00 UTC; negative before.
  public var seconds: Int64

  /// 0 to 999,999,999.
  public var nanoseconds: Int64

  @inlinable
  public init(seconds: Int64 = 0, nanoseconds: Int64 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// A count of units that start at 1970; `perSecond` is between 1 and 10⁹.
  @inlinable
  public init(units: Int64, perSecond: Int64) {
    var seconds = units / perSecond
    var rest = units % perSecond
    if rest < 0 {
      rest += perSecond
      seconds -= 1
    }
    self.seconds = seconds
    nanoseconds = rest * (1_000_000_000 / perSecond)
  }

  /// The furthest that two times of a recording may be apart, in nanoseconds: 36 years.
  ///
  /// Farther ones come from a damaged clock. Within it a few times can be added and multiplied by
  /// three without leaving 64 bits, so that no figure has to check again.
  @inlinable public static var furthest: Int64 { 1 << 60 }

  /// Nanoseconds from `other` to this instant, or `nil` beyond ``furthest``.
  @inlinable
  public func nanoseconds(since other: Instant) -> Int64? {
    // Subtract before scaling: each alone may be centuries.
    let (seconds, overflow) = seconds.subtractingReportingOverflow(other.seconds)
    guard !overflow else { return nil }
    let (scaled, tooFar) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !tooFar else { return nil }
    let (sum, tooMuch) = scaled.addingReportingOverflow(nanoseconds - other.nanoseconds)
    return tooMuch || sum.magnitude > Self.furthest.magnitude ? nil : sum
  }

  /// This instant moved by `offset` nanoseconds.
  @inlinable
  public func advanced(by offset: Int64) -> Instant {
    var whole = seconds &+ offset / 1_000_000_000
    var rest = nanoseconds + offset % 1_000_000_000
    if rest < 0 {
      rest += 1_000_000_000
      whole &-= 1
    } else if rest >= 1_000_000_000 {
      rest -= 1_000_000_000
      whole &+= 1
    }
    return Instant(seconds: whole, nanoseconds: rest)
  }
}
