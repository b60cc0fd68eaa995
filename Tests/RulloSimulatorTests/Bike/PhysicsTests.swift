import RulloSimulator
import Testing

@Suite("physics") struct PhysicsTests {
  /// The speed at which force times speed is the power, by halving: no integration.
  static func steadySpeed(_ watts: Double, _ slope: Slope, mass: Double) -> Double {
    var (low, high) = (0.0, 40.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let air = middle + slope.wind
      let force =
        mass * 9.80665 * (slope.grade + slope.rollingResistance)
        / (1 + slope.grade * slope.grade).squareRoot()
        + slope.windResistance * air * abs(air) / 2
      if force * middle < watts { low = middle } else { high = middle }
    }
    return low
  }

  @Test(
    "a steady rider comes to the speed at which power is force times speed",
    arguments: [
      -0.01, 0, 0.03, 0.08, 0.15,
    ])
  func steady(grade: Double) {
    let slope = Slope(grade: grade)
    var bike = SimulatedBike(rider: Rider(.constant, watts: 220))
    bike.set(.slope(slope))
    _ = bike.advance(to: 600_000_000_000)
    #expect(abs(bike.speed - Self.steadySpeed(220, slope, mass: 85)) < 0.001)
  }

  @Test("head wind costs speed, tail wind gives it") func wind() {
    func speed(_ wind: Double) -> Double {
      var bike = SimulatedBike(rider: Rider(.constant, watts: 200))
      bike.set(.slope(Slope(wind: wind)))
      _ = bike.advance(to: 600_000_000_000)
      return bike.speed
    }
    for wind in [-4.0, 0, 4] {
      let steady = Self.steadySpeed(200, Slope(wind: wind), mass: 85)
      #expect(abs(speed(wind) - steady) < 0.001)
    }
    #expect(speed(4) < speed(0) && speed(0) < speed(-4))
  }

  @Test("the same ride in steps of any length is the same to the bit") func steps() {
    var one = SimulatedBike(rider: Rider(.badDay, seed: 9))
    var other = one
    _ = one.advance(to: 1_000_000_000_000)
    for time in stride(from: 0, through: 1_000_000_000_000, by: 37_000_000) as StrideThrough<Int64>
    {
      _ = other.advance(to: time)
    }
    _ = other.advance(to: 1_000_000_000_000)
    #expect(one == other)
  }

  @Test("turns of the wheel and way agree; event times lie in the past, one turn apart")
  func rotor() {
    var bike = SimulatedBike(rider: Rider(.constant, watts: 180))
    _ = bike.advance(to: 60_000_000_000)
    let start = (turns: bike.wheel.turns, time: bike.wheel.eventTime, way: bike.distance)
    _ = bike.advance(to: 120_000_000_000)
    let turns = Double(bike.wheel.turns - start.turns)
    #expect(abs(turns * 2.105 - (bike.distance - start.way)) < 2.2)
    #expect(bike.wheel.eventTime <= bike.time)
    let seconds = Double(bike.wheel.eventTime - start.time) / 1e9
    #expect(abs(turns / seconds - bike.speed / 2.105) < 0.02)
    // 80 rpm for a minute: 80 turns, ending every 750 ms.
    #expect(abs(Int(bike.crank.turns) - 160) <= 1)
    #expect(
      bike.crank.eventTime % 750_000_000 < 1_000 || bike.crank.eventTime % 750_000_000 > 749_999_000
    )
  }

  @Test("torque summed up over the wheel gives the power back") func torque() {
    var bike = SimulatedBike(rider: Rider(.constant, watts: 200))
    _ = bike.advance(to: 100_000_000_000)
    let start = (torque: bike.wheelTorque, time: bike.wheel.eventTime)
    _ = bike.advance(to: 200_000_000_000)
    // Power is torque × 2 π / time between the events (spec/cycling-power, "Power").
    let seconds = Double(bike.wheel.eventTime - start.time) / 1e9
    let power = (bike.wheelTorque - start.torque) * 2 * 3.14159265358979 / seconds
    #expect(abs(power - 200) < 1)
  }

  @Test("power control holds the watts whatever the slope was") func power() {
    var bike = SimulatedBike(rider: Rider(.constant, watts: 120))
    bike.set(.power(250))
    _ = bike.advance(to: 30_000_000_000)
    #expect(bike.power == 250)
  }

  @Test("a higher level is slower") func levels() {
    func speed(_ level: Double) -> Double {
      var bike = SimulatedBike(rider: Rider(.constant, watts: 200))
      bike.set(.resistance(level))
      _ = bike.advance(to: 300_000_000_000)
      return bike.speed
    }
    let speeds = [0.0, 100, 300, 600, 1_000].map(speed)
    #expect(zip(speeds, speeds.dropFirst()).allSatisfy { $0 > $1 })
  }
}
