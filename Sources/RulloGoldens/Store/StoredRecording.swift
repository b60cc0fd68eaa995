internal import RulloBase
internal import RulloBluetooth
internal import RulloCaptureFiles
internal import RulloFieldLogs
internal import RulloMeasurements
public import RulloRecordings

/// A recording of a store, read whole.
///
/// Stores hold what plain Swift reads: btsnoop, pcapng, PacketLogger, text logs, session texts.
public struct StoredRecording: Sendable {
  /// The name of its file.
  public let file: String

  /// The word of its format, as `rullo info --json` prints it.
  public let format: String
  public private(set) var recording: Recording

  /// Reads a file of a folder.
  ///
  /// Throws ``GoldenError`` for what cannot be read or is of no format that a store holds.
  public init(_ folder: StoreFolder, _ file: String) throws(GoldenError) {
    try self.init(octets: folder.read(file), file: file)
  }

  /// Reads octets that are in memory.
  ///
  /// Throws ``GoldenError`` as the other initialiser does.
  public init(octets: [UInt8], file: String) throws(GoldenError) {
    self.file = file
    do {
      (format, recording) = try Self.read(octets, file)
    } catch {
      throw GoldenError("\(file): \(error)")
    }
    guard !recording.events.isEmpty else {
      throw GoldenError(
        "\(file) holds no exchange with a device, so that there is nothing to hold it to")
    }
  }

  private static func read(_ octets: [UInt8], _ file: String) throws -> (String, Recording) {
    enum Found {
      case btsnoop, pcapng, packetLogger, session, appLog, unknown
      case declared(LogFormat)
    }
    let found: Found = octets.withRawSpan { head in
      if BtsnoopFormat.recognises(head) { return .btsnoop }
      if PcapngFormat.recognises(head) { return .pcapng }
      if PacketLoggerFormat.recognises(head) { return .packetLogger }
      if SessionTextReader.recognises(head) > 0 { return .session }
      switch LogRecognition(head).best {
      case .appLog: return .appLog
      case .declared(let format): return .declared(format)
      case nil: return .unknown
      }
    }
    switch found {
    case .btsnoop: return (BtsnoopFormat.name, try packets(BtsnoopFormat(), octets, file))
    case .pcapng: return (PcapngFormat.name, try packets(PcapngFormat(), octets, file))
    case .packetLogger:
      return (PacketLoggerFormat.name, try packets(PacketLoggerFormat(), octets, file))
    case .session: return (SessionTextReader.name, try text(SessionTextReader(), octets, file))
    case .appLog: return (AppLogFormat.name, try text(AppLogFormat(), octets, file))
    case .declared(let format) where format.isOfPackets:
      return (format.name, try packets(of: format, octets, file))
    case .declared(let format): return (format.name, try text(DeclaredLog(format), octets, file))
    case .unknown:
      throw GoldenError(
        "is of no format that a golden store holds; 'rullo adopt' takes any capture or log and"
          + " stores it in one that it does")
    }
  }

  private static func packets(
    of format: LogFormat, _ octets: [UInt8], _ file: String
  ) throws -> Recording {
    var input = ChunkedInput(bytes: octets, name: file)
    var host = HostStack(LineSources(Recording()))
    var log = PacketLog(format)
    try log.read(&input, into: &host)
    host.finish()
    return host.intoSink().intoSink()
  }

  private static func packets<Format: CaptureFormat>(
    _ format: consuming Format, _ octets: [UInt8], _ file: String
  ) throws -> Recording {
    var input = ChunkedInput(bytes: octets, name: file)
    var stack = CaptureStack(Recording())
    try format.read(&input, into: &stack)
    stack.finish()
    return stack.intoSink()
  }

  private static func text<Format: TextFormat>(
    _ format: consuming Format, _ octets: [UInt8], _ file: String
  ) throws -> Recording {
    var input = ChunkedInput(bytes: octets, name: file)
    var emitter = EventEmitter(Recording())
    try format.read(&input, into: &emitter)
    return emitter.intoSink()
  }

  /// The goldens that a recording has to have: a transcript only where an app has written.
  public var kinds: [GoldenKind] {
    let hasControl = recording.events.contains { event in
      (event.kind == .writeRequest || event.kind == .writeCommand)
        && ControlMeter.isControlPoint(recording.attribute(of: event)?.uuid)
    }
    return hasControl ? [.session, .rate, .transcript] : [.session, .rate]
  }
}
