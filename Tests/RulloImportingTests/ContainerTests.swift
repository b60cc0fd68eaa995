import RulloBase
import RulloBluetooth
import RulloCaptureFiles
import RulloTestSupport
import Testing

@testable import RulloImporting

/// The same packets mean the same from every container.
@Suite("containers", .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.absence)))
struct ContainerTests {
  /// Writes what it gets as a classic pcap file, and lists it.
  struct Copier: PacketSink {
    let make: CaptureBytes
    let nanoseconds: Bool
    var bytes: [UInt8]
    var start = Instant()

    init(_ make: CaptureBytes, nanoseconds: Bool) {
      self.make = make
      self.nanoseconds = nanoseconds
      bytes = make.pcapHeader(link: 1, nanoseconds: nanoseconds)
    }

    mutating func begin(_ clock: Clock) { start = clock.start }
    mutating func packet(_ packet: Packet, _ octets: RawSpan) {
      let instant = start.advanced(by: packet.time)
      let fraction = UInt64(instant.nanoseconds) / (nanoseconds ? 1 : 1_000)
      bytes += make.pcapRecord(
        seconds: UInt64(instant.seconds), fraction: fraction, octets.copied())
    }
    mutating func note(_ note: Note) {}
  }

  /// Prints each event whole.
  struct Lines: EventSink {
    var lines: [String] = []
    mutating func begin(_ clock: Clock) { lines.append("\(clock.start)") }
    mutating func declare(_ device: Device, at index: Int) { lines.append("\(device)") }
    mutating func declare(_ attribute: Attribute, at index: Int) { lines.append("\(attribute)") }
    mutating func declare(_ link: Link, at index: Int) { lines.append("\(link)") }
    mutating func event(_ event: Event, _ value: RawSpan) {
      lines.append("\(event) \(Hex.text(value.copied()))")
    }
    mutating func note(_ note: Note) { lines.append("\(note)") }
  }

  @Test(
    "a Direct Connect capture says the same as pcapng and as classic pcap",
    arguments: [(false, false), (true, true)])
  func directConnect(isBigEndian: Bool, nanoseconds: Bool) throws {
    let bytes = try #require(corpus("kickrshiftkey-wahoo-bike-shift-dircon.pcapng"))
    var stack = CaptureStack(Lines())
    var copier = Copier(CaptureBytes(isBigEndian: isBigEndian), nanoseconds: nanoseconds)
    for isCopy in [false, true] {
      var input = ChunkedInput(bytes: bytes)
      var format = PcapngFormat()
      if isCopy {
        try format.read(&input, into: &copier)
      } else {
        try format.read(&input, into: &stack)
      }
    }
    stack.finish()
    var other = CaptureStack(Lines())
    var input = ChunkedInput(bytes: copier.bytes)
    var file = PcapFile()
    try file.read(&input, into: &other)
    other.finish()
    #expect(stack.host.emitter.sink.lines.count > 2_700)
    #expect(stack.host.emitter.sink.lines == other.host.emitter.sink.lines)
  }
}
