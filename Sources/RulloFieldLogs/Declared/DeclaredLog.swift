public import RulloBase
public import RulloBluetooth
public import RulloRecordings

/// Reads a text log whose lines are exchanges, by its description.
public struct DeclaredLog: TextFormat, Sendable {
  public var format: LogFormat { lines.format }

  /// The lines that were passed over; set it before reading to have them kept.
  public var skipped: SkippedLines? {
    get { lines.skipped }
    set { lines.skipped = newValue }
  }

  /// Lines that are not empty, and those of them that the description knows.
  public var lineCount: Int { table == nil ? lines.lineCount : rowCount }
  public var knownCount: Int { table == nil ? lines.knownCount : knownRows }

  private var reader = LineReader()
  private var lines: LogAssembler
  private var scribe = LogScribe()
  private var table: LogTable?

  /// A row of a table that goes on in the next line, with the line it began in.
  private var open: (octets: [UInt8], number: Int)?

  /// More octets, or 64 lines, are no cell: its quote is a stray one.
  private static let openLimit = 16_384
  private var rowCount = 0
  private var knownRows = 0

  public init(_ format: LogFormat) {
    lines = LogAssembler(format)
    table = format.columns.map { LogTable($0, format.vocabulary) }
  }

  public mutating func consume<Sink: EventSink & ~Copyable>(
    _ bytes: RawSpan, offset: Int, isLast: Bool, into emitter: inout EventEmitter<Sink>
  ) throws(InputError) -> Int {
    var reader = reader
    var fault: InputError?
    let used = reader.consume(bytes, isLast: isLast) { line, number in
      if table == nil {
        take(lines.take(line, number), number, into: &emitter)
      } else {
        fault = fault ?? row(line, number, into: &emitter)
      }
    }
    self.reader = reader
    if let fault { throw fault }
    guard isLast else { return used }
    dropOpenRow(into: &emitter)
    if let exchange = lines.complete() { write(exchange, into: &emitter) }
    if emitter.eventCount == 0 {
      emitter.note(
        Note(
          .emptyRecording, at: SourceReference(.line, reader.number), "the log holds no exchange"))
    }
    return used
  }

  private mutating func take<Sink: EventSink & ~Copyable>(
    _ step: LogAssembler.Step, _ number: Int, into emitter: inout EventEmitter<Sink>
  ) {
    if let exchange = step.exchange { write(exchange, into: &emitter) }
    if let map = step.map { scribe.participants.learn(map.handle, map.uuid) }
    if let stamp = step.passing { scribe.pass(stamp) }
    step.skip?.note(at: number, into: &emitter)
  }

  /// Takes a row of a table; answers why nothing can be read at all, where that is so.
  private mutating func row<Sink: EventSink & ~Copyable>(
    _ line: RawSpan?, _ number: Int, into emitter: inout EventEmitter<Sink>
  ) -> InputError? {
    guard let line else {
      rowCount += 1
      skip(.tooLong, number, nil, into: &emitter)
      return nil
    }
    var start = 0
    LineCursor.skipBlanks(line, &start)
    guard start < line.byteCount else { return nil }
    if let open {
      let joined = open.octets + [0x0A] + line.copied()
      let quotes = joined.withRawSpan { table?.quotes(of: $0) ?? .stray }
      switch quotes {
      case .closed:
        self.open = nil
        return joined.withRawSpan { wholeRow($0, open.number, into: &emitter) }
      case .open where joined.count <= Self.openLimit && number - open.number <= 64:
        // A line that is a row of its own ends a stray quote.
        if !isExchange(line) {
          self.open = (joined, open.number)
          return nil
        }
      case .open, .stray: break
      }
      dropOpenRow(into: &emitter)
    }
    rowCount += 1
    if table?.quotes(of: line) == .open {
      open = (line.copied(), number)
      return nil
    }
    return wholeRow(line, number, into: &emitter)
  }

  private mutating func wholeRow<Sink: EventSink & ~Copyable>(
    _ line: RawSpan, _ number: Int, into emitter: inout EventEmitter<Sink>
  ) -> InputError? {
    switch table?.take(line) {
    case .exchange(var exchange):
      knownRows += 1
      exchange.line = number
      write(exchange, into: &emitter)
    case .skip(let reason): skip(reason, number, line, into: &emitter)
    case .unusable(let reason): return InputError(reason)
    case .heading, nil: knownRows += 1
    }
    return nil
  }

  private mutating func isExchange(_ line: RawSpan) -> Bool {
    if case .exchange = table?.take(line) { true } else { false }
  }

  private mutating func dropOpenRow<Sink: EventSink & ~Copyable>(
    into emitter: inout EventEmitter<Sink>
  ) {
    guard let (octets, number) = open else { return }
    open = nil
    octets.withRawSpan { skip(.openCell, number, $0, into: &emitter) }
  }

  private mutating func write<Sink: EventSink & ~Copyable>(
    _ exchange: LogExchange, into emitter: inout EventEmitter<Sink>
  ) {
    guard let reason = scribe.write(exchange, into: &emitter) else { return }
    reason.note(at: exchange.line, into: &emitter)
    exchange.octets.withRawSpan { octets in
      let text = Array("octets \(Hex.text(octets.copied(), separator: " "))".utf8)
      text.withRawSpan { lines.skipped?.add(reason, exchange.line, $0) }
    }
  }

  private mutating func skip<Sink: EventSink & ~Copyable>(
    _ reason: SkipReason, _ number: Int, _ line: RawSpan?, into emitter: inout EventEmitter<Sink>
  ) {
    lines.skipped?.add(reason, number, line)
    reason.note(at: number, into: &emitter)
  }
}
