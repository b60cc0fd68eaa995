internal import RulloRecordings

extension GoldenText {
  /// The transcript of a replay of the recorded app against the recorded device.
  static func transcript(_ stored: StoredRecording) throws(GoldenError) -> [UInt8] { [] }
}
