public import RulloBase
public import RulloBluetooth
public import RulloCaptureFiles

/// A recording that has been opened and recognised, ready to be read once.
public struct RecordingFile: ~Copyable {
  public let path: String
  public let format: SourceFormat
  @usableFromInline internal var input: ChunkedInput

  /// Opens a file and recognises its format from the content, never from the name.
  ///
  /// Throws ``InputError`` for what cannot be opened, is empty or is of no known format.
  public init(path: String) throws(InputError) {
    try self.init(ChunkedInput(path: path))
  }

  /// Recognises an input that is open already.
  public init(_ input: consuming ChunkedInput) throws(InputError) {
    format = try Recognition.format(of: &input)
    path = input.name
    self.input = input
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
    case .btsnoop: return Self.read(BtsnoopFormat(), input, into: sink)
    default: return ReadOutcome(sink)
    }
  }

  @inlinable
  internal static func read<Format: CaptureFormat, Sink: EventSink & ~Copyable>(
    _ format: consuming Format, _ input: consuming ChunkedInput, into sink: consuming Sink
  ) -> ReadOutcome<Sink> {
    var stack = HostStack(sink)
    var failure: InputError?
    do {
      try format.read(&input, into: &stack)
    } catch {
      failure = InputError("\(input.name): \(error)")
    }
    stack.finish()
    let census = stack.census
    return ReadOutcome(
      stack.intoSink(), census: census, linkType: format.linkType, failure: failure)
  }

  /// Reads the packets themselves, for formats that hold packets.
  @inlinable
  public consuming func readPackets<Sink: PacketSink & ~Copyable>(into sink: inout Sink) throws {
    switch format {
    case .btsnoop:
      var format = BtsnoopFormat()
      try format.read(&input, into: &sink)
    default: break
    }
  }
}
