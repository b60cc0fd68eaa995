public import RulloBase
public import RulloBluetooth

/// What came of reading a recording: the sink with what could be read, and how it ended.
public struct ReadOutcome<Sink: EventSink & ~Copyable>: ~Copyable {
  public var sink: Sink

  /// What the packets of a packet format were; `nil` for text.
  public var census: PacketCensus?

  /// What the records hold, in words; `nil` for text.
  public var linkType: String?

  /// Why reading ended before the end, where it did.
  public var failure: InputError?

  @inlinable
  public init(
    _ sink: consuming Sink, census: PacketCensus? = nil, linkType: String? = nil,
    failure: InputError? = nil
  ) {
    self.sink = sink
    self.census = census
    self.linkType = linkType
    self.failure = failure
  }

  /// Gives the sink back.
  @inlinable
  public consuming func intoSink() -> Sink { sink }
}
