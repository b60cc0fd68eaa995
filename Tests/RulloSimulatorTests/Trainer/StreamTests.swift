import RulloBase
import RulloFitness
import RulloSimulator
import RulloTransport
import Testing

@Suite("streams") struct StreamTests {
  static func stream(
    _ profile: DeviceProfile, _ short: UInt16, seconds: Int64, started: Bool = false
  ) -> [(time: Int64, bytes: [UInt8])] {
    var script = TrainerScript(FakeTrainer(profile), subscribing: started)
    if started {
      _ = script.write("00")
      _ = script.write("07")
    }
    script.effects = []
    script.ask(.subscribe(CharacteristicIdentity(short)))
    script.pass(milliseconds: seconds * 1_000)
    return script.values(short)
  }

  @Test("the KICKR CORE delivers about 11 a second on a grid of 90 ms") func kickr() {
    let values = Self.stream(.kickrCore, 0x2AD2, seconds: 90)
    // Nine notifications in nine slots of 90 ms: 100 in 9 s, 1,000 in 90 s; two of nine share a slot
    // with the one before.
    #expect((990...1010).contains(values.count))
    let gaps = zip(values, values.dropFirst()).map { $1.time - $0.time }
    #expect(gaps.allSatisfy { $0 == 1_000_000 || ($0 + 1_000_000) % 90_000_000 <= 1_000_000 })
    #expect(abs(gaps.count { $0 == 1_000_000 } * 9 - values.count * 2) <= 18)
  }

  @Test("flags change with Start: 11 octets, then 20") func zwiftHub() throws {
    let profile = try #require(DeviceProfile.builtIn("zwift-hub"))
    let before = Self.stream(profile, 0x2AD2, seconds: 5)
    let after = Self.stream(profile, 0x2AD2, seconds: 5, started: true)
    #expect(before.allSatisfy { $0.bytes.starts(with: [0x64, 0x02]) && $0.bytes.count == 11 })
    #expect(after.allSatisfy { $0.bytes.starts(with: [0xFE, 0x02]) && $0.bytes.count == 20 })
    #expect(!before.isEmpty && !after.isEmpty)
    for value in before + after {
      let data = try IndoorBikeData(decoding: value.bytes)
      #expect(data.resistanceLevel == 20)
      #expect(data.heartRate == 0)
    }
  }

  @Test("CSC alternates wheel only and both") func alternating() throws {
    let profile = try #require(DeviceProfile.builtIn("zwift-hub"))
    let values = Self.stream(profile, 0x2A5B, seconds: 6)
    #expect(values.map { $0.bytes[0] } == [1, 3, 1, 3, 1, 3])
    #expect(values.map(\.bytes.count) == [7, 11, 7, 11, 7, 11])
  }

  @Test("one wheel event has two clocks: 1/2048 s in 2A63, 1/1024 s in 2A5B") func clocks() throws {
    let profile = try #require(DeviceProfile.builtIn("elite-suito"))
    var script = TrainerScript(FakeTrainer(profile), subscribing: false)
    script.ask(.subscribe(CharacteristicIdentity(0x2A63)))
    script.ask(.subscribe(CharacteristicIdentity(0x2A5B)))
    script.pass(milliseconds: 60_000)
    let power = script.values(0x2A63)
    let csc = script.values(0x2A5B)
    #expect(power.count > 50 && power.count == csc.count)
    var doubled = 0
    for (one, other) in zip(power, csc) {
      let wide = try #require(try CyclingPowerMeasurement(decoding: one.bytes).wheel)
      let narrow = try CSCMeasurement(decoding: other.bytes)
      guard narrow[.cumulativeWheelRevolutions] == ExactDecimal(Int64(wide.revolutions)) else {
        continue
      }
      let ticks = try #require(narrow[.lastWheelEventTime]).coefficient
      #expect((Int64(wide.lastEventTime) / 2 - ticks) % 32_768 == 0)
      doubled += 1
    }
    #expect(doubled > 50)
  }

  @Test("a cadence sensor repeats its octets once nobody pedals") func stop() throws {
    let profile = try #require(DeviceProfile.builtIn("cadence-sensor"))
    let trainer = FakeTrainer(profile, rider: Rider(.constant, watts: 100, pace: 0))
    var script = TrainerScript(trainer, subscribing: false)
    script.ask(.subscribe(CharacteristicIdentity(0x2A5B)))
    script.pass(milliseconds: 10_000)
    #expect(Set(script.values(0x2A5B).map(\.bytes)).count == 1)
  }

  @Test("the D100 never shows a cadence") func noCadence() throws {
    let profile = try #require(DeviceProfile.builtIn("van-rysel-d100"))
    for value in Self.stream(profile, 0x2AD2, seconds: 30) {
      let data = try IndoorBikeData(decoding: value.bytes)
      #expect((data.instantaneousCadence ?? 0) == 0)
      #expect(data.instantaneousPower == 150)
    }
  }

  @Test(
    "every stream of every profile decodes strictly and without a tail",
    arguments: DeviceProfile.builtIn)
  func decodes(profile: DeviceProfile) throws {
    #expect(!profile.streams.isEmpty)
    for stream in profile.streams {
      let short = try #require(stream.short)
      for isStarted in [false, true] where !isStarted || profile.characteristic(0x2AD9) != nil {
        let values = Self.stream(profile, short, seconds: 20, started: isStarted)
        #expect(values.count >= 15)
        for value in values {
          let decoded: any FieldRecord =
            switch short {
            case 0x2AD2: try IndoorBikeData(decoding: value.bytes)
            case 0x2A63: try CyclingPowerMeasurement(decoding: value.bytes)
            case 0x2A5B: try CSCMeasurement(decoding: value.bytes)
            default: try HeartRateMeasurement(decoding: value.bytes)
            }
          #expect(decoded.trailing.isEmpty)
        }
      }
    }
  }

  @Test("octets of the wire by hand") func handMade() throws {
    // A constant rider of 150 W on the flat with Crr 0.004 and Cw 0.51, 85 kg: where is
    // 150 = v (85 × 9.80665 × 0.004 + 0.255 v²)? v = 7.8115 m/s gives 7.8115 × (3.33426 + 15.5600)
    // = 147.59; v = 7.857 m/s gives 7.857 × (3.33426 + 15.7418) = 149.88; v = 7.8594 gives 150.00.
    // 7.8594 m/s is 28.29 km/h, 2829 = 0x0B0D; 80 rpm is 160 = 0xA0; 150 W is 0x96.
    let values = Self.stream(.genericFTMS, 0x2AD2, seconds: 600)
    #expect(values.last?.bytes == [0x44, 0x00, 0x0D, 0x0B, 0xA0, 0x00, 0x96, 0x00])
  }
}
