internal import RulloBase
internal import RulloMeasurements
internal import RulloRecordings

/// What a recording decodes and measures to, as the octets of a golden.
public enum GoldenText {
  /// A session with more lines than this is kept as its outline: nobody reviews more.
  static let longestSession = 2_000

  /// The octets of one golden.
  ///
  /// Throws ``GoldenError`` where the recording cannot be replayed.
  public static func of(
    _ stored: StoredRecording, _ kind: GoldenKind
  ) throws(GoldenError) -> [UInt8] {
    switch kind {
    case .session: sessionGolden(stored)
    case .rate: rate(stored)
    case .transcript: try transcript(stored)
    }
  }

  /// The session text in full.
  static func session(_ stored: StoredRecording) -> [UInt8] {
    var octets: [UInt8] = []
    let source = SessionSource(
      file: stored.file, format: stored.format.replacing("_", with: "-"))
    var writer = SessionTextWriter(source: source) { block in
      octets.append(contentsOf: block.copied())
    }
    stored.recording.replay(into: &writer)
    writer.finish()
    return octets
  }

  private static func sessionGolden(_ stored: StoredRecording) -> [UInt8] {
    let full = session(stored)
    let lines = GoldenLines(full)
    guard lines.count > longestSession else { return full }
    return SessionOutline(lines, of: stored.recording).octets
  }

  private static func rate(_ stored: StoredRecording) -> [UInt8] {
    var meter = RateMeter()
    stored.recording.replay(into: &meter)
    let report = RateReport(meter, file: stored.file, format: stored.format)
    var json = JSONWriter()
    report.writeJSON(to: &json, breaksLines: true)
    json.endLine()
    return json.text.withBytes { $0.copied() }
  }
}
