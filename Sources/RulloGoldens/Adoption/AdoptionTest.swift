/// The Swift test that holds every recording of a package to its goldens.
public enum AdoptionTest {
  public static let fileName = "GoldenRecordingTests.swift"

  static let text = """
    import RulloGoldenTesting
    import RulloGoldens
    import Testing

    /// Every recording in captures, held to its goldens: a new one is a test by lying there.
    @Test("golden recordings", arguments: try GoldenCase.all(near: #filePath))
    func goldenRecordings(_ recording: GoldenCase) {
      expectGoldens(of: recording)
    }

    """

  /// Writes the test into a folder, and answers whether it was not there yet.
  ///
  /// Throws ``GoldenError`` where it cannot be written; a file of that name is left as it is.
  public static func write(into folder: StoreFolder) throws(GoldenError) -> Bool {
    guard !folder.exists(fileName) else { return false }
    try folder.write(Array(text.utf8), to: fileName)
    return true
  }
}
