internal import RulloBase
internal import RulloBluetooth

/// Puts exchanges together from the lines of a log: what the rules of a format make of each line.
struct LogAssembler: Sendable {
  /// What one line came to.
  struct Step {
    /// An exchange that is complete now, with the line it began in.
    var exchange: LogExchange?
    /// Why the line is no exchange.
    var skip: SkipReason?
    /// A handle that the line gives a UUID.
    var map: (handle: UInt16, uuid: BluetoothUUID)?
    /// The stamp of a line whose time counts although it is no exchange.
    var passing: Stamp?
    /// Whether a rule knows the line.
    var isKnown = false
  }

  let format: LogFormat

  /// Lines that are not empty, and those of them that the description knows.
  private(set) var lineCount = 0
  private(set) var knownCount = 0

  /// The lines that are passed over, where somebody wants to see them.
  var skipped: SkippedLines?

  private var matcher: LineMatcher

  /// What has begun and is not complete; what is complete and may go on in the next line.
  private var open: LogExchange?
  private var pending: LogExchange?
  private let mayGoOn: Bool

  /// More octets than this in one exchange belong to something else.
  private static let mostOctets = 64 * 1024

  /// More words than this about one exchange are not looked at.
  private static let mostWords = 1024

  init(_ format: LogFormat) {
    self.format = format
    matcher = LineMatcher(format.vocabulary)
    mayGoOn = format.rules.contains { $0.part == .more || $0.part == .says }
  }

  /// Takes one line; `nil` stands for one that is too long.
  mutating func take(_ line: RawSpan?, _ number: Int) -> Step {
    var step = Step()
    guard let line else {
      lineCount += 1
      step.exchange = complete()
      step.skip = .tooLong
      skipped?.add(.tooLong, number, nil)
      return step
    }
    var start = 0
    LineCursor.skipBlanks(line, &start)
    guard start < line.byteCount else { return step }
    lineCount += 1
    lay(line, number, into: &step)
    if step.isKnown { knownCount += 1 }
    if let skip = step.skip { skipped?.add(skip, number, line) }
    return step
  }

  /// What is complete and may have gone on, at the end of the log.
  mutating func complete() -> LogExchange? {
    defer { pending = nil }
    return pending
  }

  private mutating func lay(_ line: RawSpan, _ number: Int, into step: inout Step) {
    var start = 0
    var begun = LineMatch()
    if !format.beginnings.isEmpty {
      guard let end = begin(line, into: &begun) else {
        step.exchange = complete()
        step.skip = .prose
        return
      }
      start = end
    }
    var fault: SkipReason?
    for rule in format.rules where isPossible(rule.part) {
      var match = begun
      guard matcher.lay(rule.pattern, on: line, from: start, isWhole: true, into: &match) != nil
      else {
        fault = fault ?? match.fault
        continue
      }
      if let form = rule.packet, rule.part == .whole, !mayGoOn, !form.fits(match.octets) {
        fault = fault ?? .wrongLength
        continue
      }
      step.isKnown = true
      return apply(rule, match, line, number, into: &step)
    }
    step.exchange = complete()
    step.skip = fault ?? .prose
    step.passing = begun.stamp
  }

  /// Lays the first beginning that fits on the line and answers where it ends.
  private mutating func begin(_ line: RawSpan, into match: inout LineMatch) -> Int? {
    for beginning in format.beginnings {
      var found = LineMatch()
      if let end = matcher.lay(beginning, on: line, isWhole: false, into: &found) {
        match = found
        return end
      }
    }
    return nil
  }

  private func isPossible(_ part: LogFormat.Part) -> Bool {
    switch part {
    case .whole, .begin, .map, .close, .time: true
    case .middle, .end, .each: open != nil
    case .more, .says: pending != nil
    }
  }

  private mutating func apply(
    _ rule: LogFormat.Rule, _ match: LineMatch, _ line: RawSpan, _ number: Int,
    into step: inout Step
  ) {
    if rule.part != .more, rule.part != .says { step.exchange = complete() }
    switch rule.part {
    case .map:
      map(rule, match, into: &step)
      step.passing = match.stamp
    case .whole, .begin:
      var exchange = LogExchange()
      exchange.line = number
      exchange.add(rule, match, line)
      if rule.part == .begin { open = exchange } else { end(exchange, into: &step) }
    case .middle: open?.add(rule, match, line)
    case .end, .each:
      guard var exchange = open else { return }
      exchange.add(rule, match, line)
      open = rule.part == .end ? nil : exchange.rest
      end(exchange, into: &step)
    case .more:
      step.passing = match.stamp
      if let count = pending?.octets.count, count + match.octets.count <= Self.mostOctets {
        pending?.octets += match.octets
      }
    case .says:
      step.passing = match.stamp
      if let count = pending?.label.count, count < Self.mostWords {
        pending?.label += line.copied() + [0x0A]
      }
    case .close:
      open = nil
      step.passing = match.stamp
    case .time: step.passing = match.stamp
    }
  }

  /// A declaration stands right in front of the value that it declares; what does not is none.
  private func map(_ rule: LogFormat.Rule, _ match: LineMatch, into step: inout Step) {
    guard let declared = match.declared else {
      if let handle = match.handle, let uuid = match.uuid ?? rule.uuid {
        step.map = (handle, uuid)
      }
      return
    }
    guard let own = match.handle ?? open?.handle, own < .max, declared.handle == own + 1 else {
      return
    }
    step.map = declared
  }

  /// An exchange is complete unless its octets may go on in the next line.
  private mutating func end(_ exchange: LogExchange, into step: inout Step) {
    if mayGoOn { pending = exchange } else { step.exchange = exchange }
  }
}
