internal import RulloBluetooth

extension LogClock.Reading {
  /// What is wrong with a line's clock.
  func notes(at source: SourceReference) -> [Note] {
    var notes: [Note] = []
    if isStepBack {
      notes.append(
        Note(.timeStep, at: source, "the clock stepped back; the order of the file is kept"))
    }
    if isOtherKind {
      notes.append(
        Note(
          .contradiction, at: source,
          "a clock of another kind than the first line's; its time is left out"))
    }
    if isOutOfRange {
      notes.append(
        Note(.timeOutOfRange, at: source, "a time too far from the first one to be told"))
    }
    if lacksZone {
      notes.append(
        Note(.unknownTimeZone, at: source, "the dates name no time zone; they are taken as UTC"))
    }
    if isCoarse {
      notes.append(
        Note(
          .missingTime, at: source,
          "a time since the line before that is rounded to whole seconds or more; all later times"
            + " are off by as much"))
    }
    return notes
  }

  /// Notes what is wrong with a line's clock.
  func note<Sink: EventSink & ~Copyable>(
    at source: SourceReference, into emitter: inout EventEmitter<Sink>
  ) {
    guard isStepBack || isOtherKind || isOutOfRange || lacksZone || isCoarse else { return }
    for note in notes(at: source) { emitter.note(note) }
  }
}
