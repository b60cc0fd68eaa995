import Foundation
import RulloBase
import RulloBluetooth
import RulloMeasurements
import RulloTestSupport
import Testing

@Suite("Derivations")
struct DerivationTests {
  static let vectors = SharedVector.all.filter { $0.derive != nil }

  @Test("of two values are those of the shared vectors", arguments: vectors)
  func derive(vector: SharedVector) throws {
    let derive = try #require(vector.derive)
    let uuid = try #require(BluetoothUUID(vector.uuid))
    var derivation = try #require(CyclingDerivation(uuid))
    _ = octets(vector.previousHex ?? "").withRawSpan { derivation.add($0, arrival: Event.noTime) }
    let answer = vector.bytes.withRawSpan { derivation.add($0, arrival: Event.noTime) }
    for (key, expected) in derive {
      let isWheel = key.contains("wheel") || key == "speed_kmh"
      let step = try #require(isWheel ? answer.wheel : answer.crank)
      let found: Double?
      switch key {
      case "cadence_rpm": found = step.perMinute(places: 8).map(number)
      case "speed_kmh":
        let circumference = try #require(vector.given["wheel_circumference_mm"] as? Int)
        found = step.kilometresPerHour(circumferenceMillimetres: circumference, places: 8)
          .map(number)
      case _ where key.hasSuffix("revolutions"): found = Double(step.revolutions)
      default:
        #expect(key.hasSuffix("ticks\(step.ticksPerSecond)"), "the clock of \(key)")
        found = Double(step.ticks)
      }
      if let expected = expected as? Double {
        let value = try #require(found, "\(key)")
        #expect(abs(value - expected) < 1e-6, "\(key) is \(value)")
      } else {
        #expect(found == nil, "\(key)")
      }
    }
  }

  @Test("of the shared vectors are all there") func coverage() {
    #expect(Self.vectors.count == 9)
  }

  private func number(_ value: ExactDecimal) -> Double { Double(decimal(value)) ?? .nan }

  private func decimal(_ value: ExactDecimal) -> String {
    var text = TextBuffer()
    text.append(value)
    return text.string
  }

  /// The cadences after the first of some values of 2A63, one decimal; `nil` is no new event.
  private func cadences(_ values: [String]) throws -> [String?] {
    var derivation = try #require(CyclingDerivation(0x2A63))
    return values.map { value in
      octets(value).withRawSpan { derivation.add($0, arrival: Event.noTime) }
        .crank?.perMinute().map(decimal)
    }
  }

  @Test("take time differences without a sign (case B1)") func unsigned() throws {
    #expect(
      try cadences([
        "20 00 64 00 10 00 00 FE", "20 00 64 00 11 00 00 02", "20 00 64 00 12 00 00 A2",
      ]) == [nil, "60", "1.5"])
  }

  @Test("roll the event time over (cases B5 and B10)") func rollover() throws {
    #expect(try cadences(["20 00 64 00 10 00 00 FF", "20 00 64 00 11 00 00 03"]) == [nil, "60"])
  }

  @Test("say no new event for a repeat (case B6)") func repeats() throws {
    let still = "20 00 00 00 B6 6E 54 D9"
    #expect(
      try cadences(
        [
          "20 00 10 00 B3 6E 22 CE", "20 00 0C 00 B4 6E 55 D1", "20 00 08 00 B5 6E B6 D4",
          "20 00 19 00 B6 6E 54 D9",
        ] + Array(repeating: still, count: 6))
        == [nil, "75", "71", "52", nil, nil, nil, nil, nil, nil])
  }

  /// One revolution at 20 rpm takes 3 s: until then the last rate holds, then it is 0 (case B6).
  @Test("show the last rate until the time-out, then zero") func timeout() {
    var rate = RotorRate(ticksPerSecond: 1024, isWide: false)
    rate.add(revolutions: 1, time: 0, arrival: 0)
    #expect(rate.perMinute(at: 0) == nil)
    rate.add(revolutions: 2, time: 1024, arrival: 1_000_000_000)
    for second in Int64(2)...8 {
      let step = rate.add(revolutions: 2, time: 1024, arrival: second * 1_000_000_000)
      #expect(step.kind == .repeated)
      #expect(rate.perMinute(at: second * 1_000_000_000) == (second <= 4 ? 60 : 0))
    }
    #expect(rate.clock == .device(ticksPerSecond: 1024))
  }

  /// dr = 0 with dt > 0 while coasting; dr > 0 with dt = 0 (spec/cycling-power).
  @Test("are zero while only the clock moves, and nothing while only the count does")
  func halves() {
    var crank = RevolutionStepper(ticksPerSecond: 1024, isWide: false)
    _ = crank.add(revolutions: 7, time: 100, arrival: 0)
    #expect(crank.add(revolutions: 7, time: 1124, arrival: 1).perMinute() == 0)
    let step = crank.add(revolutions: 8, time: 1124, arrival: 2)
    #expect(step.kind == .withoutTime)
    #expect(step.perMinute() == nil)
  }

  /// The time of a wheel in 2A63 rolls over after 32 s, that of a crank after 64 s.
  @Test("start over after a gap that may hide a roll-over")
  func gaps() {
    var wheel = RevolutionStepper(ticksPerSecond: 2048, isWide: true)
    _ = wheel.add(revolutions: 7, time: 0, arrival: 0)
    #expect(wheel.add(revolutions: 9, time: 2048, arrival: 32_000_000_000).kind == .afterGap)
    #expect(wheel.add(revolutions: 11, time: 4096, arrival: 63_999_999_999).kind == .advanced)
    var crank = RevolutionStepper(ticksPerSecond: 1024, isWide: false)
    _ = crank.add(revolutions: 7, time: 0, arrival: 0)
    #expect(crank.add(revolutions: 9, time: 2048, arrival: 63_999_999_999).kind == .advanced)
    #expect(crank.add(revolutions: 9, time: 2048, arrival: 128_000_000_000).kind == .afterGap)
  }

  @Test("tell a wheel set anew from one that turned backwards") func wheels() {
    var wheel = RevolutionStepper(ticksPerSecond: 1024, isWide: true)
    _ = wheel.add(revolutions: 100_000, time: 0, arrival: 0)
    let back = wheel.add(revolutions: 99_999, time: 1024, arrival: 1)
    #expect(back.kind == .backwards)
    #expect(back.kilometresPerHour(circumferenceMillimetres: 2105) == nil)
    #expect(wheel.add(revolutions: 3, time: 2048, arrival: 2).kind == .reset)
    #expect(wheel.add(revolutions: 4, time: 3072, arrival: 3).revolutions == 1)
  }

  /// 32 Nm for one revolution a second: 32 × 2π = 201.06 W.
  @Test("turn torque into power by the device's clock") func torque() throws {
    var derivation = try #require(CyclingDerivation(0x2A63))
    // Flags: torque present, of the crank, crank data. Torque 0xFF00 → 0x0300 is 1024/32 Nm.
    _ = octets("2C 00 00 00 00 FF 01 00 00 00").withRawSpan { derivation.add($0, arrival: 0) }
    let answer = octets("2C 00 00 00 00 03 02 00 00 04").withRawSpan {
      derivation.add($0, arrival: 1)
    }
    #expect(answer.torque?.meanTorque() == 32)
    #expect(answer.torque?.power().map(decimal) == "201.1")
    // A repeat of the event has no revolution to divide by.
    let again = octets("2C 00 00 00 00 03 02 00 00 04").withRawSpan {
      derivation.add($0, arrival: 2)
    }
    #expect(again.torque == nil)
    // The torque falls by 64/32 Nm over one revolution: braking, no roll-over.
    let brake = octets("2C 00 00 00 C0 02 03 00 00 08").withRawSpan {
      derivation.add($0, arrival: 3)
    }
    #expect(brake.torque?.meanTorque().map(decimal) == "-2")
  }

  @Test("tell energy that rolls over from a machine that began anew") func energy() {
    var energy = EnergyCounter()
    for value in [65_500, 65_530, 4, 10, 2] as [UInt16] { energy.add(value, arrival: 0) }
    // 30 + (65536 - 65530 + 4) + 6, then anew.
    #expect(energy.total == 46)
    #expect(energy.rollovers == 1)
    #expect(energy.resets == 1)
    #expect(energy.clock == .arrival)
  }

  /// 9 kJ in a minute are 150 W.
  @Test("make power of energy by arrival times") func meanPower() {
    var energy = EnergyCounter()
    energy.add(100, arrival: 5_000_000_000)
    energy.add(109, arrival: 65_000_000_000)
    #expect(energy.meanPower() == 150)
  }
}
