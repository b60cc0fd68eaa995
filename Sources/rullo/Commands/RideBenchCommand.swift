import RulloBase
import RulloBluetooth
import RulloRecordings
import RulloSimulator

/// `rullo ride-bench`: rides that nobody keeps, for `scripts/bench`, which sees time and memory.
struct RideBenchCommand: Command {
  static let name = "ride-bench"
  static let abstract = "Ride a number of rides of half an hour, one after the other."
  static let discussion = """
    Each has a rider of its own seed on a simulated KICKR CORE; events are digested
    and forgotten. Exit code 1 where two rides are the same.
    """
  static let parameters: [Parameter<RideBenchCommand>] = [
    Parameter(kind: .positional, name: "RIDES", help: "How many; 50 unless said.") {
      (command, word) throws(UsageError) in
      guard let rides = Int(word), (1...1_000).contains(rides) else {
        throw UsageError("'\(word)' is no number of rides from 1 to 1000")
      }
      command.rides = rides
    }
  ]

  var rides = 50

  func run(_ console: inout Console) -> ExitCode {
    let profile = DeviceProfile.kickrCore
    let route = Route(stretches: (1...40).map { (length: 500, percent: Double($0 % 7) - 2) })
    var digests: [String] = []
    var events = 0
    for seed in 0..<UInt64(rides) {
      var tap = EngineTap(SessionDigests(), profile: profile)
      var ride = Ride(
        FakeTrainer(profile, rider: Rider(.different, seed: seed), seed: seed), route: route,
        duration: 1_800_000_000_000)
      ride.finish(&tap)
      let sink = tap.intoSink()
      events += sink.count
      digests.append(sink.session)
    }
    let isRight = Set(digests).count == rides
    console.text.append("\(rides) rides, \(events) events\(isRight ? "" : ", SAME RIDES")\n")
    return isRight ? .done : .difference
  }
}
