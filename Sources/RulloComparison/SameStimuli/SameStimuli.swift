internal import RulloBase
internal import RulloBluetooth
public import RulloRecordings
public import RulloTransport

/// The app's side of one recording replayed against the device of another: two firmwares in one and
/// the same conversation, as far as the other recording can answer it.
public struct SameStimuli: Sendable {
  /// What the device of NEW answered to the app of OLD, up to where the two part.
  public let recording: Recording

  /// The same as a transcript, a session text whose event numbers findings name.
  public let transcript: [UInt8]

  /// What the app of OLD asks, and how much of it was asked before the two parted.
  public let requests: (made: Int, total: Int)

  /// Where app and device part: the first request that the recording of NEW has no answer for.
  public let divergence: Divergence?

  /// The same in words.
  public var parting: String? { divergence?.text }

  /// Replays OLD's app against NEW's device; a request matches a recorded one of its op code.
  ///
  /// Throws ``SameStimuliError`` where the devices of both stand in another order, so that what was
  /// asked of one would be asked of another.
  public init(old: Recording, new: Recording, file: String) throws(SameStimuliError) {
    let alignment = SessionAlignment(old: SessionFacts(old), new: SessionFacts(new))
    guard !alignment.devices.isEmpty else {
      throw SameStimuliError("the sessions have no device in common")
    }
    guard alignment.devices.allSatisfy({ $0.device.old.index == $0.device.new.index }) else {
      throw SameStimuliError(
        "the devices stand in another order in NEW; name one with --device, or keep one a file")
    }
    let options = Self.options
    var run = ReplayRun(
      RecordedApp(old, options), against: ReplayEngine(new, options))
    divergence = try Self.converse(
      &run, most: 10_000 + 20 * (old.events.count + new.events.count))
    run.finish()
    transcript = run.engine.transcript(
      file: file,
      replay: "app of OLD against the device of NEW · \(options.words) · seed 0 · no faults")
    var emitter = EventEmitter(Recording())
    var input = ChunkedInput(bytes: transcript, name: "transcript")
    var reader = SessionTextReader()
    do {
      try reader.read(&input, into: &emitter)
    } catch {
      throw SameStimuliError("the transcript cannot be read: \(error)")
    }
    recording = emitter.intoSink()
    requests = (Self.requests(recording), Self.requests(old))
  }

  /// Runs until the two part, or to the end; answers where they part.
  ///
  /// The last second of a stretch is repeated until the app goes on, which with a damaged clock may
  /// never be: after `most` steps this throws.
  private static func converse(
    _ run: inout ReplayRun<ReplayEngine>, most: Int
  ) throws(SameStimuliError) -> Divergence? {
    var seen = 0
    for _ in 0..<most {
      let divergences = run.engine.engine.divergences
      if let parting = divergences[seen...].first(where: { $0.policy == .stop }) { return parting }
      seen = divergences.count
      guard run.step() else { return nil }
    }
    throw SameStimuliError("the conversation does not end: the clock of a session is damaged")
  }

  /// Any parameter will do, in the order of the conversation; where that ends, the replay does.
  private static var options: ReplayOptions {
    var options = ReplayOptions()
    options.anchoring = .writes
    options.capGaps(at: 10_000_000_000)
    options.rules = [MatchRule(lowest: .opCode)]
    for code in [Divergence.Code.noPartner, .lowerRung, .wrongOrder, .afterEnd, .gap] {
      options[code] = .stop
    }
    // What NEW's app never read says nothing of the device.
    options[.noRead] = .silent
    options[.neverMade] = .note
    return options
  }

  /// What an app writes and reads.
  private static func requests(_ recording: Recording) -> Int {
    recording.events.count {
      [.writeRequest, .writeCommand, .readRequest].contains($0.kind) && $0.detail == 0
    }
  }
}

/// Why two sessions cannot be brought into one conversation, in words that say what to do.
public struct SameStimuliError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
