internal import RulloTransport

extension GoldenText {
  /// The transcript of a replay of the recorded app against the recorded device.
  ///
  /// Throws ``GoldenError`` where a recording does not match itself: its own order or a gap in it
  /// makes it no test of anything.
  static func transcript(_ stored: StoredRecording) throws(GoldenError) -> [UInt8] {
    let (octets, verdict, divergences) = ReplayEngine.transcript(
      of: stored.recording, file: stored.file)
    guard verdict == .passed else {
      let reasons = divergences.prefix(3).map { "\($0.code.word): \($0.text)" }
      throw GoldenError(
        "\(stored.file) does not replay against itself (\(reasons.joined(separator: "; ")))")
    }
    return octets
  }
}
