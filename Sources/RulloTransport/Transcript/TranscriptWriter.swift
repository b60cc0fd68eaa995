internal import RulloBase
internal import RulloBluetooth
internal import RulloRecordings

/// Writes a transcript as it comes about: the lines of a session text with more in the last column.
public struct TranscriptWriter: ~Copyable {
  private var writer: SessionTextWriter
  private var declared = 0
  private var hasBegun = false

  /// A writer whose octets go to `output`; `replay` says in the header how the replay was done.
  public init(file: String, replay: String, output: @escaping (RawSpan) -> Void) {
    writer = SessionTextWriter(
      source: SessionSource(file: file, format: "transcript"), replay: replay, output: output)
  }

  /// Writes what an engine's log holds, and takes it out of the log.
  public mutating func take<Engine>(from engine: inout TranscribedEngine<Engine>) {
    write(engine.log)
    engine.forgetWritten()
  }

  /// Writes what a log holds.
  public mutating func write(_ log: TranscriptLog) {
    begin(log)
    for (index, attribute) in log.attributes.enumerated().dropFirst(declared) {
      writer.declare(attribute, at: index)
    }
    declared = log.attributes.count
    log.octets.withRawSpan { all in
      var start = 0
      for entry in log.entries {
        writer.event(entry.event, all.extracting(start..<entry.end), remark: entry.remark)
        start = entry.end
      }
    }
  }

  /// Hands the complete lines out now.
  public mutating func flush() { writer.flush() }

  /// Writes the trailer.
  public mutating func finish() { writer.finish() }

  private mutating func begin(_ log: TranscriptLog) {
    guard !hasBegun else { return }
    hasBegun = true
    writer.begin(Clock(kind: log.hasClock ? .elapsed : .none, resolution: log.hasClock ? 1 : 0))
    for (index, device) in log.devices.enumerated() { writer.declare(device, at: index) }
  }
}

extension TranscribedEngine {
  /// The octets of the whole transcript.
  public func transcript(file: String, replay: String) -> [UInt8] {
    var octets: [UInt8] = []
    var writer = TranscriptWriter(file: file, replay: replay) { octets += $0.copied() }
    writer.write(log)
    writer.finish()
    return octets
  }
}
