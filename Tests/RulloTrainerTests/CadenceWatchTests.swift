import RulloTrainer
import Testing

@Suite("cadence watch") struct CadenceWatchTests {
  static let second: Int64 = 1_000_000_000

  /// A ride at 80 rpm, four values a second; the counter stands from `frozen` on.
  static func ride(
    seconds: Int64, frozenFrom frozen: Int64 = .max, watts: Int = 150, step: Int64 = second / 4,
    hasCounter: Bool = true, hasNumber: Bool = true
  ) -> CadenceWatch {
    var watch = CadenceWatch()
    for time in stride(from: 0, through: seconds * second, by: Int(step)) {
      let time = Int64(time)
      if hasNumber { watch.cadence(160, at: time) }
      if hasCounter {
        // 80 turns a minute are 4 in 3 s; each takes 768 ticks of 1/1024 s.
        let turns = min(time, frozen == .max ? .max : frozen * second) * 4 / (3 * second)
        watch.crank(
          revolutions: UInt16(truncatingIfNeeded: turns),
          eventTime: UInt16(truncatingIfNeeded: turns * 768), at: time)
      }
      if hasCounter || hasNumber { watch.power(watts, at: time) }
    }
    return watch
  }

  @Test("a minute at a constant 80 rpm with the counter advancing: no alarm") func steady() {
    let watch = Self.ride(seconds: 60)
    #expect(watch.verdict == .alive)
    #expect(watch.alarms.isEmpty)
  }

  @Test("the counter stands for ten seconds with power: alarm") func frozen() {
    // The last turn before 30 s is number 40, at 30.0 s: there it stands.
    let watch = Self.ride(seconds: 60, frozenFrom: 30)
    #expect(watch.alarms.map(\.since) == [30 * Self.second])
    #expect(watch.alarms.map(\.time) == [40 * Self.second])
    #expect(watch.verdict == .frozen(since: 30 * Self.second))
  }

  @Test("no alarm a moment before the ten seconds are over") func patience() {
    #expect(Self.ride(seconds: 39, frozenFrom: 30).alarms.isEmpty)
  }

  @Test("nobody pedals: no alarm") func standing() {
    #expect(Self.ride(seconds: 60, frozenFrom: 0, watts: 0).alarms.isEmpty)
  }

  @Test("the stretch begins when power comes, not when the counter last moved") func powerAgain() {
    var watch = CadenceWatch()
    watch.crank(revolutions: 1, eventTime: 0, at: 0)
    watch.power(0, at: 0)
    watch.power(100, at: 60 * Self.second)
    watch.timePassed(to: 69 * Self.second)
    #expect(watch.alarms.isEmpty)
    watch.timePassed(to: 70 * Self.second)
    #expect(watch.alarms.map(\.time) == [70 * Self.second])
  }

  @Test("no counter: it cannot tell, and says how long and how fine") func noCounter() {
    let watch = Self.ride(seconds: 60, hasCounter: false)
    guard case .cannotTell(let steadiness) = watch.verdict else {
      Issue.record("\(watch.verdict)")
      return
    }
    #expect(steadiness == .init(duration: 60 * Self.second, resolution: nil))
    #expect(watch.alarms.isEmpty)
  }

  @Test("the resolution of a number is measured") func resolution() {
    var watch = CadenceWatch()
    // 80, 82, 79 and 83 rpm in halves: differences 4, 6, 8, divisor 2 halves, a whole rpm.
    for (index, halves) in [160, 164, 158, 166].enumerated() {
      watch.cadence(halves, at: Int64(index) * Self.second)
    }
    guard case .cannotTell(let steadiness) = watch.verdict else {
      Issue.record("\(watch.verdict)")
      return
    }
    #expect(steadiness.resolution == 2)
  }

  @Test("a device without cadence: silent") func noCadence() {
    var watch = CadenceWatch()
    for second in 0..<60 { watch.power(200, at: Int64(second) * Self.second) }
    #expect(watch.verdict == .silent)
    #expect(watch.alarms.isEmpty)
  }

  @Test("the same alarm at the same ride second, however often values come")
  func samplings() {
    // 1x gives four values a ride second; at 50x a phone may see one for every five.
    let fine = Self.ride(seconds: 60, frozenFrom: 30)
    let coarse = Self.ride(seconds: 60, frozenFrom: 30, step: 5 * Self.second)
    #expect(fine.alarms == coarse.alarms)
  }

  @Test("a threshold in seconds of the wall would fail at 50x") func wall() {
    // The same ride, its times divided by 50 as a wall clock would see them.
    var watch = CadenceWatch()
    for time in stride(from: Int64(0), through: 60 * Self.second, by: Int64.Stride(Self.second)) {
      let turns = min(time, 30 * Self.second) * 4 / (3 * Self.second)
      watch.crank(
        revolutions: UInt16(turns), eventTime: UInt16(truncatingIfNeeded: turns * 768),
        at: time / 50)
      watch.power(150, at: time / 50)
    }
    // 30 ride seconds of a frozen counter are 0.6 s on the wall: no alarm where one is due.
    #expect(watch.alarms.isEmpty)
  }

  @Test("one alarm each time it freezes") func again() {
    var watch = CadenceWatch()
    watch.power(100, at: 0)
    watch.crank(revolutions: 1, eventTime: 0, at: 0)
    watch.timePassed(to: 20 * Self.second)
    watch.crank(revolutions: 2, eventTime: 700, at: 21 * Self.second)
    #expect(watch.verdict == .alive)
    watch.timePassed(to: 40 * Self.second)
    #expect(watch.alarms.map(\.time) == [10 * Self.second, 31 * Self.second])
  }
}
