public import RulloBase
public import RulloBluetooth
public import RulloFieldLogs

/// What came of reading a recording: the sink with what could be read, and how it ended.
public struct ReadOutcome<Sink: EventSink & ~Copyable>: ~Copyable {
  public var sink: Sink

  /// What the packets of a packet format were; `nil` for text.
  public var census: PacketCensus?

  /// What the records hold, in words; `nil` for text.
  public var linkType: String?

  /// How many lines of a text log are not empty, where the reader counts them.
  public var lineCount: Int?

  /// Whether a text log held no exchange at all.
  @usableFromInline internal var isEmpty = false

  /// The lines of a text log that were passed over, where they were asked for.
  public var skipped: SkippedLines?

  /// The handles that discovery named, by peer; empty for text of exchanges.
  public var gattMap = GATTMap()

  /// Why reading ended before the end, where it did.
  public var failure: InputError?

  @inlinable
  public init(
    _ sink: consuming Sink, census: PacketCensus? = nil, linkType: String? = nil,
    skipped: SkippedLines? = nil, failure: InputError? = nil
  ) {
    self.sink = sink
    self.census = census
    self.linkType = linkType
    self.skipped = skipped
    self.failure = failure
  }

  /// Gives the sink back.
  @inlinable
  public consuming func intoSink() -> Sink { sink }

  /// The same outcome with another sink, made of this one.
  @inlinable
  public consuming func map<Other: EventSink & ~Copyable>(
    _ transform: (consuming Sink) -> Other
  ) -> ReadOutcome<Other> {
    let (census, linkType, lineCount, isEmpty) = (census, linkType, lineCount, isEmpty)
    let (skipped, gattMap, failure) = (skipped, gattMap, failure)
    var outcome = ReadOutcome<Other>(
      transform(intoSink()), census: census, linkType: linkType, skipped: skipped, failure: failure)
    (outcome.lineCount, outcome.isEmpty, outcome.gattMap) = (lineCount, isEmpty, gattMap)
    return outcome
  }
}
