import RulloBase
import RulloBluetooth
import RulloImporting
import RulloSimulator

/// `rullo simulate`: a ride on a trainer that isn't there, written as a recording.
struct SimulateCommand: Command {
  static let name = "simulate"
  static let abstract = "Ride a simulated trainer along a route, and write it as a recording."
  static let discussion = """
    Example: rullo simulate --profile kickr-core --duration 60 -o ride.session.txt
             rullo simulate --profile elite-direto-xr --route alps.gpx -o ride.btsnoop
             rullo simulate --grades 2000@0,1500@7.5 --rider bad-day --seed 7 -o r.log
             rullo simulate --duration 60 --speed 1 | my-program

    Rullo's own client connects, reads, subscribes, asks for control and sends the
    grade of the place that the ride has come to. Times are ride seconds, and the
    octets are the same at every speed: --speed holds back what goes to standard
    output (1 is real time), a file is written at once.
    A profile is a name of 'rullo profile list' or a FILE.json of your own.
    Riders: constant; good-day; bad-day; different (drawn from the seed). Without
    --seed, 'different' draws one and prints it.
    """

  static let parameters: [Parameter<SimulateCommand>] = [
    .option("--profile", short: "p", "NAME", "The device; generic-ftms unless said.") {
      $0.profile = $1
    },
    .option("--route", short: "r", "FILE.gpx", "Ride along this track.") { $0.route = $1 },
    .option("--grades", "M@%,…", "Ride these metres at these percents.") { $0.grades = $1 },
    .option("--rider", "FORM", "constant, good-day, bad-day or different.") {
      (command, word) throws(UsageError) in
      guard let form = Rider.Form(rawValue: word) else {
        throw UsageError("'\(word)' is no rider; constant, good-day, bad-day and different are")
      }
      command.form = form
    },
    .option("--watts", "W", "The rider's power on the flat; 150 unless said.") {
      (command, word) throws(UsageError) in
      command.watts = try number(word, "--watts", 1...2_000)
    },
    .option("--cadence", "RPM", "The rider's cadence; 80 unless said.") {
      (command, word) throws(UsageError) in
      command.cadence = try number(word, "--cadence", 0...250)
    },
    .option("--seed", "N", "Repeat the ride of this seed.") {
      (command, word) throws(UsageError) in
      guard let seed = UInt64(word) else {
        throw UsageError("'\(word)' is no seed: a number from 0 to \(UInt64.max)")
      }
      command.seed = seed
    },
    .option("--duration", "SECONDS", "End after this time; 60 without a route.") {
      (command, word) throws(UsageError) in
      command.duration = try number(word, "--duration", 1...86_400)
    },
    .option("--speed", "N", "Run N times as fast as real time to standard output.") {
      (command, word) throws(UsageError) in command.speed = try number(word, "--speed", 1...100_000)
    },
    .option("--format", "NAME", "Write this format, as 'rullo convert' has them.") {
      $0.format = $1
    },
    .option("--output", short: "o", "FILE", "Where to; its ending is the format. - is default.") {
      $0.output = $1
    },
  ]

  var profile = "generic-ftms"
  var route: String?
  var grades: String?
  var form = Rider.Form.constant
  var watts = 150
  var cadence = 80
  var seed: UInt64?
  var duration: Int?
  var speed: Int?
  var format: String?
  var output = "-"

  func run(_ console: inout Console) throws -> ExitCode {
    if route != nil, grades != nil {
      throw UsageError("--route and --grades exclude each other")
    }
    let profile = try ProfileChoice.profile(profile)
    let (route, leftOut) = try chosenRoute()
    let seed = self.seed ?? (form == .different ? UInt64.random(in: 0...0xFFFF_FFFF) : 0)
    let rider = Rider(form, watts: Double(watts), pace: Double(cadence), seed: seed)
    let end = duration ?? (route == nil ? 60 : nil)
    let ride = Ride(
      FakeTrainer(profile, rider: rider, seed: seed), route: route,
      duration: end.map { Int64($0) * 1_000_000_000 })
    let pace = output == "-" ? speed : nil
    if speed != nil, pace == nil {
      console.complain("note: a file is written at once; --speed paces standard output alone")
    }
    let summary = try RideOutput(path: output, format: chosenFormat()).write(
      ride, of: profile, pace: pace)
    if leftOut > 0 {
      console.complain("note: \(leftOut) points of the track have no position and were left out")
    }
    if form == .different, self.seed == nil {
      console.complain("note: this ride repeats under --seed \(seed)")
    }
    if let remark = summary.remark { console.complain("note: \(remark)") }
    if let route, Int(summary.distance) + 100 < Int(route.length), duration == nil {
      console.complain("note: the ride was ended after 24 hours, before the end of the route")
    }
    console.complain(Self.account(summary, of: profile))
    return .done
  }

  /// `kickr-core: 61 s, 430 m, 9.1 kJ; 1341 values; 30 set-points taken`.
  private static func account(_ summary: Ride.Summary, of profile: DeviceProfile) -> String {
    let seconds = summary.duration / 1_000_000_000
    let metres = Int64(summary.distance)
    let refused = summary.refused > 0 ? ", \(summary.refused) refused" : ""
    return "\(profile.name): \(seconds) s, \(metres) m, "
      + "\(tenths(Int64(summary.work), 1_000)) kJ; \(summary.values) values; "
      + "\(summary.accepted) set-points taken\(refused)"
  }

  private static func tenths(_ value: Int64, _ unit: Int64) -> String {
    "\(value / unit).\(value % unit * 10 / unit)"
  }

  private func chosenFormat() throws(UsageError) -> OutputFormat {
    if let format { return try OutputFormat(name: format) }
    return output == "-" ? .session : try OutputFormat(path: output)
  }

  private func chosenRoute() throws -> (route: Route?, leftOut: Int) {
    if let path = route {
      let track = try GPXTrack(path: path)
      let points = track.points.map {
        TrackPoint(latitude: $0.latitude, longitude: $0.longitude, elevation: $0.elevation)
      }
      guard let route = Route(track: points) else {
        throw InputError("\(path): its track stays in one place")
      }
      return (route, track.leftOut)
    }
    guard let grades else { return (nil, 0) }
    var stretches: [(length: Double, percent: Double)] = []
    for part in grades.split(separator: ",") {
      let numbers = part.split(separator: "@").map { Double($0) }
      guard numbers.count == 2, let length = numbers[0], let percent = numbers[1], length > 0,
        length <= 1_000_000, abs(percent) <= 40
      else {
        throw UsageError("'\(part)' is no stretch; 1500@7.5 is 1500 m at 7.5 %, at most 40 %")
      }
      stretches.append((length, percent))
    }
    guard let route = Route(stretches: stretches) else {
      throw UsageError("--grades names no stretch; 600@0,400@7.5 is two")
    }
    return (route, 0)
  }

  private static func number(
    _ word: String, _ option: String, _ range: ClosedRange<Int>
  ) throws(UsageError) -> Int {
    guard let number = Int(word), range.contains(number) else {
      throw UsageError(
        "'\(word)' is no number from \(range.lowerBound) to \(range.upperBound) for \(option)")
    }
    return number
  }
}
