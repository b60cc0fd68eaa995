internal import RulloBase
internal import RulloBluetooth
internal import RulloRecordings

extension LogFormat {
  /// The share of lines that the description knows in hundredths; 0 where none is an exchange.
  func score(of head: RawSpan) -> Int {
    if isOfPackets {
      var log = PacketLog(self)
      var sink = Nothing()
      _ = log.consume(head, isLast: true, into: &sink)
      return log.packetCount == 0 ? 0 : max(1, log.knownCount * 100 / max(1, log.lineCount))
    }
    var log = DeclaredLog(self)
    var emitter = EventEmitter(Nothing())
    guard (try? log.consume(head, offset: 0, isLast: true, into: &emitter)) != nil,
      emitter.eventCount > 0
    else { return 0 }
    return max(1, log.knownCount * 100 / max(1, log.lineCount))
  }

  /// A sink that keeps nothing: the readers count.
  private struct Nothing: EventSink, PacketSink {
    mutating func begin(_ clock: Clock) {}
    mutating func declare(_ device: Device, at index: Int) {}
    mutating func declare(_ attribute: Attribute, at index: Int) {}
    mutating func event(_ event: Event, _ value: RawSpan) {}
    mutating func packet(_ packet: Packet, _ bytes: RawSpan) {}
    mutating func note(_ note: Note) {}
  }
}
