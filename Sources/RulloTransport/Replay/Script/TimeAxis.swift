internal import RulloBluetooth
internal import RulloRecordings

/// The time axis of a replay.
enum TimeAxis {
  /// For each event its place in nanoseconds, never going back, with long intervals shortened as
  /// asked; without a clock the position stands for it.
  static func of(
    _ recording: Recording, hasClock: Bool, _ options: ReplayOptions
  ) -> [Int64] {
    guard hasClock else { return recording.events.indices.map(Int64.init) }
    var axis: [Int64] = []
    axis.reserveCapacity(recording.events.count)
    var last: Int64?
    var place: Int64 = 0
    for event in recording.events {
      if event.hasTime {
        // Times are within 2⁶⁰ of each other, so that differences fit.
        var interval = max(0, event.time &- (last ?? event.time))
        if let removal = options.gapRemoval, interval > removal { interval = 0 }
        if let limit = options.gapLimit { interval = min(interval, limit) }
        place = place.addingReportingOverflow(interval).partialValue
        last = max(last ?? event.time, event.time)
      }
      axis.append(place)
    }
    return axis
  }
}
