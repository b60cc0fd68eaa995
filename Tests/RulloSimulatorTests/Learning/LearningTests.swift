import RulloBase
import RulloBluetooth
import RulloRecordings
import RulloSimulator
import Testing

@Suite("learning") struct LearningTests {
  static func learned(_ profile: DeviceProfile, seconds: Int64) throws -> DeviceProfile {
    var tap = EngineTap(ProfileLearner(), profile: profile)
    // A rider who is never the same: what stands still is then the device's own.
    let trainer = FakeTrainer(profile, rider: Rider(.goodDay, seed: 3))
    var ride = Ride(trainer, route: nil, duration: seconds * 1_000_000_000)
    ride.finish(&tap)
    return try tap.intoSink().profile(name: "learned", recording: "ride")
  }

  @Test(
    "what is learned of a simulated device is what its profile says",
    arguments: DeviceProfile.builtIn)
  func everyProfile(profile: DeviceProfile) throws {
    let learned = try Self.learned(profile, seconds: 120)
    let comparison = ProfileComparison(profile, with: learned)
    #expect(comparison.rows.count > 4)
    // The wheel's circumference is a quotient of two means, where it can be learned at all.
    let departures = comparison.departures.filter { $0.name != "bike.wheel_mm" }
    #expect(departures.map(\.name) == [], "\(departures)")
  }

  @Test("a learned profile is a profile: it reads back and rides") func rides() throws {
    let learned = try Self.learned(.kickrCore, seconds: 60)
    let again = try DeviceProfile(Array(learned.json.utf8))
    #expect(again == learned)
    #expect(again.value("streams.2AD2", "grid_us").value == .integer(90_000))
    // Nine steps, two of them in one slot: the rhythm of captures/kickr-core-10hz.log.
    #expect(
      again.value("streams.2AD2", "steps").value == .integers([0, 2, 0, 1, 1, 2, 1, 1, 1]))
    let recording = RideTests.recording(again, seconds: 30)
    #expect(recording.events.last?.kind == .disconnect)
  }

  @Test("a profile that departs is told where") func departures() throws {
    let learned = try Self.learned(.kickrCore, seconds: 60)
    let hub = try #require(DeviceProfile.builtIn("zwift-hub"))
    let names = ProfileComparison(hub, with: learned).departures.map(\.name)
    #expect(names.contains("1826/2ACC reads"))
    #expect(names.contains("streams.2AD2 rate"))
    #expect(names.contains("1826/2AD3"))
  }

  @Test("a recording without a stream and a control point teaches nothing") func nothing() {
    #expect(throws: ProfileFailure.self) {
      try ProfileLearner().profile(name: "x", recording: "empty")
    }
  }

  @Test(
    "the app of a ride gets the same answers again",
    arguments: [
      "generic-ftms", "saris-h3", "elite-direto-xr", "ftms-without-simulation",
    ])
  func recordedClient(name: String) throws {
    let profile = try #require(DeviceProfile.builtIn(name))
    let recording = RideTests.recording(profile, seconds: 20)
    let answers = RecordedClient(recording, device: 0, trainer: FakeTrainer(profile)).answers
    #expect(answers.count > 15)
    #expect(answers.filter { !$0.agrees } == [])
    // Another machine answers some of it otherwise.
    let other = RecordedClient(recording, device: 0, trainer: FakeTrainer(.kickrCore)).answers
    #expect(other.contains { !$0.agrees })
  }
}
