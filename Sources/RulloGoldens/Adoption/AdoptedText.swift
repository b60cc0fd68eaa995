internal import RulloBase
internal import RulloBluetooth
internal import RulloFieldLogs
internal import RulloRecordings

/// The text in which a store keeps an adopted recording.
enum AdoptedText {
  /// The name of the file and its octets.
  static func of(
    _ recording: Recording, name: String, format: String
  ) -> (file: String, octets: [UInt8]) {
    if format == AppLogFormat.name, let log = appLog(recording) { return ("\(name).log", log) }
    var octets: [UInt8] = []
    let source = SessionSource(file: name, format: format.replacing("_", with: "-"))
    var writer = SessionTextWriter(source: source) { octets.append(contentsOf: $0.copied()) }
    recording.replay(into: &writer)
    writer.finish()
    return ("\(name).session.txt", octets)
  }

  /// `nil` where the lines of a log do not hold the same session.
  private static func appLog(_ recording: Recording) -> [UInt8]? {
    var octets: [UInt8] = []
    var writer = AppLogWriter { octets.append(contentsOf: $0.copied()) }
    recording.replay(into: &writer)
    writer.finish()
    guard let again = try? StoredRecording(octets: octets, file: "log") else { return nil }
    var (one, other) = (SessionDigests(), SessionDigests())
    recording.replay(into: &one)
    again.recording.replay(into: &other)
    return one.session == other.session ? octets : nil
  }
}
