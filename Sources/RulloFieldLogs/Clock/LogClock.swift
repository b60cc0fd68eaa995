internal import RulloBase
public import RulloBluetooth

/// Turns the stamps of lines into nanoseconds: midnight, steps back, and lines without a stamp.
///
/// The first exchange decides what kind of clock a log has.
@usableFromInline
struct LogClock: Sendable {
  /// `nil` before the first exchange.
  @usableFromInline var kind: Clock.Kind?

  /// The clock's step as the first exchange writes it.
  @usableFromInline var resolution: Int64 = 0
  private var start = Instant()

  /// The time of day of the last stamp and the days passed since the first, in nanoseconds.
  @usableFromInline var lastOfDay: Int64 = 0
  @usableFromInline var days: Int64 = 0
  @usableFromInline var lastTime: Int64 = 0

  /// The last time of each writer that counts from the line before of its own.
  private var writers: [[UInt8]: Int64] = [:]
  private static let mostWriters = 256

  @usableFromInline static let day: Int64 = 86_400_000_000_000

  /// The most days that a log without dates may span; beyond them 64 bits would not do.
  @usableFromInline static let mostDays: Int64 = 36_500

  @usableFromInline init() {}

  /// What a stamp was found to be besides its time.
  struct Reading {
    var time = Event.noTime
    var isStepBack = false
    var isOtherKind = false
    var isOutOfRange = false
    var lacksZone = false
    var isCoarse = false
  }

  /// The clock of the recording, once the first exchange has been read.
  var clock: Clock {
    switch kind {
    case .absolute: Clock(kind: .absolute, resolution: resolution, start: start)
    case .timeOfDay: Clock(kind: .timeOfDay, resolution: resolution)
    case .elapsed: Clock(kind: .elapsed, resolution: resolution, start: start)
    default: Clock(kind: .none, resolution: 0)
    }
  }

  /// The time of a later stamp of the same day, or `nil` where more than that must be looked at.
  @inlinable @inline(__always)
  mutating func next(ofDay: Int64) -> Int64? {
    let step = ofDay - lastOfDay
    guard step >= 0, step <= Self.day / 2, kind == .timeOfDay else { return nil }
    lastOfDay = ofDay
    lastTime = days * Self.day + ofDay
    return lastTime
  }

  /// The time of a line; nanoseconds since midnight of the first day, or since the first date.
  mutating func read(_ stamp: Stamp?) -> Reading {
    var reading = Reading()
    let isFirst = kind == nil
    if isFirst {
      kind = stamp?.kind ?? Clock.Kind.none
      resolution = stamp?.resolution ?? 0
      reading.lacksZone = stamp.map { $0.hasDate && !$0.hasZone } ?? false
      if let stamp, stamp.kind != .timeOfDay, !stamp.isDelta { start = stamp.instant }
    }
    guard let stamp, stamp.kind == kind else {
      reading.isOtherKind = stamp != nil
      return reading
    }
    if stamp.isDelta {
      guard let time = later(stamp) else {
        reading.isOutOfRange = true
        return reading
      }
      reading.isStepBack = !isFirst && time < lastTime && stamp.writer == nil
      reading.isCoarse = stamp.resolution > resolution
      lastTime = time
      if let writer = stamp.writer, writers.count < Self.mostWriters { writers[writer] = time }
      reading.time = time
      return reading
    }
    if stamp.kind != .timeOfDay {
      guard let time = stamp.instant.nanoseconds(since: start) else {
        reading.isOutOfRange = true
        return reading
      }
      reading.isStepBack = !isFirst && time < lastTime
      lastTime = time
      reading.time = time
      return reading
    }
    let ofDay = stamp.instant.seconds * 1_000_000_000 + stamp.instant.nanoseconds
    if !isFirst { turnDay(ofDay) }
    lastOfDay = ofDay
    reading.time = days * Self.day + ofDay
    reading.isStepBack = !isFirst && reading.time < lastTime
    lastTime = reading.time
    return reading
  }

  /// The time that is a step behind the last line, or behind the last one of the same writer.
  private func later(_ stamp: Stamp) -> Int64? {
    guard let step = stamp.instant.nanoseconds(since: Instant()) else { return nil }
    let (time, isTooFar) = (stamp.writer.flatMap { writers[$0] } ?? lastTime)
      .addingReportingOverflow(step)
    return isTooFar || time.magnitude > Instant.furthest.magnitude ? nil : time
  }

  /// Lets the time of a line pass that is no exchange: only steps from line to line count on.
  mutating func pass(_ stamp: Stamp) {
    guard stamp.isDelta, kind != .timeOfDay, kind != .absolute, let time = later(stamp) else {
      return
    }
    lastTime = time
    if let writer = stamp.writer, writers.count < Self.mostWriters { writers[writer] = time }
  }

  /// More than half a day back is a new day, more than half a day ahead is the day before.
  private mutating func turnDay(_ ofDay: Int64) {
    if lastOfDay - ofDay > Self.day / 2 {
      days = min(days + 1, Self.mostDays)
    } else if ofDay - lastOfDay > Self.day / 2 {
      days = max(days - 1, -Self.mostDays)
    }
  }
}
