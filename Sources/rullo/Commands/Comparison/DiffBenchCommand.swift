import RulloBase
import RulloBluetooth
import RulloComparison
import RulloRecordings

/// `rullo diff-bench`: what a comparison costs once both sessions are read, for `scripts/bench`.
struct DiffBenchCommand: Command {
  static let name = "diff-bench"
  static let abstract = "Measure what comparing two sessions of an hour costs."
  static let discussion = """
    Two streams at 10 Hz and a control exchange every two seconds for an hour, the
    best of five rounds; and two sessions of 100,000 control writes that share
    nothing. Exit code 1 where a bar is not met, which is so in every debug build.
    """
  static let parameters: [Parameter<DiffBenchCommand>] = []

  /// In milliseconds.
  private static let bar = 200
  private static let hostileBar = 2_000

  func run(_ console: inout Console) -> ExitCode {
    let (old, new) = (Self.hour(latency: 40), Self.hour(latency: 90))
    var findings = ""
    let hour = Self.best(of: 5) {
      let comparison = Comparison(old: old, new: new)
      findings = comparison.findings.map(\.rule.id).joined(separator: " ")
    }
    let strangers = (Self.writes { $0 & 0x7F }, Self.writes { 0x80 | $0 &* 7 & 0x7F })
    var pairs = -1
    let hostile = Self.best(of: 1) {
      pairs = Comparison(old: strangers.0, new: strangers.1).sessions.old.writes.aligned
    }
    // One latency is twice the other; nothing else differs, and nothing is shared in the second.
    let isRight = findings == "C15" && pairs == 0
    console.text.append("two sessions of \(old.events.count) events, bar \(Self.bar) ms\n")
    console.text.append("  hour     \(Self.milliseconds(hour)) ms\n")
    console.text.append("  hostile  \(Self.milliseconds(hostile)) ms\n")
    console.text.append("  found    \(findings)\(isRight ? "" : ", WRONG FINDINGS")\n")
    let isFast =
      hour < Int64(Self.bar) * 1_000_000 && hostile < Int64(Self.hostileBar) * 1_000_000
    return isRight && isFast ? .done : .difference
  }

  /// An hour of a ride; times in milliseconds.
  private static func hour(latency: Int64) -> Recording {
    var session = BenchSession()
    session.emit(.connect, time: 0)
    for tenth in Int64(0)..<36_000 {
      let time = tenth * 100 + 10
      let low = UInt8(truncatingIfNeeded: tenth &* 31)
      session.emit(.notification, .bike, [0x44, 0, low, 0x0B, low | 1, 0, 0x8B, 0], time: time)
      session.emit(
        .notification, .power, [0x30, 0, 0x8B, 0, low, 1, 0, 0, low, 2, low, 0, low, 3],
        time: time + 3)
      if tenth % 20 == 7 {
        let request: [UInt8] = [0x11, 0, 0, low, 0, 0x28, 0x33]
        session.emit(.writeRequest, .control, request, time: time + 20)
        session.emit(.writeResponse, .control, [], time: time + 21)
        session.emit(.indication, .control, [0x80, 0x11, 1], time: time + 20 + latency)
      }
    }
    return session.finished()
  }

  /// Nothing but control writes; op codes by their place.
  private static func writes(_ opCode: (UInt8) -> UInt8) -> Recording {
    var session = BenchSession()
    for place in Int64(0)..<100_000 {
      let code = opCode(UInt8(truncatingIfNeeded: place &* place &>> 3))
      session.emit(.writeRequest, .control, [code], time: place)
    }
    return session.finished()
  }

  private static func best(of rounds: Int, _ work: () -> Void) -> Int64 {
    let clock = ContinuousClock()
    return (0..<rounds).map { _ in
      let time = clock.measure(work).components
      return time.seconds * 1_000_000_000 + time.attoseconds / 1_000_000_000
    }.min() ?? 0
  }

  private static func milliseconds(_ nanoseconds: Int64) -> String {
    ExactDecimal.ratio(Int128(nanoseconds), 1_000_000, places: 1)?.description ?? "-"
  }
}

/// Makes a session of one trainer in memory.
private struct BenchSession: ~Copyable {
  enum Place: Int { case bike, power, control }

  private var emitter = EventEmitter(Recording(), clock: Clock(kind: .elapsed, resolution: 1_000))
  private let device: Int
  private let attributes: [Int]
  private let source = SourceReference(.line, 1)

  init() {
    device = emitter.add(Device(.unnamed(0)))
    let (device, source) = (device, source)
    var list: [Int] = []
    for (service, uuid) in [(0x1826, 0x2AD2), (0x1818, 0x2A63), (0x1826, 0x2AD9)] {
      list.append(
        emitter.add(
          Attribute(
            device: device, service: BluetoothUUID(UInt16(service)),
            uuid: BluetoothUUID(UInt16(uuid))), at: source))
    }
    attributes = list
  }

  mutating func emit(
    _ kind: Event.Kind, _ place: Place? = nil, _ value: [UInt8] = [], time: Int64
  ) {
    let event = Event(
      kind, kind == .writeRequest ? .toDevice : place == nil ? .none : .fromDevice,
      time: time * 1_000_000, device: device,
      attribute: place.map { attributes[$0.rawValue] } ?? -1, source: source)
    value.withRawSpan { emitter.emit(event, $0) }
  }

  /// Ends the session.
  consuming func finished() -> Recording {
    emitter.finish()
    return emitter.intoSink()
  }
}
