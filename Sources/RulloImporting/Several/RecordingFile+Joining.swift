public import RulloBase
internal import RulloBluetooth
internal import RulloCaptureFiles

extension RecordingFile {
  /// Opens several captures as one: rotated logs, in the order of their first packets.
  ///
  /// Throws ``InputError`` for what cannot be opened, holds no packets or has no clock to order by.
  public init(joining paths: [String]) throws(InputError) {
    var parts: [(path: String, start: Instant)] = []
    for path in paths {
      let file = try RecordingFile(path: path)
      guard file.format.hasPackets else {
        throw InputError("\(path) is \(file.formatWord): only captures of packets can be joined")
      }
      guard let start = try file.firstTime() else {
        throw InputError("\(path) holds no packet with a time, by which files are joined")
      }
      let place = parts.firstIndex {
        (start.seconds, start.nanoseconds) < ($0.start.seconds, $0.start.nanoseconds)
      }
      parts.insert((path, start), at: place ?? parts.count)
    }
    guard let first = parts.first else { throw InputError("there is nothing to join") }
    try self.init(path: first.path)
    followers = parts.dropFirst().map(\.path)
  }

  /// The files in the order in which they are read.
  public var parts: [String] { [path] + followers }

  /// The time of the first packet; `nil` where there is none with a date.
  private consuming func firstTime() throws(InputError) -> Instant? {
    var first = FirstTime()
    let name = path
    do {
      if format == .btsnoop {
        // Its first chunk tells; the other formats may declare their clock anywhere.
        let found = try input.withHead { (head: RawSpan) in
          var first = FirstTime()
          var reader = BtsnoopFormat()
          _ = try? reader.consume(head, offset: 0, isLast: false, into: &first)
          return first
        }
        first = found
      } else {
        try readPackets(into: &first)
      }
    } catch {
      throw Self.failure(error, in: name)
    }
    return first.start
  }
}

/// Keeps the date of the first packet.
private struct FirstTime: PacketSink {
  var start: Instant?

  mutating func begin(_ clock: Clock) {
    if clock.kind == .absolute, start == nil { start = clock.start }
  }
  mutating func packet(_ packet: Packet, _ bytes: RawSpan) {}
  mutating func note(_ note: Note) {}
}
