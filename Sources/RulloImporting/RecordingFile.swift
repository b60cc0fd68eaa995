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

  /// How well the log formats fit, where the content decided between them.
  public let recognition: LogRecognition?
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
    switch try Recognition.of(&input, isText: log != nil) {
    case .format(let found):
      format = found
      log = nil
    case .log(let found) where log == nil:
      recognition = found
      log = found.best
    case .log, .none: break
    }
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
    case .appLog: Self.read(AppLogFormat(), input, into: sink)
    case .fieldLog:
      Self.read(DeclaredLog(logFormat ?? LogFormat(name: "field_log")), input, into: sink)
    case .session: Self.read(SessionTextReader(), input, into: sink)
    }
  }

  /// Reads the packets themselves, for formats that hold packets.
  ///
  /// Throws ``InputError`` and ``CaptureFailure``; reads nothing from text.
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
    _ format: consuming Format, _ input: consuming ChunkedInput, into sink: consuming Sink
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
    return ReadOutcome(emitter.intoSink(), failure: failure)
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
