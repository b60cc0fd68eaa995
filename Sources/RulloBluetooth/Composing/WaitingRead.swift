internal import RulloBase

/// A read request whose form only its response tells.
struct WaitingRead {
  let event: Event
  let handle: UInt16

  init(_ event: Event, handle: UInt16) {
    self.event = event
    self.handle = handle
  }
}

extension PacketComposer where Sink: ~Copyable {
  /// No request for several values names more.
  private static var mostReads: Int { 100 }

  /// Whether a read may belong to the same request as those that wait: same moment, same record.
  func extendsReads(_ event: Event) -> Bool {
    guard let first = waiting.first?.event else { return true }
    return waiting.count < Self.mostReads && first.device == event.device
      && first.time == event.time && first.source == event.source
  }

  /// Whether an event answers the reads that wait as one request for several values.
  func takesReads(_ event: Event) -> Bool {
    event.kind == .readResponse && event.request == ATTOpcode.readMultipleRequest
      && waiting.last.map { $0.event.device == event.device } == true
  }

  /// Writes the reads that wait as one request, and its response.
  mutating func readMultipleResponse(_ event: Event, _ value: RawSpan) {
    let reads = waiting
    waiting = []
    guard let peer = peers[event.device], value.byteCount <= 65_000 else { return lose(.length) }
    att(
      peer, isFromClient: true,
      [ATTOpcode.readMultipleRequest] + reads.flatMap { ComposedDatabase.word($0.handle) })
    if event.hasTime { move(to: event.time) }
    att(peer, isFromClient: false, [ATTOpcode.readMultipleRequest + 1] + value.copied())
  }

  /// Writes the reads that wait, each as a request of its own; `next` tells the form of the last.
  mutating func flushReads(before next: Event? = nil) {
    guard !waiting.isEmpty else { return }
    let reads = waiting
    waiting = []
    for read in reads {
      guard var peer = peers[read.event.device] else { continue }
      let front = ComposedDatabase.word(read.handle)
      // A read of a part may begin at the start.
      let isPart =
        read.event.detail > 0
        || next?.request == ATTOpcode.readBlobRequest && next?.attribute == read.event.attribute
      let opcode = isPart ? ATTOpcode.readBlobRequest : ATTOpcode.readRequest
      peer.request = (opcode, read.event.attribute)
      peers[read.event.device] = peer
      let offset = isPart ? ComposedDatabase.word(UInt16(clamping: read.event.detail)) : []
      att(peer, isFromClient: true, [opcode] + front + offset)
    }
  }
}
