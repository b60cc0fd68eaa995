import RulloTransport
import Testing

/// Where values stand in virtual time, what is dropped, cut and repeated, and how links end.
@Suite("replayed streams") struct StreamTests {
  static let data = CharacteristicIdentity(0x2AD2, service: 0x1826)
  static let control = CharacteristicIdentity(0x2AD9, service: 0x1826)
  static let second: Int64 = 1_000_000_000

  /// A value each half second, a write at 2 s and one at 4 s.
  static let lines: String = {
    var lines = ["0.000000000 =A - co  0"]
    for half in 1...11 {
      if half == 4 || half == 8 { lines += Self.write(half / 2, UInt8(half)) }
      let time = "\(half / 2).\(half % 2 == 0 ? "000" : "500")000000"
      lines.append("\(time) ←A 1826/2AD2 n  \(half < 10 ? "0\(half)" : "1\(half - 10)")")
    }
    return lines.joined(separator: "\n")
  }()

  static func write(_ second: Int, _ level: UInt8) -> [String] {
    [
      "\(second).000000000 →A 1826/2AD9 w  04 0\(level) 00",
      "\(second).000000000 ←A 1826/2AD9 a  -",
      "\(second).000000000 ←A 1826/2AD9 i  80 04 01",
    ]
  }

  func replay(
    _ script: [(time: Int64, TransportRequest.Operation)], until end: Int64,
    lines: String = Self.lines, _ change: (inout ReplayOptions) -> Void = { _ in }
  ) throws -> (engine: ReplayEngine, effects: [TransportEffect]) {
    var options = ReplayOptions()
    change(&options)
    var engine = ReplayEngine(try Recordings.session(lines), options)
    let effects = Recordings.run(&engine, script, until: end * Self.second)
    return (engine, effects)
  }

  /// The values of the stream with their times in half seconds.
  func stream(_ effects: [TransportEffect]) -> [[Int64]] {
    effects.compactMap { effect in
      guard case .received(let value) = effect.kind, value.characteristic == Self.data else {
        return nil
      }
      return [effect.time / (Self.second / 2), Int64(value.bytes[0])]
    }
  }

  func texts(_ effects: [TransportEffect]) -> [String] {
    effects.compactMap { effect in
      guard case .remark(let remark) = effect.kind, case .line = remark.place else { return nil }
      return remark.text
    }
  }

  func ask(_ second: Int64, _ level: UInt8) -> (Int64, TransportRequest.Operation) {
    (second * Self.second, .write(Self.control, [4, level, 0], withResponse: true))
  }

  static let opening: [(time: Int64, TransportRequest.Operation)] = [
    (0, .connect), (0, .subscribe(data)), (0, .subscribe(control)),
  ]

  @Test("absolute: values keep their recorded times whatever the app does") func absolute() throws {
    let (engine, effects) = try replay(
      Self.opening + [ask(1, 4), ask(5, 8)], until: 20, { $0.timeTolerance = nil })
    // 0x10 and 0x11 stand for the tenth and eleventh half second.
    let expected: [[Int64]] = (1...9).map { [$0, $0] } + [[10, 0x10], [11, 0x11]]
    #expect(stream(effects) == expected)
    #expect(engine.verdict == .passed && engine.hasEnded)
  }

  @Test("absolute: an app that connects later gets the same offsets from its connection")
  func late() throws {
    let script = Self.opening.map { ($0.time + 3 * Self.second, $0.1) }
    let (_, effects) = try replay(script, until: 20)
    #expect(stream(effects).first == [7, 1])
    #expect(stream(effects).count == 11)
  }

  @Test("anchored to writes: a stretch moves with its write, is cut, or repeats its last second")
  func writes() throws {
    // The first write comes at 1 s instead of 2 s, the second 5 s later instead of 2 s.
    let (engine, effects) = try replay(
      Self.opening + [ask(1, 4), ask(6, 8)], until: 20, { $0.anchoring = .writes })
    let values = stream(effects)
    // From the connection: 1 at 0.5 s, 2 at 1 s, and 3 is cut. Half seconds 4 to 7 follow the write
    // at 1 s; then 6 and 7, the last whole second, come again until the write at 6 s.
    let expected: [[Int64]] = [
      [1, 1], [2, 2], [2, 4], [3, 5], [4, 6], [5, 7], [6, 6], [7, 7], [8, 6], [9, 7], [10, 6],
      [11, 7], [12, 6], [12, 8], [13, 9], [14, 0x10], [15, 0x11],
    ]
    #expect(values == expected)
    let said = texts(effects)
    #expect(said.count { $0.hasPrefix("replay: repeating") } == 1)
    #expect(said.contains("replay: cut 1 values that the recording still held"))
    #expect(engine.verdict == .passed && engine.hasEnded)
  }

  @Test("values before the subscription are dropped, counted and listed") func dropped() throws {
    let script: [(time: Int64, TransportRequest.Operation)] = [
      (0, .connect), (0, .subscribe(Self.control)), (1_700_000_000, .subscribe(Self.data)),
      ask(2, 4), ask(4, 8),
    ]
    let (_, effects) = try replay(script, until: 20)
    #expect(stream(effects).first == [4, 4])
    // Half seconds 1, 2 and 3 are events 2, 3 and 4 of the session.
    #expect(
      texts(effects).contains(
        "replay: dropped 3 values that came while the app was not subscribed, events 2 to 4"))
  }

  @Test("a lost link ends what waits in its order, resets all, and the next one needs the app")
  func linkLoss() throws {
    let lines = """
      0.000000000 =A - co  12
      1.000000000 →A 1826/2AD9 w  00
      1.010000000 ←A 1826/2AD9 a  -
      2.000000000 →A 180F/2A19 q  -
      2.100000000 →A 1826/2AD9 w  07
      3.000000000 =A - di  0x08
      5.000000000 =A - co  12
      6.000000000 ←A 1826/2AD2 n  01
      """
    let script: [(time: Int64, TransportRequest.Operation)] = [
      (0, .connect), (0, .subscribe(Self.data)),
      (Self.second, .write(Self.control, [0], withResponse: true)),
      (2 * Self.second, .read(CharacteristicIdentity(0x2A19))),
      (2_100_000_000, .write(Self.control, [7], withResponse: true)),
      (4 * Self.second, .connect), (5_500_000_000, .subscribe(Self.data)),
    ]
    let (engine, effects) = try replay(script, until: 20, lines: lines)
    let ends = effects.filter { $0.time == 3 * Self.second }.map(\.kind)
    #expect(
      ends == [
        .completed(TransportRequest.ID(4), .failure(.linkLost(.lost))),
        .completed(TransportRequest.ID(5), .failure(.linkLost(.lost))),
        .state(.disconnected(.lost)),
      ])
    // The device was away until 5 s; the subscription of the first link is gone.
    let up = effects.filter { $0.kind == .state(.connected) }.map(\.time)
    #expect(up == [0, 5 * Self.second])
    #expect(effects.values == [[1]])
    #expect(engine.divergences.isEmpty)
    // An app that does not connect again leaves the second connection unreached.
    let (_, alone) = try replay(Array(script.prefix(5)), until: 20, lines: lines)
    #expect(texts(alone).contains("replay: 1 recorded connection was never reached"))
  }

  @Test("two devices share one axis") func devices() throws {
    let lines = """
      0.000000000 =A - co  12
      0.500000000 =B - co  12
      1.000000000 ←A 1826/2AD2 n  01
      1.200000000 ←B 180D/2A37 n  00 50
      2.000000000 ←A 1826/2AD2 n  02
      """
    let recording = try Recordings.session(lines)
    var run = ReplayRun(recording)
    run.run()
    #expect(run.verdict == .passed)
    #expect(run.engine.deviceCount == 2)
    let text = String(
      decoding: run.engine.transcript(file: "x", replay: "r"), as: UTF8.self)
    #expect(text.contains("\n1.200000000 ←B 180D/2A37 n  00 50"))
    #expect(text.contains("\n2.000000000 ←A 1826/2AD2 n  02"))
  }

  @Test("gaps are capped and removed as their names say") func gaps() throws {
    let lines = """
      0.000000000 =A - co  12
      1.000000000 ←A 1826/2AD2 n  01
      61.000000000 ←A 1826/2AD2 n  02
      62.000000000 ←A 1826/2AD2 n  03
      """
    func times(_ change: (inout ReplayOptions) -> Void) throws -> [Int64] {
      let script: [(time: Int64, TransportRequest.Operation)] = [
        (0, .connect), (0, .subscribe(Self.data)),
      ]
      let (_, effects) = try replay(script, until: 100, lines: lines, change)
      return stream(effects).map { $0[0] }
    }
    #expect(try times { _ in } == [2, 122, 124])
    #expect(try times { $0.capGaps(at: 5 * Self.second) } == [2, 12, 14])
    #expect(try times { $0.removeGaps(over: 5 * Self.second) } == [2, 2, 4])
  }
}
