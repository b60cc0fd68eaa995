import RulloBase
import RulloBluetooth
import RulloCaptureFiles
import RulloRecordings
import Testing

/// The session text of a real capture, where declarations come late and twice.
@Suite("Session text of captures")
struct SessionRoundTripTests {
  final class Collected {
    var octets: [UInt8] = []
  }

  static let captures: String = {
    let folders = #filePath.split(separator: "/").dropLast(3)
    return "/" + folders.joined(separator: "/") + "/captures/"
  }()

  @Test(
    "streaming, kept in memory, and read back, it is the same octets",
    arguments: ["bumble-session.btsnoop"])
  func roundTrip(name: String) throws {
    let source = SessionSource(file: name, format: "btsnoop")
    let streamed = Collected()
    var stream = HostStack(
      SessionTextWriter(source: source) { streamed.octets += $0.copied() })
    var input = try ChunkedInput(path: Self.captures + name)
    var format = BtsnoopFormat()
    try format.read(&input, into: &stream)
    stream.finish()
    stream.emitter.sink.finish()

    var kept = HostStack(Recording())
    var again = try ChunkedInput(path: Self.captures + name)
    var second = BtsnoopFormat()
    try second.read(&again, into: &kept)
    kept.finish()
    #expect(text(kept.emitter.sink, source) == streamed.octets)

    var reader = SessionTextReader()
    var emitter = EventEmitter(Recording())
    var lines = ChunkedInput(bytes: streamed.octets)
    try reader.read(&lines, into: &emitter)
    #expect(emitter.sink.notes.entries.isEmpty)
    #expect(reader.source == source)
    #expect(text(emitter.sink, source) == streamed.octets)
    #expect(emitter.sink.events.count == kept.emitter.sink.events.count)
  }

  private func text(_ recording: Recording, _ source: SessionSource) -> [UInt8] {
    let collected = Collected()
    var writer = SessionTextWriter(source: source) { collected.octets += $0.copied() }
    recording.replay(into: &writer)
    writer.finish()
    return collected.octets
  }
}
