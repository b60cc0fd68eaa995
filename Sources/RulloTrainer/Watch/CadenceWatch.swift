/// Tells a frozen cadence sensor from a rider who pedals steadily, in ride time.
///
/// What shows that a sensor lives is its own counter of crank revolutions, not that its number
/// changes: a rider at a constant 80 rpm gives the same number for minutes, and how coarse the number
/// is differs between devices. It is measured here. Without a counter the watch says that it cannot
/// tell. Source: a field log in which such an alarm went off on people who pedalled well.
public struct CadenceWatch: Hashable, Sendable {
  public enum Verdict: Hashable, Sendable {
    /// Nothing was heard of cadence: a device without it.
    case silent
    /// The counter advances, or nobody pedals.
    case alive
    /// A number, but no counter: a steady rider and a frozen sensor look the same.
    case cannotTell(Steadiness)
    /// The counter has stood since `since` although there is power.
    case frozen(since: Int64)
  }

  /// How long a number has stood, and how fine the device's numbers are.
  public struct Steadiness: Hashable, Sendable {
    /// In nanoseconds.
    public var duration: Int64

    /// The greatest common divisor of all differences, in steps of 0.5 rpm; `nil` before the first.
    public var resolution: Int?

    public init(duration: Int64, resolution: Int?) {
      self.duration = duration
      self.resolution = resolution
    }
  }

  /// How long a counter may stand with power above 0, in nanoseconds of ride time.
  public let patience: Int64

  public private(set) var verdict = Verdict.silent

  /// When an alarm was raised and for which stretch; one for each time a sensor froze.
  public private(set) var alarms: [Alarm] = []

  public struct Alarm: Hashable, Sendable {
    /// The ride time at which patience ran out: it does not depend on when a value arrived.
    public let time: Int64
    public let since: Int64
  }

  /// More alarms than this are not kept.
  public static let longestList = 1_000

  private var hasPower = false
  private var counter: Counter?

  private struct Counter: Hashable {
    let revolutions: UInt16
    let eventTime: UInt16
  }

  /// Since when the counter stands while there is power; `nil` while nobody pedals.
  private var standing: Int64?
  private var number: Int?
  private var numberSince: Int64 = 0
  private var resolution: Int?

  public init(patience: Duration = .seconds(10)) {
    let (seconds, attoseconds) = patience.components
    self.patience = max(0, min(seconds, 1_000_000)) * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// Takes a cadence in steps of 0.5 rpm as Indoor Bike Data has it; 0 is a rider who stands.
  public mutating func cadence(_ halves: Int, at time: Int64) {
    if let number, number != halves {
      resolution = Self.divisor(resolution ?? 0, abs(number - halves))
      numberSince = time
    } else if number == nil {
      numberSince = time
    }
    number = halves
    judge(at: time)
  }

  /// Takes the power in watts: without it nobody pedals.
  public mutating func power(_ watts: Int, at time: Int64) {
    let had = hasPower
    hasPower = watts > 0
    if hasPower != had { standing = hasPower ? time : nil }
    judge(at: time)
  }

  /// Takes the crank counter and its event time in 1/1024 s (Cycling Power 2A63, CSC 2A5B).
  public mutating func crank(revolutions: UInt16, eventTime: UInt16, at time: Int64) {
    let found = Counter(revolutions: revolutions, eventTime: eventTime)
    if counter == found {
      if hasPower, standing == nil { standing = time }
    } else {
      counter = found
      standing = hasPower ? time : nil
    }
    judge(at: time)
  }

  /// Says how far ride time has come where no value does: a sensor may go silent altogether.
  public mutating func timePassed(to time: Int64) { judge(at: time) }

  private mutating func judge(at time: Int64) {
    guard counter != nil else {
      if number == nil { return }
      verdict = .cannotTell(
        Steadiness(duration: max(0, time &- numberSince), resolution: resolution))
      return
    }
    guard hasPower, let standing, time &- standing >= patience else {
      verdict = .alive
      return
    }
    if case .frozen = verdict {
    } else if alarms.count < Self.longestList {
      alarms.append(Alarm(time: standing &+ patience, since: standing))
    }
    verdict = .frozen(since: standing)
  }

  private static func divisor(_ one: Int, _ other: Int) -> Int {
    var (left, right) = (one, other)
    while right != 0 { (left, right) = (right, left % right) }
    return left
  }
}
