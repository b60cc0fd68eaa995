import RulloBase
import RulloBluetooth
import RulloFitness
import RulloMeasurements
import RulloRecordings
import RulloSimulator
import Testing

@Suite("rides") struct RideTests {
  static func ride<Sink: EventSink>(
    _ profile: DeviceProfile, rider: Rider = Rider(), route: Route? = nil, seconds: Int64? = nil,
    into sink: Sink
  ) -> (summary: Ride.Summary, sink: Sink) {
    var tap = EngineTap(sink, profile: profile)
    var ride = Ride(
      FakeTrainer(profile, rider: rider), route: route,
      duration: seconds.map { $0 * 1_000_000_000 })
    ride.finish(&tap)
    return (ride.summary, tap.intoSink())
  }

  static func recording(
    _ profile: DeviceProfile, rider: Rider = Rider(), route: Route? = nil, seconds: Int64? = nil
  ) -> Recording {
    ride(profile, rider: rider, route: route, seconds: seconds, into: Recording()).sink
  }

  /// The control point writes of a recording, in order.
  static func writes(_ recording: Recording) -> [(time: Int64, octets: [UInt8])] {
    recording.events.indices.compactMap { place in
      let event = recording.events[place]
      guard event.kind == .writeRequest, recording.attribute(of: event)?.uuid == 0x2AD9 else {
        return nil
      }
      return (event.time, Array(recording.value(at: place)))
    }
  }

  /// The slopes sent, in steps of 0.01 %.
  static func grades(_ recording: Recording) -> [(time: Int64, steps: Int16)] {
    writes(recording).compactMap { write in
      guard write.octets.first == 0x11, write.octets.count >= 5 else { return nil }
      let bits = UInt16(write.octets[3]) | UInt16(write.octets[4]) << 8
      return (write.time, Int16(bitPattern: bits))
    }
  }

  static func digest(_ recording: Recording) -> String {
    var digests = SessionDigests()
    recording.replay(into: &digests)
    return digests.session
  }

  @Test("two constant rides are the same octets, and their ghost is nowhere else") func ghost() {
    let one = Self.ride(.kickrCore, seconds: 300, into: Recording())
    let other = Self.ride(.kickrCore, seconds: 300, into: Recording())
    #expect(Self.digest(one.sink) == Self.digest(other.sink))
    #expect(one.sink.events.count > 6_000)
    #expect(one.summary == other.summary)
    // Gap of the two at every event: zero.
    let gaps = zip(one.sink.events, other.sink.events).map { $0.time - $1.time }
    #expect(gaps.allSatisfy { $0 == 0 })
  }

  @Test("different rides differ, and each repeats under its seed") func seeds() {
    func ride(_ seed: UInt64) -> String {
      Self.digest(
        Self.recording(.kickrCore, rider: Rider(.different, seed: seed), seconds: 120))
    }
    let digests = (0..<6 as Range<UInt64>).map(ride)
    #expect(Set(digests).count == 6)
    #expect(digests == (0..<6 as Range<UInt64>).map(ride))
  }

  @Test("forms differ: a good day goes further than a bad one") func forms() {
    func metres(_ form: Rider.Form) -> Double {
      Self.ride(.genericFTMS, rider: Rider(form, seed: 4), seconds: 3_600, into: SessionDigests())
        .summary.distance
    }
    let (constant, good, bad) = (metres(.constant), metres(.goodDay), metres(.badDay))
    #expect(good > constant)
    #expect(bad < constant)
  }

  @Test("three hours on a steady climb: way and work by hand") func threeHours() throws {
    // 5 % with 250 W, 85 kg, Crr 0.004, Cw 0.51: sin = 0.05 / √1.0025 = 0.0499376, cos = 0.9987523.
    // F = 85 × 9.80665 × (0.0499376 + 0.004 × 0.9987523) + 0.255 v² = 44.95696 + 0.255 v².
    // 250 = v F: v = 5.2 gives 5.2 × 51.85216 = 269.63; v = 4.87 gives 4.87 × 51.00477 = 248.39;
    // v = 4.895 gives 4.895 × 51.06702 = 249.97; v = 4.8954 gives 4.8954 × 51.06802 = 249.998.
    // Three hours at 4.8954 m/s are 52,870 m; 250 W are 2,700,000 J.
    let route = try #require(Route(stretches: [(200_000, 5)]))
    let rider = Rider(.constant, watts: 250)
    let (summary, sink) = Self.ride(
      .genericFTMS, rider: rider, route: route, seconds: 10_800, into: SessionDigests())
    #expect(abs(summary.distance - 52_870) < 60)
    #expect(abs(summary.work - 2_700_000) < 2_700_000 * 0.0005)
    // 20 notifications in 3 s on each of two streams: 13.3 a second.
    #expect(sink.count > 140_000)
  }

  @Test("fourteen climbs: their boundaries are in the grades sent") func climbs() throws {
    // Each: 600 m of flat road, then 400 m of a grade of its own: 2.0, 2.5 … 8.5 %.
    let stretches = (0..<14).flatMap { climb -> [(Double, Double)] in
      [(600, 0), (400, 2 + Double(climb) / 2)]
    }
    let route = try #require(
      Route(stretches: stretches.map { (length: $0.0, percent: $0.1) }))
    let recording = Self.recording(.kickrCore, rider: Rider(.constant, watts: 220), route: route)
    var changes: [Int16] = []
    for grade in Self.grades(recording) where grade.steps != changes.last {
      changes.append(grade.steps)
    }
    let wanted = (0..<14).flatMap { climb -> [Int16] in [0, Int16(200 + 50 * climb)] }
    #expect(changes == wanted)
    // Where each boundary was met: by the speed of the notifications, within two seconds of way.
    var way = 0.0
    var last: (time: Int64, speed: Double)?
    var boundary = 0
    var sent: Int16 = 0
    for place in recording.events.indices {
      let event = recording.events[place]
      let uuid = recording.attribute(of: event)?.uuid
      let octets = Array(recording.value(at: place))
      if uuid == 0x2AD2, event.kind == .notification {
        let speed = try #require(try IndoorBikeData(decoding: octets).instantaneousSpeed)
        if let last { way += last.speed * Double(event.time - last.time) / 1e9 }
        last = (event.time, speed.doubleValue / 3.6)
      } else if uuid == 0x2AD9, event.kind == .writeRequest, octets.first == 0x11 {
        let steps = Int16(bitPattern: UInt16(octets[3]) | UInt16(octets[4]) << 8)
        guard steps != sent else { continue }
        sent = steps
        let metres = Double(boundary / 2) * 1_000 + (boundary % 2 == 0 ? 600 : 1_000)
        #expect(way >= metres - 1 && way < metres + 26, "boundary \(boundary) at \(way)")
        boundary += 1
      }
    }
    #expect(boundary == 27)
  }

  @Test("a whole session: link, reads, indications before the first write, control, end")
  func session() throws {
    let recording = Self.recording(.kickrCore, seconds: 30)
    let kinds = recording.events.map(\.kind)
    #expect(kinds.first == .connect)
    #expect(kinds.dropFirst().first == .mtu)
    #expect(kinds.last == .disconnect)
    let writes = Self.writes(recording).map(\.octets)
    #expect(writes.prefix(2) == [[0x00], [0x07]])
    #expect(writes.dropFirst(2).allSatisfy { $0 == [0x11, 0, 0, 0, 0, 0x28, 0x33] })
    // Unchanged slopes come again every two seconds.
    #expect((12...15).contains(writes.count - 2))
    let subscription = try #require(
      recording.events.firstIndex {
        $0.kind == .subscribe && recording.attribute(of: $0)?.uuid == 0x2AD9
      })
    let write = try #require(kinds.firstIndex(of: .writeRequest))
    #expect(subscription < write)
    #expect(Array(recording.value(at: subscription)) == [0x02, 0x00])
    #expect(recording.devices[0].name == "KICKR CORE C26B")
    #expect(recording.devices[0].firmware == "1.5.36")
    #expect(zip(recording.events, recording.events.dropFirst()).allSatisfy { $0.time <= $1.time })
  }

  @Test("a bike without simulation is given resistance levels instead") func fallback() throws {
    // 4.00 % is level 11 (devices, section 8): 110 = 0x6E in steps of 0.1.
    let route = try #require(Route(stretches: [(2_000, 4)]))
    let recording = Self.recording(.ftmsWithoutSimulation, route: route, seconds: 60)
    let writes = Self.writes(recording).map(\.octets).filter { $0.first == 0x04 }
    #expect(!writes.isEmpty)
    #expect(writes.allSatisfy { $0 == [0x04, 0x6E, 0x00] })
    #expect(Self.grades(recording).isEmpty)
  }

  static func rate(_ profile: DeviceProfile, rider: Rider, seconds: Int64) -> RateReport {
    var tap = EngineTap(RateMeter(), profile: profile)
    var ride = Ride(
      FakeTrainer(profile, rider: rider), route: nil, duration: seconds * 1_000_000_000)
    ride.finish(&tap)
    let meter = tap.intoSink()
    return RateReport(meter, file: "ride", format: "ride")
  }

  @Test("rate of a simulated KICKR CORE: 11 a second on a grid of 90 ms, 4 turns of the wheel")
  func rate() throws {
    // 165 W on the flat is about 29.3 km/h, the speed of captures/kickr-core-10hz.log.
    let report = Self.rate(.kickrCore, rider: Rider(.constant, watts: 165), seconds: 600)
    let bike = try #require(report.streams.first { $0.attribute?.uuid == 0x2AD2 })
    let power = try #require(report.streams.first { $0.attribute?.uuid == 0x2A63 })
    for stream in [bike, power] {
      let rate = try #require(stream.rate?.rate).doubleValue
      #expect((10.9...11.3).contains(rate))
      #expect(stream.grid?.spacing == 90_000_000)
      #expect(stream.longestRun >= 3)
    }
    let wheel = try #require(power.wheel?.rate).doubleValue
    #expect((3.7...4.2).contains(wheel))
    let crank = try #require(power.crank?.perMinute).doubleValue
    #expect((79.5...80.5).contains(crank))
    // Wheel and crank bring news at most 3.9 + 1.3 times a second, sometimes both at once.
    let fresh = try #require(power.freshRate).doubleValue
    #expect((3.8...5.3).contains(fresh))
  }

  @Test("with a rider who is not steady, bike data are new with each turn of the wheel")
  func freshness() throws {
    let report = Self.rate(.kickrCore, rider: Rider(.goodDay, watts: 150, seed: 1), seconds: 300)
    let bike = try #require(report.streams.first { $0.attribute?.uuid == 0x2AD2 })
    let fresh = try #require(bike.freshRate).doubleValue
    #expect((2.8...4.5).contains(fresh))
  }

  @Test("fifty rides in one run: the memory of one") func fiftyRides() throws {
    let route = try #require(Route(stretches: [(500, 1), (500, -1)]))
    var digests: Set<String> = []
    for seed in 0..<50 as Range<UInt64> {
      let (summary, sink) = Self.ride(
        .kickrCore, rider: Rider(.different, seed: seed), route: route, into: SessionDigests())
      #expect(summary.distance > 990)
      digests.insert(sink.session)
    }
    #expect(digests.count == 50)
    // A ride keeps no event: what it holds is a value of fixed size, whatever it has passed on.
    #expect(MemoryLayout<Ride>.size < 8_192)
  }

  @Test(
    "a sensor without a control point rides the road itself",
    arguments: [
      "heart-rate-strap", "cadence-sensor", "power-meter",
    ])
  func sensors(name: String) throws {
    let profile = try #require(DeviceProfile.builtIn(name))
    let route = try #require(Route(stretches: [(1_000, 3)]))
    let (summary, recording) = Self.ride(profile, route: route, into: Recording())
    #expect(summary.distance >= 1_000 && summary.distance < 1_030)
    #expect(Self.writes(recording).isEmpty)
    #expect(recording.events.filter { $0.kind == .notification }.count > 60)
  }

  @Test("every profile rides to the end", arguments: DeviceProfile.builtIn)
  func everyProfile(profile: DeviceProfile) {
    let (summary, recording) = Self.ride(profile, seconds: 60, into: Recording())
    #expect(recording.events.last?.kind == .disconnect)
    #expect(summary.duration >= 60_000_000_000 && summary.duration < 62_000_000_000)
    #expect(summary.values > 50)
    #expect(summary.refused == 0)
  }
}
