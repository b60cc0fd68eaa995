import RulloBase
import RulloBluetooth
import RulloCaptureFiles
import RulloFieldLogs
import RulloRecordings
import RulloSimulator

/// Writes a ride as a recording in any format that is written.
struct RideOutput {
  let path: String
  let format: OutputFormat

  /// Runs the ride to its end; a pace is how many times faster than real time it goes.
  func write(_ ride: Ride, of profile: DeviceProfile, pace: Int?) throws -> Ride.Summary {
    let file = try OutputFile(path: path)
    let summary: Ride.Summary
    switch format {
    case .session:
      let source = SessionSource(file: Source.name(path), format: "simulation")
      var tap = EngineTap(SessionTextWriter(source: source) { file.write($0) }, profile: profile)
      summary = Self.run(ride, &tap, pace) { $0.flush() }
      var writer = tap.intoSink()
      writer.finish()
    case .appLog:
      var tap = EngineTap(AppLogWriter { file.write($0) }, profile: profile)
      summary = Self.run(ride, &tap, pace) { _ in }
      var writer = tap.intoSink()
      writer.finish()
    case .capture(let target):
      let composer = PacketComposer(
        Self.catalogue(ride, of: profile), CaptureWriter(target) { file.write($0) })
      var tap = EngineTap(composer, profile: profile)
      summary = Self.run(ride, &tap, pace) { _ in }
      var written = tap.intoSink()
      written.finish()
      written.sink.finish()
    }
    try file.finish()
    return summary
  }

  /// Who takes part: told by the opening of the same ride.
  private static func catalogue(_ ride: Ride, of profile: DeviceProfile) -> DeviceCatalogue {
    var opening = ride
    var tap = EngineTap(DeviceCatalogue(), profile: profile)
    opening.advance(to: 10_000_000_000, &tap)
    return tap.intoSink()
  }

  private static func run<Sink: EventSink & ~Copyable>(
    _ ride: Ride, _ tap: inout EngineTap<Sink>, _ pace: Int?,
    _ flush: (inout Sink) -> Void
  ) -> Ride.Summary {
    var ride = ride
    guard let pace else {
      ride.finish(&tap)
      return ride.summary
    }
    while !ride.isOver {
      ride.advance(to: ride.trainer.now + 100_000_000, &tap)
      tap.withSink(flush)
      Console.sleep(nanoseconds: 100_000_000 / Int64(pace))
    }
    return ride.summary
  }
}
