internal import RulloBluetooth

extension SkipReason {
  /// What is said of a line that is no event.
  func note(at line: Int) -> Note {
    let isLost = self == .elided || self == .notLogged
    return Note(
      isLost ? .elidedPayload : .skippedLine, at: SourceReference(.line, line), rawValue)
  }

  /// Notes a line that is no event.
  func note<Sink: EventSink & ~Copyable>(
    at line: Int, into emitter: inout EventEmitter<Sink>
  ) {
    emitter.note(note(at: line))
  }
}
