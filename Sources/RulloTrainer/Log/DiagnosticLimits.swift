/// How much a ring of events keeps: whichever limit comes first.
public struct DiagnosticLimits: Hashable, Sendable {
  public var events: Int

  /// The sum of the values' octets.
  public var octets: Int

  /// Age against the newest event, in nanoseconds.
  public var age: Int64

  public init(events: Int, octets: Int, age: Int64) {
    self.events = max(1, events)
    self.octets = max(0, octets)
    self.age = max(0, age)
  }

  /// 113,000 events are 90 minutes at 20.9 a second; two hours at most.
  public static let streams = DiagnosticLimits(
    events: 113_000, octets: 4 << 20, age: 7_200_000_000_000)

  /// A day of control traffic.
  public static let control = DiagnosticLimits(
    events: 16_384, octets: 1 << 20, age: 86_400_000_000_000)
}
