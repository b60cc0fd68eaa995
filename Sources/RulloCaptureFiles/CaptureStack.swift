internal import RulloBase
public import RulloBluetooth

/// Everything that a capture can hold, as an observer: packets in, attribute events out.
///
/// Network frames go to Direct Connect, all else to the host's Bluetooth stack; both number their
/// events and letter their devices together.
public struct CaptureStack<Sink: EventSink & ~Copyable>: ~Copyable {
  /// The Bluetooth part, whose emitter both share.
  public var host: HostStack<Sink>

  private var directConnect = DirectConnectStack()

  public init(_ sink: consuming Sink) { host = HostStack(sink) }

  /// Gives the sink back.
  public consuming func intoSink() -> Sink { host.intoSink() }

  /// Ends the capture.
  public mutating func finish() {
    directConnect.finish(into: &host.emitter)
    host.finish()
  }

  @inline(never) @usableFromInline
  internal mutating func network(_ packet: Packet, _ bytes: RawSpan) {
    host.countNetworkFrame()
    directConnect.packet(packet, bytes, into: &host.emitter)
  }
}

extension CaptureStack: PacketSink where Sink: ~Copyable {
  public mutating func begin(_ clock: Clock) { host.begin(clock) }

  public mutating func note(_ note: Note) { host.note(note) }

  @inlinable
  public mutating func packet(_ packet: Packet, _ bytes: RawSpan) {
    if packet.content == .ethernet {
      network(packet, bytes)
    } else {
      host.packet(packet, bytes)
    }
  }
}
