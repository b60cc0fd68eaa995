import RulloFitness
import RulloSimulator
import Testing

/// Every state and op code of the control point, against the tables of the service.
@Suite("control point") struct ControlPointTests {
  static let everything = FitnessMachineFeature.Targets(rawValue: 0x1_FFFF)

  static func point(
    _ holder: ControlMachine.Holder = .app, _ session: SessionMachine.State = .idle,
    _ mode: ModeMachine.Mode = .none, rules: ControlRules = ControlRules(),
    features: FitnessMachineFeature.Targets = everything
  ) -> ControlPoint {
    var point = ControlPoint(rules: rules, features: features)
    point.control.holder = holder
    point.session.state = session
    point.mode.mode = mode
    return point
  }

  @Test("every state and every op code") func exhaustive() {
    var seen = 0
    for holder in ControlMachine.Holder.allCases {
      for session in SessionMachine.State.allCases {
        for mode in ModeMachine.Mode.allCases {
          for row in ControlTable.all {
            var point = Self.point(holder, session, mode)
            let outcome = point.take(row.octets)
            let wanted = ControlTable.result(of: row, holder: holder, session: session)
            let place = "\(row.name) with \(holder), \(session), \(mode)"
            #expect(
              outcome.response?.encoded.prefix(3) == [0x80, row.opCode, wanted], "\(place)")
            let isDone = wanted == 0x01
            #expect(
              point.control.holder == (isDone ? ControlTable.holder(after: row, holder) : holder),
              "\(place)")
            #expect(
              point.session.state
                == (isDone ? ControlTable.session(after: row, session) : session), "\(place)")
            #expect(
              point.mode.mode == (isDone ? ControlTable.mode(after: row, mode) : mode), "\(place)")
            #expect(
              outcome.status.map(\.opCode) == (isDone ? row.status.map { [$0] } ?? [] : []),
              "\(place)")
            seen += 1
          }
        }
      }
    }
    // 3 × 4 × 4 states; 21 op codes of which two have two forms, and 235 reserved ones.
    #expect(seen == 48 * (23 + 235))
  }

  @Test("an op code whose feature bit is clear is not supported", arguments: ControlTable.rows)
  func features(row: ControlTable.Row) throws {
    guard let bit = row.bit else { return }
    var point = Self.point(features: Self.everything.subtracting(.init(rawValue: 1 << UInt32(bit))))
    #expect(point.take(row.octets).response?.encoded == [0x80, row.opCode, 0x02])
    // Permission comes first, unless the machine has it the other way round.
    var stranger = Self.point(.nobody, features: [])
    #expect(stranger.take(row.octets).response?.encoded == [0x80, row.opCode, 0x05])
    var rules = ControlRules()
    rules.isPermissionFirst = false
    var other = Self.point(.nobody, rules: rules, features: [])
    #expect(other.take(row.octets).response?.encoded == [0x80, row.opCode, 0x02])
  }

  @Test("a parameter that is cut or reserved is invalid", arguments: ControlTable.rows)
  func parameters(row: ControlTable.Row) {
    guard !row.parameter.isEmpty else { return }
    for length in 0..<row.parameter.count {
      // One octet of resistance is the other form that the tables have.
      if row.opCode == 0x04, length == 1 { continue }
      var point = Self.point()
      let octets = [row.opCode] + row.parameter.prefix(length)
      #expect(point.take(octets).response?.encoded == [0x80, row.opCode, 0x03], "\(octets)")
    }
    // Some apps send an octet more; both logged trainers answered success.
    var point = Self.point(.app, .started)
    #expect(point.take(row.octets + [0x00]).response?.result == .success)
    var rules = ControlRules()
    rules.longParameter = .invalidParameter
    point = Self.point(.app, .started, rules: rules)
    #expect(point.take(row.octets + [0x00]).response?.result == .invalidParameter)
  }

  @Test("stop or pause with 0 or 3 is invalid", arguments: [0, 3, 255] as [UInt8])
  func stopParameter(parameter: UInt8) {
    var point = Self.point(.app, .started)
    #expect(point.take([0x08, parameter]).response?.encoded == [0x80, 0x08, 0x03])
    #expect(point.session.state == .started)
  }

  @Test("targets outside the announced range are invalid, its ends are not") func ranges() {
    var point = ControlPoint(
      rules: ControlRules(), features: Self.everything, resistanceRange: 0...200,
      powerRange: 0...3000)
    point.control.holder = .app
    // The H3 has 0 to 3000 W: it accepts 0 W and refuses 4000 W.
    #expect(point.take([0x05, 0x00, 0x00]).response?.encoded == [0x80, 0x05, 0x01])
    #expect(point.take([0x05, 0xB8, 0x0B]).response?.encoded == [0x80, 0x05, 0x01])
    #expect(point.take([0x05, 0xA0, 0x0F]).response?.encoded == [0x80, 0x05, 0x03])
    #expect(point.take([0x05, 0xFF, 0xFF]).response?.encoded == [0x80, 0x05, 0x03])
    #expect(point.take([0x04, 0xC8, 0x00]).response?.encoded == [0x80, 0x04, 0x01])
    #expect(point.take([0x04, 0xC9, 0x00]).response?.encoded == [0x80, 0x04, 0x03])
    #expect(point.take([0x04, 0xC9]).response?.encoded == [0x80, 0x04, 0x03])
  }

  @Test("a spin down answers with two speeds, ignoring it with none") func spinDown() {
    var rules = ControlRules()
    rules.spinDownLow = 2_000
    rules.spinDownHigh = 3_200
    var point = Self.point(rules: rules)
    // 20.00 and 32.00 km/h.
    #expect(
      point.take([0x13, 0x01]).response?.encoded == [0x80, 0x13, 0x01, 0xD0, 0x07, 0x80, 0x0C])
    #expect(point.spinDown.state == .accelerating)
    #expect(point.take([0x13, 0x02]).response?.encoded == [0x80, 0x13, 0x01])
    #expect(point.spinDown.state == .none)
  }

  @Test("ATT errors: indications off, and a procedure that runs") func errors() {
    var point = Self.point()
    #expect(point.refusal(indicationsOn: false) == 0xFD)
    #expect(point.refusal(indicationsOn: true) == nil)
    point.running = 0x11
    #expect(point.refusal(indicationsOn: true) == 0xFE)
    // Off is said even while one runs: nothing can be indicated.
    #expect(point.refusal(indicationsOn: false) == 0xFD)
  }

  @Test("rules of real machines") func variants() {
    var rules = ControlRules()
    rules.keepsControlOverReset = true
    var core = Self.point(rules: rules)
    core.control.keepsControlOverReset = true
    // KICKR CORE: 01, then 11 without a new 00.
    #expect(core.take([0x01]).response?.encoded == [0x80, 0x01, 0x01])
    #expect(core.take(ControlTable.rows[18].octets).response?.result == .success)

    // The H3 takes control away: 01, 07 is refused with 05.
    var h3 = Self.point()
    #expect(h3.take([0x01]).response?.encoded == [0x80, 0x01, 0x01])
    #expect(h3.take([0x07]).response?.encoded == [0x80, 0x07, 0x05])

    rules = ControlRules()
    rules.withoutControl = .silent
    var neo = Self.point(.nobody, rules: rules)
    #expect(neo.take([0x05, 0xC8, 0x00]) == ControlPoint.Outcome())

    rules = ControlRules()
    rules.startsWithControl = true
    var elite = Self.point(.nobody, rules: rules)
    let outcome = elite.take([0x00])
    #expect(outcome.status.map(\.encoded) == [[0x04]])
    #expect(elite.session.state == .started)

    rules = ControlRules()
    rules.resistanceOctets = [2]
    var flux = Self.point(rules: rules)
    #expect(flux.take([0x04, 0x20]).response?.encoded == [0x80, 0x04, 0x03])
    #expect(flux.take([0x04, 0x20, 0x00]).response?.encoded == [0x80, 0x04, 0x01])
    rules.otherResistance = .silent
    var race = Self.point(rules: rules)
    #expect(race.take([0x04, 0x20]).response == nil)

    rules = ControlRules()
    rules.unsupported = .stopsNotifying
    var schwinn = Self.point(rules: rules, features: [])
    #expect(schwinn.take([0x14, 0, 0]).stopsNotifying)
  }

  @Test("another app takes control and gives it back") func otherApp() {
    var point = Self.point()
    #expect(point.otherAppTakesControl()?.encoded == [0xFF])
    #expect(point.take([0x05, 0xC8, 0x00]).response?.encoded == [0x80, 0x05, 0x05])
    #expect(point.take([0x00]).response?.encoded == [0x80, 0x00, 0x05])
    #expect(point.otherAppTakesControl() == nil)
    point.otherAppReleasesControl()
    #expect(point.take([0x00]).response?.encoded == [0x80, 0x00, 0x01])
  }

  @Test("an empty write is invalid") func empty() {
    var point = Self.point()
    #expect(point.take([]).response?.result == .invalidParameter)
  }
}
