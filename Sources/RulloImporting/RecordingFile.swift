public import RulloBase
public import RulloBluetooth
public import RulloCaptureFiles
public import RulloFieldLogs
public import RulloRecordings

/// A recording that has been opened and recognised, ready to be read once.
public struct RecordingFile: ~Copyable {
  public let path: String
  public let format: SourceFormat

  /// What reads a text log of another form than the app's own.
  public let logFormat: LogFormat?

  /// How well the log formats fit a text.
  public let recognition: LogRecognition?

  /// Whether somebody named the format of a text, so that its content did not decide.
  public let isChosen: Bool

  /// Whether the lines of a text log that are passed over are kept, to be shown.
  public var keepsSkippedLines = false

  /// Names for the handles of peers whose discovery the capture does not hold.
  public var gattMap = GATTMap()

  /// Files that go on where this one ends.
  @usableFromInline internal var followers: [String] = []
  @usableFromInline internal var input: ChunkedInput

  /// Opens a file and recognises its format from the content, never from the name.
  ///
  /// Throws ``InputError`` for what cannot be opened, is empty or is of no known format.
  public init(path: String, log: LogChoice? = nil) throws(InputError) {
    try self.init(CaptureSearch.open(path), log: log)
  }

  /// Recognises an input that is open already; `log` decides for a text instead of its content.
  public init(
    _ input: consuming ChunkedInput, log: LogChoice? = nil
  ) throws(InputError) {
    var recognition: LogRecognition?
    var log = log
    var format = SourceFormat.appLog
    var isChosen = false
    switch try Recognition.of(&input, isText: log != nil) {
    case .format(let found):
      format = found
      log = nil
    case .log(let found):
      recognition = found
      isChosen = log != nil
      log = log ?? found.best
    case .none: isChosen = true
    }
    self.isChosen = isChosen
    if case .declared(let found) = log {
      logFormat = found
      format = .fieldLog
    } else {
      logFormat = nil
    }
    self.format = format
    self.recognition = recognition
    path = input.name
    self.input = input
  }

  /// The word of the JSON output: `btsnoop`, `app_log`, or the name of a log format.
  public var formatName: String { logFormat?.name ?? format.rawValue }

  /// The same word in text for people: `app-log` where JSON has `app_log`.
  public var formatWord: String {
    logFormat?.name.replacing("_", with: "-") ?? format.word
  }

  /// Whether the file holds packets that ``readPackets(into:)`` lends.
  public var holdsPackets: Bool { format.hasPackets || logFormat?.isOfPackets == true }

  /// Whether it is long enough that a second thread pays.
  public var isLong: Bool { (input.size ?? 0) > 4 << 20 }

  /// Calls `body` after each chunk with the octets read so far and the file's size.
  public mutating func onProgress(_ body: @escaping (_ read: Int, _ size: Int?) -> Void) {
    let size = input.size
    input.onProgress = { body($0, size) }
  }

  /// Reads everything into a sink of events; what could be read is kept even where reading fails.
  @inlinable
  public consuming func read<Sink: EventSink & ~Copyable>(
    into sink: consuming Sink
  ) -> ReadOutcome<Sink> {
    switch format {
    case .btsnoop where followers.isEmpty: Self.read(BtsnoopFormat(), input, gattMap, into: sink)
    case .pcapng where followers.isEmpty: Self.read(PcapngFormat(), input, gattMap, into: sink)
    case .packetLogger where followers.isEmpty:
      Self.read(PacketLoggerFormat(), input, gattMap, into: sink)
    case .btsnoop, .pcapng, .pcap, .packetLogger: readJoined(into: sink)
    case .appLog: readAppLog(into: sink)
    case .fieldLog: readFieldLog(into: sink)
    case .session: readSession(into: sink)
    }
  }

  @inlinable
  internal consuming func readSession<Sink: EventSink & ~Copyable>(
    into sink: consuming Sink
  ) -> ReadOutcome<Sink> {
    var reader = SessionTextReader()
    return Self.read(&reader, input, into: sink)
  }

  @inlinable
  internal consuming func readAppLog<Sink: EventSink & ~Copyable>(
    into sink: consuming Sink
  ) -> ReadOutcome<Sink> {
    var log = AppLogFormat()
    if keepsSkippedLines { log.skipped = SkippedLines() }
    let refusal = self.refusal
    var outcome = Self.read(&log, input, into: sink)
    outcome.skipped = log.skipped
    if outcome.isEmpty { outcome.failure = outcome.failure ?? refusal }
    return outcome
  }

  @inlinable
  internal consuming func readFieldLog<Sink: EventSink & ~Copyable>(
    into sink: consuming Sink
  ) -> ReadOutcome<Sink> {
    let format = logFormat ?? LogFormat(name: "field_log")
    let skipped = keepsSkippedLines ? SkippedLines() : nil
    let refusal = self.refusal
    var outcome: ReadOutcome<Sink>
    if format.isOfPackets {
      var log = PacketLog(format)
      log.skipped = skipped
      outcome = Self.read(&log, input, gattMap, into: sink)
      outcome.lineCount = log.lineCount
      outcome.isEmpty = log.packetCount == 0
    } else {
      var log = DeclaredLog(format)
      log.skipped = skipped
      outcome = Self.read(&log, input, into: sink)
      outcome.skipped = log.skipped
      outcome.lineCount = log.lineCount
      // A table of a heading alone is intact and has no rows.
      outcome.isEmpty = outcome.isEmpty && (format.columns == nil || log.lineCount > 1)
    }
    if outcome.isEmpty { outcome.failure = outcome.failure ?? refusal }
    return outcome
  }

  /// What is said of a log in which the format finds nothing: which one would.
  @usableFromInline
  internal var refusal: InputError {
    let start =
      logFormat?.columns == nil
      ? "\(path): no line is an exchange of the log format \(formatName)"
      : "\(path): no row of the table is an exchange"
    guard let other = recognition?.candidates.first(where: { $0.choice.name != formatName }) else {
      return InputError("\(start); --explain-skips lists the lines")
    }
    return InputError(
      "\(start); \(other.choice.name) knows \(other.score) % of them: leave --log-format out, or"
        + " write --log-format \(other.choice.name)")
  }

  /// Reads the packets themselves, for formats that hold packets; answers what the records hold.
  ///
  /// Throws ``InputError`` and ``CaptureFailure``; reads nothing from a text of exchanges.
  @inlinable @discardableResult
  public consuming func readPackets<Sink: PacketSink & ~Copyable>(
    into sink: inout Sink
  ) throws -> String? {
    var linkType: String?
    switch format {
    case .btsnoop:
      var reader = BtsnoopFormat()
      try reader.read(&input, into: &sink)
      linkType = reader.linkType
    case .pcapng:
      var reader = PcapngFormat()
      try reader.read(&input, into: &sink)
      linkType = reader.linkType
    case .pcap:
      var reader = PcapFile()
      // libpcap opens what can be opened again; the rest goes through a temporary file.
      if input.isReopenable {
        try reader.read(path: input.name, into: &sink)
      } else {
        try reader.read(&input, into: &sink)
      }
      linkType = reader.linkType
    case .packetLogger:
      var reader = PacketLoggerFormat()
      try reader.read(&input, into: &sink)
      linkType = reader.linkType
    case .fieldLog where logFormat?.isOfPackets == true:
      var reader = PacketLog(logFormat ?? LogFormat(name: "field_log"))
      try reader.read(&input, into: &sink)
    case .appLog, .fieldLog, .session: break
    }
    if let note = input.shortfallNote { sink.note(note) }
    return linkType
  }

  @inlinable
  internal static func read<Format: CaptureFormat, Sink: EventSink & ~Copyable>(
    _ format: consuming Format, _ input: consuming ChunkedInput, _ map: GATTMap,
    into sink: consuming Sink
  ) -> ReadOutcome<Sink> {
    var stack = CaptureStack(sink)
    stack.host.gattMap = map
    var failure: InputError?
    do {
      try format.read(&input, into: &stack)
    } catch {
      failure = Self.failure(error, in: input.name)
    }
    if let note = input.shortfallNote { stack.note(note) }
    return stack.outcome(linkType: format.linkType, failure: failure)
  }

  /// Reads this file and those that follow it as one capture.
  @inlinable
  internal consuming func readJoined<Sink: EventSink & ~Copyable>(
    into sink: consuming Sink
  ) -> ReadOutcome<Sink> {
    let (followers, name) = (followers, input.name)
    var packets = JoinedPackets(CaptureStack(sink))
    packets.inner.host.gattMap = gattMap
    var linkType: String?
    var failure: InputError?
    do {
      linkType = try readPackets(into: &packets)
      for path in followers {
        packets.nextFile()
        try RecordingFile(path: path).readPackets(into: &packets)
      }
    } catch {
      failure = Self.failure(error, in: name)
    }
    return packets.intoInner().outcome(linkType: linkType ?? "no link type", failure: failure)
  }

  @inlinable
  internal static func read<Format: TextFormat, Sink: EventSink & ~Copyable>(
    _ format: inout Format, _ input: consuming ChunkedInput, into sink: consuming Sink
  ) -> ReadOutcome<Sink> {
    var emitter = EventEmitter(sink)
    var failure: InputError?
    do {
      try format.read(&input, into: &emitter)
    } catch {
      emitter.finish()
      failure = Self.failure(error, in: input.name)
    }
    if let note = input.shortfallNote { emitter.note(note) }
    // A log without an exchange says so itself.
    if emitter.eventCount == 0, failure == nil, Format.self == SessionTextReader.self {
      emitter.note(.emptyRecording)
    }
    let isEmpty = emitter.eventCount == 0
    var outcome = ReadOutcome(emitter.intoSink(), failure: failure)
    outcome.isEmpty = isEmpty
    return outcome
  }

  /// The packets of a text log go through the host's stack, and their places stay lines.
  @inlinable
  internal static func read<Sink: EventSink & ~Copyable>(
    _ log: inout PacketLog, _ input: consuming ChunkedInput, _ map: GATTMap,
    into sink: consuming Sink
  ) -> ReadOutcome<Sink> {
    var host = HostStack(LineSources(sink))
    host.gattMap = map
    var failure: InputError?
    do {
      try log.read(&input, into: &host)
    } catch {
      failure = Self.failure(error, in: input.name)
    }
    if let note = input.shortfallNote { host.note(note) }
    host.finish()
    let (census, map) = (host.census, host.learnedMap)
    var outcome = ReadOutcome(
      host.intoSink().intoSink(), census: census, skipped: log.skipped, failure: failure)
    outcome.gattMap = map
    return outcome
  }

  @usableFromInline
  internal static func failure(_ error: any Error, in name: String) -> InputError {
    let text = "\(error)"
    return InputError(text.hasPrefix(name) ? text : "\(name): \(text)")
  }
}

extension CaptureStack where Sink: ~Copyable {
  /// Ends the capture and gives back what came of it.
  @inlinable
  internal consuming func outcome(linkType: String, failure: InputError?) -> ReadOutcome<Sink> {
    finish()
    let (census, map) = (host.census, host.learnedMap)
    if census.packets == 0, failure == nil { host.emitter.note(.emptyRecording) }
    var outcome = ReadOutcome(intoSink(), census: census, linkType: linkType, failure: failure)
    outcome.gattMap = map
    return outcome
  }
}

extension ChunkedInput {
  /// What is said of octets that ended before they should.
  @usableFromInline internal var shortfallNote: Note? {
    shortfall.map { Note(.cutFile, at: SourceReference(.offset, offset), $0) }
  }
}

extension Note {
  /// What is said of a file that is intact and has nothing in it.
  @usableFromInline internal static let emptyRecording = Note(
    .emptyRecording, at: SourceReference(.offset, 0), "the file is intact and holds no record")
}
