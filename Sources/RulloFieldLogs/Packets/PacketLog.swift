public import RulloBase
public import RulloBluetooth

/// Reads a text log whose lines hold packets, by its description.
///
/// The packets go the way of every capture's, so that handles get their names from discovery.
public struct PacketLog: Sendable {
  public var format: LogFormat { lines.format }

  /// The lines that were passed over; set it before reading to have them kept.
  public var skipped: SkippedLines? {
    get { lines.skipped }
    set { lines.skipped = newValue }
  }

  public var lineCount: Int { lines.lineCount }
  public var knownCount: Int { lines.knownCount }
  public private(set) var packetCount = 0

  private var reader = LineReader()
  private var lines: LogAssembler
  private var clock = LogClock()
  private var lastTime: Int64 = 0

  public init(_ format: LogFormat) { lines = LogAssembler(format) }

  /// Takes the lines that are complete in `bytes` and answers how many octets they take up.
  ///
  /// A packet's number is that of its line. Without a clock all times are 0.
  public mutating func consume<Sink: PacketSink & ~Copyable>(
    _ bytes: RawSpan, isLast: Bool, into sink: inout Sink
  ) -> Int {
    var reader = reader
    let used = reader.consume(bytes, isLast: isLast) { line, number in
      let step = lines.take(line, number)
      if let exchange = step.exchange { deliver(exchange, into: &sink) }
      if let stamp = step.passing { clock.pass(stamp) }
      if let skip = step.skip { sink.note(skip.note(at: number)) }
    }
    self.reader = reader
    if isLast {
      if let exchange = lines.complete() { deliver(exchange, into: &sink) }
      if packetCount == 0 {
        sink.note(
          Note(
            .emptyRecording, at: SourceReference(.line, reader.number), "the log holds no packet"))
      }
    }
    return used
  }

  /// Reads a whole input.
  public mutating func read<Sink: PacketSink & ~Copyable>(
    _ input: inout ChunkedInput, into sink: inout Sink
  ) throws {
    try input.forEachChunk { (bytes, _, isLast) throws(InputError) in
      consume(bytes, isLast: isLast, into: &sink)
    }
  }

  private mutating func deliver<Sink: PacketSink & ~Copyable>(
    _ exchange: LogExchange, into sink: inout Sink
  ) {
    guard let direction = exchange.direction else {
      return sink.note(SkipReason.noDirection.note(at: exchange.line))
    }
    guard let found = exchange.packet?.packet(of: exchange) else {
      return sink.note(SkipReason.wrongLength.note(at: exchange.line))
    }
    let reading = clock.read(exchange.stamp)
    let source = SourceReference(.line, exchange.line)
    for note in reading.notes(at: source) { sink.note(note) }
    if packetCount == 0 { sink.begin(clock.clock) }
    packetCount += 1
    if reading.time != Event.noTime { lastTime = reading.time }
    let packet = Packet(
      number: exchange.line, time: lastTime, content: found.content,
      direction: direction == .toDevice ? .sent : .received)
    found.octets.withRawSpan { sink.packet(packet, $0) }
  }
}
