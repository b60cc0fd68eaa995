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
  @usableFromInline internal var input: ChunkedInput

  /// Opens a file and recognises its format from the content, never from the name.
  ///
  /// Throws ``InputError`` for what cannot be opened, is empty or is of no known format.
  public init(path: String, log: LogChoice? = nil) throws(InputError) {
    let (file, member) = Archive.split(path)
    var input = try ChunkedInput(path: file)
    // What is on standard input or in a pipe cannot be read twice, once to look for captures.
    let isArchive = try input.withHead { Archive.recognises($0) }
    if isArchive, input.isReopenable {
      try self.init(Archive.open(file, member: member), log: log)
    } else if let member {
      throw InputError("\(file) is no archive, so there is no '\(member)' in it")
    } else {
      try self.init(input, log: log)
    }
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
    case .btsnoop: Self.read(BtsnoopFormat(), input, into: sink)
    case .pcapng: Self.read(PcapngFormat(), input, into: sink)
    case .pcap: Self.readPcap(input, into: sink)
    case .packetLogger: Self.read(PacketLoggerFormat(), input, into: sink)
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
      outcome = Self.read(&log, input, into: sink)
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

  /// Reads the packets themselves, for formats that hold packets.
  ///
  /// Throws ``InputError`` and ``CaptureFailure``; reads nothing from a text of exchanges.
  @inlinable
  public consuming func readPackets<Sink: PacketSink & ~Copyable>(into sink: inout Sink) throws {
    switch format {
    case .btsnoop:
      var reader = BtsnoopFormat()
      try reader.read(&input, into: &sink)
    case .pcapng:
      var reader = PcapngFormat()
      try reader.read(&input, into: &sink)
    case .pcap:
      var reader = PcapFile()
      if input.isReopenable {
        try reader.read(path: input.name, into: &sink)
      } else {
        try reader.read(&input, into: &sink)
      }
    case .packetLogger:
      var reader = PacketLoggerFormat()
      try reader.read(&input, into: &sink)
    case .fieldLog where logFormat?.isOfPackets == true:
      var reader = PacketLog(logFormat ?? LogFormat(name: "field_log"))
      try reader.read(&input, into: &sink)
    case .appLog, .fieldLog, .session: break
    }
  }

  @inlinable
  internal static func read<Format: CaptureFormat, Sink: EventSink & ~Copyable>(
    _ format: consuming Format, _ input: consuming ChunkedInput, into sink: consuming Sink
  ) -> ReadOutcome<Sink> {
    var stack = CaptureStack(sink)
    var failure: InputError?
    do {
      try format.read(&input, into: &stack)
    } catch {
      failure = Self.failure(error, in: input.name)
    }
    return stack.outcome(linkType: format.linkType, failure: failure)
  }

  @inlinable
  internal static func readPcap<Sink: EventSink & ~Copyable>(
    _ input: consuming ChunkedInput, into sink: consuming Sink
  ) -> ReadOutcome<Sink> {
    var stack = CaptureStack(sink)
    var reader = PcapFile()
    var failure: InputError?
    do {
      // libpcap opens what can be opened again; the rest goes through a temporary file.
      if input.isReopenable {
        try reader.read(path: input.name, into: &stack)
      } else {
        try reader.read(&input, into: &stack)
      }
    } catch {
      failure = Self.failure(error, in: input.name)
    }
    return stack.outcome(linkType: reader.linkType, failure: failure)
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
    _ log: inout PacketLog, _ input: consuming ChunkedInput, into sink: consuming Sink
  ) -> ReadOutcome<Sink> {
    var host = HostStack(LineSources(sink))
    var failure: InputError?
    do {
      try log.read(&input, into: &host)
    } catch {
      failure = Self.failure(error, in: input.name)
    }
    host.finish()
    let census = host.census
    return ReadOutcome(
      host.intoSink().intoSink(), census: census, skipped: log.skipped, failure: failure)
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
    let census = host.census
    if census.packets == 0, failure == nil { host.emitter.note(.emptyRecording) }
    return ReadOutcome(intoSink(), census: census, linkType: linkType, failure: failure)
  }
}

extension Note {
  /// What is said of a file that is intact and has nothing in it.
  @usableFromInline internal static let emptyRecording = Note(
    .emptyRecording, at: SourceReference(.offset, 0), "the file is intact and holds no record")
}
