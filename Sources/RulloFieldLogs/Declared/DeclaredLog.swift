public import RulloBase
public import RulloBluetooth
public import RulloRecordings

/// Reads a text log by its description.
public struct DeclaredLog: TextFormat, Sendable {
  public let format: LogFormat

  /// Lines that are not empty, and those of them that the description knows.
  public private(set) var lineCount = 0
  public private(set) var knownCount = 0

  private var reader = LineReader()
  private var matcher: LineMatcher
  private var scribe = LogScribe()
  private var table: LogTable?

  /// What has begun and is not complete; what is complete and may go on in the next line.
  private var open: LogExchange?
  private var pending: LogExchange?
  private let mayGoOn: Bool

  /// More octets than this in one exchange belong to something else.
  private static let mostOctets = 64 * 1024

  public init(_ format: LogFormat) {
    self.format = format
    matcher = LineMatcher(format.vocabulary)
    mayGoOn = format.rules.contains { $0.part == .more }
    table = format.columns.map { LogTable($0, format.vocabulary) }
  }

  public mutating func consume<Sink: EventSink & ~Copyable>(
    _ bytes: RawSpan, offset: Int, isLast: Bool, into emitter: inout EventEmitter<Sink>
  ) throws(InputError) -> Int {
    var reader = reader
    var fault: InputError?
    let used = reader.consume(bytes, isLast: isLast) { line, number in
      guard let line else {
        lineCount += 1
        return SkipReason.tooLong.note(at: number, into: &emitter)
      }
      fault = fault ?? take(line, number, into: &emitter)
    }
    self.reader = reader
    if let fault { throw fault }
    guard isLast else { return used }
    complete(into: &emitter)
    if emitter.eventCount == 0 {
      emitter.note(
        Note(
          .emptyRecording, at: SourceReference(.line, reader.number), "the log holds no exchange"))
    }
    return used
  }

  /// Takes one line; answers why nothing can be read at all, where that is so.
  private mutating func take<Sink: EventSink & ~Copyable>(
    _ line: RawSpan, _ number: Int, into emitter: inout EventEmitter<Sink>
  ) -> InputError? {
    var start = 0
    LineCursor.skipBlanks(line, &start)
    guard start < line.byteCount else { return nil }
    lineCount += 1
    if table != nil { return row(line, number, into: &emitter) }
    var begun = LineMatch()
    if let beginning = format.beginning {
      guard let end = matcher.lay(beginning, on: line, isWhole: false, into: &begun) else {
        skip(.prose, number, into: &emitter)
        return nil
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
      knownCount += 1
      apply(rule, match, line, number, into: &emitter)
      return nil
    }
    skip(fault ?? .prose, number, into: &emitter)
    return nil
  }

  private mutating func row<Sink: EventSink & ~Copyable>(
    _ line: RawSpan, _ number: Int, into emitter: inout EventEmitter<Sink>
  ) -> InputError? {
    switch table?.take(line) {
    case .exchange(var exchange):
      knownCount += 1
      exchange.line = number
      write(exchange, into: &emitter)
    case .skip(let reason): skip(reason, number, into: &emitter)
    case .unusable(let reason): return InputError(reason)
    case .heading, nil: knownCount += 1
    }
    return nil
  }

  private func isPossible(_ part: LogFormat.Part) -> Bool {
    switch part {
    case .whole, .begin, .map: true
    case .middle, .end: open != nil
    case .more: pending != nil
    }
  }

  private mutating func apply<Sink: EventSink & ~Copyable>(
    _ rule: LogFormat.Rule, _ match: LineMatch, _ line: RawSpan, _ number: Int,
    into emitter: inout EventEmitter<Sink>
  ) {
    if rule.part != .more { complete(into: &emitter) }
    switch rule.part {
    case .map:
      if let handle = match.handle, let uuid = match.uuid {
        scribe.participants.learn(handle, uuid)
      }
    case .whole, .begin:
      var exchange = LogExchange()
      exchange.line = number
      exchange.add(rule, match, line)
      if rule.part == .begin { open = exchange } else { end(exchange, into: &emitter) }
    case .middle: open?.add(rule, match, line)
    case .end:
      guard var exchange = open else { return }
      open = nil
      exchange.add(rule, match, line)
      end(exchange, into: &emitter)
    case .more:
      if let count = pending?.octets.count, count + match.octets.count <= Self.mostOctets {
        pending?.octets += match.octets
      }
    }
  }

  /// An exchange is complete unless its octets may go on in the next line.
  private mutating func end<Sink: EventSink & ~Copyable>(
    _ exchange: LogExchange, into emitter: inout EventEmitter<Sink>
  ) {
    if mayGoOn { pending = exchange } else { write(exchange, into: &emitter) }
  }

  private mutating func complete<Sink: EventSink & ~Copyable>(
    into emitter: inout EventEmitter<Sink>
  ) {
    guard let exchange = pending else { return }
    pending = nil
    write(exchange, into: &emitter)
  }

  private mutating func write<Sink: EventSink & ~Copyable>(
    _ exchange: LogExchange, into emitter: inout EventEmitter<Sink>
  ) {
    scribe.write(exchange, into: &emitter)?.note(at: exchange.line, into: &emitter)
  }

  private mutating func skip<Sink: EventSink & ~Copyable>(
    _ reason: SkipReason, _ number: Int, into emitter: inout EventEmitter<Sink>
  ) {
    complete(into: &emitter)
    reason.note(at: number, into: &emitter)
  }
}

extension LogFormat {
  /// The share of lines that the description knows in hundredths; 0 where none is an exchange.
  public func score(of head: RawSpan) -> Int {
    var log = DeclaredLog(self)
    var emitter = EventEmitter(Nothing())
    guard (try? log.consume(head, offset: 0, isLast: true, into: &emitter)) != nil,
      emitter.eventCount > 0
    else { return 0 }
    return max(1, log.knownCount * 100 / max(1, log.lineCount))
  }

  /// A sink that keeps nothing: the emitter counts.
  private struct Nothing: EventSink {
    mutating func begin(_ clock: Clock) {}
    mutating func declare(_ device: Device, at index: Int) {}
    mutating func declare(_ attribute: Attribute, at index: Int) {}
    mutating func event(_ event: Event, _ value: RawSpan) {}
    mutating func note(_ note: Note) {}
  }
}
