import Foundation
import RulloTransport
import Testing

/// Each code of a divergence, provoked.
@Suite("divergences") struct DivergenceTests {
  static let control = CharacteristicIdentity(0x2AD9, service: 0x1826)

  /// Control, 150 W after a second, 200 W after another; a battery that was read once.
  static let lines = """
    0.000000000 =A - co  12
    0.010000000 →A 1826/2AD9 s  02 00
    0.020000000 ←A 1826/2AD9 a  -
    0.030000000 →A 180F/2A19 q  -
    0.040000000 ←A 180F/2A19 r  57
    1.000000000 →A 1826/2AD9 w  00
    1.010000000 ←A 1826/2AD9 a  -
    1.050000000 ←A 1826/2AD9 i  80 00 01
    2.000000000 →A 1826/2AD9 w  05 96 00
    2.010000000 ←A 1826/2AD9 a  -
    2.050000000 ←A 1826/2AD9 i  80 05 01
    3.000000000 →A 1826/2AD9 w  05 C8 00
    3.010000000 ←A 1826/2AD9 a  -
    3.050000000 ←A 1826/2AD9 i  80 05 01
    4.000000000 ←A 1826/2ADA n  04
    """

  typealias Script = [(time: Int64, TransportRequest.Operation)]

  static func write(_ second: Int64, _ bytes: [UInt8]) -> (Int64, TransportRequest.Operation) {
    (second * 1_000_000_000, .write(control, bytes, withResponse: true))
  }

  static let opening: Script = [(0, .connect), (10_000_000, .subscribe(control))]

  /// The app as it was recorded.
  static let recorded: Script =
    opening + [
      (30_000_000, .read(CharacteristicIdentity(0x2A19))), write(1, [0]), write(2, [5, 0x96, 0]),
      write(3, [5, 0xC8, 0]),
    ]

  func replay(
    _ script: Script, _ change: (inout ReplayOptions) -> Void = { _ in },
    lines: String = Self.lines
  ) throws -> (ReplayEngine, [TransportEffect]) {
    var options = ReplayOptions()
    change(&options)
    var engine = ReplayEngine(try Recordings.session(lines), options)
    let effects = Recordings.run(&engine, script, until: 10_000_000_000)
    return (engine, effects)
  }

  @Test("as recorded, nothing diverges and everything comes") func same() throws {
    let (engine, effects) = try replay(Self.recorded)
    #expect(engine.divergences.isEmpty)
    #expect(engine.verdict == .passed)
    #expect(engine.hasEnded)
    #expect(effects.values == [[0x80, 0, 1], [0x80, 5, 1], [0x80, 5, 1]])
    // The battery, after the recorded 10 ms.
    #expect(effects.completion(3) == .success([0x57]))
  }

  @Test("D1: a write that was never recorded, and one that was made already") func noPartner()
    throws
  {
    let (engine, effects) = try replay(Self.opening + [Self.write(1, [0]), Self.write(2, [7])])
    #expect(engine.divergences.first?.code == .noPartner)
    #expect(engine.divergences.first?.text == "1826/2AD9 07 (start or resume): never recorded")
    #expect(engine.verdict == .failed)
    guard case .failure(.diverged) = effects.completion(4) else {
      Issue.record("the app was not told")
      return
    }
    let (again, _) = try replay(Self.recorded + [Self.write(3, [0])])
    #expect(again.divergences.map(\.code) == [.noPartner])
    #expect(
      again.divergences.first?.text
        == "1826/2AD9 00 (request control): recorded, but the app made that write already at"
        + " 1000.000 ms (event 6, line 10)")
  }

  @Test("D2: a write that differs, with the field, and what would accept it") func lowerRung()
    throws
  {
    let script = Self.opening + [Self.write(1, [0]), Self.write(2, [5, 0x9E, 0])]
    let (engine, _) = try replay(script)
    let first = try #require(engine.divergences.first)
    #expect(first.code == .lowerRung)
    #expect(
      first.text == "1826/2AD9 05 9E 00 (set target power: 158 W): recorded, but it differs"
        + " (event 9, line 13): target power 150 W, written 158 W"
        || first.text.hasSuffix("150 W, written 158 W"))
    #expect(first.report.contains("--policy D2=nearest"))
    #expect(first.details.count { $0.hasPrefix("near: ") } == 3)
    // A watt more is within the step of the field, and says that it is not exact.
    let (near, effects) = try replay(
      Self.opening + [
        Self.write(1, [0]), Self.write(2, [5, 0x97, 0]), Self.write(3, [5, 0xC8, 0]),
      ])
    #expect(near.verdict == .passed)
    let remarks = effects.compactMap { effect in
      if case .remark(let remark) = effect.kind, remark.place == .request {
        remark.text
      } else {
        nil
      }
    }
    #expect(remarks == ["match=exact", "match=semantic", "match=exact"])
  }

  @Test("D3: the right write before its turn") func wrongOrder() throws {
    let (engine, _) = try replay(Self.opening + [Self.write(1, [0]), Self.write(2, [5, 0xC8, 0])])
    #expect(engine.divergences.first?.code == .wrongOrder)
    // In any order it is no divergence.
    let (free, _) = try replay(
      Self.opening + [
        Self.write(1, [0]), Self.write(2, [5, 0xC8, 0]), Self.write(3, [5, 0x96, 0]),
      ],
      { $0.order = .free })
    #expect(free.divergences.map(\.code) == [])
  }

  @Test("D4: a recorded write that the app never made") func neverMade() throws {
    let (engine, _) = try replay(Array(Self.recorded.dropLast()))
    #expect(engine.divergences.map(\.code) == [.neverMade])
    #expect(
      engine.divergences.first?.text == "the app never made the recorded write 1826/2AD9 05 C8 00"
        + " (set target power: 200 W) (event 12, line 16)")
  }

  @Test("D5: a write at another time is noted") func wrongTime() throws {
    var script = Self.recorded
    script[5].time += 1_500_000_000
    let (engine, _) = try replay(script, lines: Self.lines + "\n9.000000000 ←A 1826/2ADA n  04")
    #expect(engine.divergences.map(\.code) == [.wrongTime])
    #expect(engine.divergences.first?.text == "a write 1500.000 ms later than recorded")
    #expect(engine.verdict == .passed)
  }

  @Test("D6: a read with nothing recorded; a value that stays may be read again") func noRead()
    throws
  {
    let battery = CharacteristicIdentity(0x2A19)
    let (engine, _) = try replay(Self.recorded + [(3_500_000_000, .read(battery))])
    #expect(engine.divergences.map(\.code) == [.noRead])
    #expect(engine.divergences.first?.text == "read 2 of 180F/2A19; only 1 recorded")
    let lines = Self.lines.replacingOccurrences(of: "180F/2A19", with: "180A/2A26")
    let firmware = CharacteristicIdentity(0x2A26)
    var script = Self.recorded
    script[2].1 = .read(firmware)
    let (stays, effects) = try replay(script + [(3_500_000_000, .read(firmware))], lines: lines)
    #expect(stays.divergences.isEmpty)
    #expect(effects.completion(7) == .success([0x57]))
  }

  @Test("D7: a control point write without subscription, and without control") func noControl()
    throws
  {
    let (deaf, _) = try replay([(0, .connect), Self.write(1, [0])])
    #expect(deaf.divergences.first?.code == .noControl)
    // Control was never asked for; the recorded app had it.
    let (uncontrolled, _) = try replay(
      Self.opening + [Self.write(2, [5, 0x96, 0])], { $0.order = .free })
    #expect(uncontrolled.divergences.first?.code == .noControl)
  }

  @Test("D8: an operation without a link is answered with a link error") func noLink() throws {
    let (engine, effects) = try replay([Self.write(1, [0])])
    #expect(engine.divergences.first?.code == .noLink)
    #expect(effects.completion(1) == .failure(.notConnected))
  }

  @Test("D9: anything after the end") func afterEnd() throws {
    let (engine, effects) = try replay(Self.recorded + [Self.write(6, [0])])
    #expect(engine.divergences.map(\.code) == [.afterEnd])
    #expect(effects.completion(7) == .failure(.ended))
  }

  @Test("D10: a gap where the answer would be leaves it open") func gap() throws {
    let lines = """
      0.000000000 =A - co  12
      0.010000000 →A 1826/2AD9 s  02 00
      0.020000000 ←A 1826/2AD9 a  -
      1.000000000 →A 1826/2AD9 w  00
      1.010000000 ←A 1826/2AD9 a  -
      1.020000000 =A - ga  the capture was lost
      4.000000000 ←A 1826/2ADA n  04
      """
    let (engine, _) = try replay(Self.opening + [Self.write(1, [0])], lines: lines)
    #expect(engine.divergences.map(\.code) == [.gap])
    #expect(engine.verdict == .inconclusive)
  }

  @Test("policies: answer, nearest, silent, stop") func policies() throws {
    let script = Self.opening + [Self.write(1, [0]), Self.write(2, [5, 0x9E, 0])]
    let (answered, effects) = try replay(script) { $0[.lowerRung] = .answer }
    #expect(effects.values == [[0x80, 0, 1], [0x80, 5, 1]])
    #expect(answered.isOffScript)
    let (nearest, near) = try replay(script) { $0[.lowerRung] = .nearest }
    #expect(near.values == [[0x80, 0, 1], [0x80, 5, 1]])
    #expect(nearest.isOffScript)
    let (silent, quiet) = try replay(script) { $0[.lowerRung] = .silent }
    #expect(quiet.values == [[0x80, 0, 1]])
    #expect(quiet.completion(4) == .success([]))
    #expect(!silent.isOffScript)
    let (stopped, end) = try replay(script) { $0[.lowerRung] = .stop }
    #expect(end.completion(4) == .failure(.ended))
    #expect(stopped.hasEnded && stopped.verdict == .failed)
  }
}
