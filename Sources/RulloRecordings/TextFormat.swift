public import RulloBase
public import RulloBluetooth

/// A format whose lines are events already, read front to back, one chunk at a time.
public protocol TextFormat {
  /// Takes the lines that are complete in `bytes` and answers how many octets they take up.
  ///
  /// `offset` is the place of `bytes` in the file. Throws `InputError` where nothing of the file
  /// can be read; what can be read in spite of a fault becomes a note.
  mutating func consume<Sink: EventSink & ~Copyable>(
    _ bytes: RawSpan, offset: Int, isLast: Bool, into emitter: inout EventEmitter<Sink>
  ) throws(InputError) -> Int
}

extension TextFormat {
  /// Reads a whole input and ends the recording.
  @inlinable
  public mutating func read<Sink: EventSink & ~Copyable>(
    _ input: inout ChunkedInput, into emitter: inout EventEmitter<Sink>
  ) throws {
    try input.forEachChunk { (bytes, offset, isLast) throws(InputError) in
      try consume(bytes, offset: offset, isLast: isLast, into: &emitter)
    }
    emitter.finish()
  }
}
