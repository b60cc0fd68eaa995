public import RulloBase
internal import RulloBluetooth
public import RulloCaptureFiles
public import RulloFieldLogs
internal import RulloMeasurements
public import RulloRecordings

/// What reading came to, as far as it can be compared.
public struct HostileReading: Hashable, Sendable {
  public private(set) var eventCount = 0
  public private(set) var session = ""
  public private(set) var notes: [String] = []
  public private(set) var failure: String?

  /// Reads a capture with a format that somebody named, past its recognition.
  public init<Format: CaptureFormat>(_: Format.Type, _ input: consuming ChunkedInput) {
    var format = Format()
    var stack = CaptureStack(EverySink())
    do {
      try format.read(&input, into: &stack)
    } catch {
      failure = "\(error)"
    }
    stack.finish()
    let census = stack.host.census
    take(stack.intoSink(), census)
  }

  /// Reads a text whose lines are events.
  public init<Format: TextFormat>(_ format: Format, _ input: consuming ChunkedInput) {
    var format = format
    var emitter = EventEmitter(EverySink())
    do {
      try format.read(&input, into: &emitter)
    } catch {
      emitter.finish()
      failure = "\(error)"
    }
    take(emitter.intoSink(), nil)
  }

  /// Reads a text whose lines are packets.
  public init(_ log: PacketLog, _ input: consuming ChunkedInput) {
    var log = log
    var host = HostStack(LineSources(EverySink()))
    do {
      try log.read(&input, into: &host)
    } catch {
      failure = "\(error)"
    }
    host.finish()
    let census = host.census
    take(host.intoSink().intoSink(), census)
  }

  private mutating func take(_ sink: consuming EverySink, _ census: PacketCensus?) {
    sink.finish(census)
    eventCount = sink.summary.eventCount
    session = sink.digests.session
    notes = sink.summary.notes.entries.map { "\($0.count) × \($0.note.text) \($0.note.source)" }
  }
}

extension ChunkedInput {
  /// Lends octets in pieces of a few octets each, as a slow pipe does.
  public init(pieces bytes: [UInt8], of size: Int) {
    var place = 0
    self.init(name: "memory") { (buffer, start) in
      let count = min(max(1, size), bytes.count - place, buffer.count - start)
      guard count > 0 else { return 0 }
      buffer.replaceSubrange(start..<start + count, with: bytes[place..<place + count])
      place += count
      return count
    }
  }
}
