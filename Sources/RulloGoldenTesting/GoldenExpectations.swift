public import RulloGoldens
public import Testing

/// Holds every golden of a recording against what the recording gives now.
///
/// Records an issue for each that differs or is missing, with the lines that differ and the class of
/// change, and attaches the whole text; writes no golden. One line makes a test of a whole folder:
/// `@Test(arguments: try GoldenCase.all(near: #filePath)) func golden(_ entry: GoldenCase) {
/// expectGoldens(of: entry) }`. In XCTest call it for each case in a loop.
public func expectGoldens(
  of entry: GoldenCase, file: StaticString = #filePath, line: UInt = #line,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let place = TestPlace(file: file, line: line, location: sourceLocation)
  place.report(in: entry.store) { () throws(GoldenError) in
    try GoldenCheck(entry.store).check(entry)
  }
}

/// Holds what a test's own client does to a golden: `golden/RECORDING.CLIENT.transcript.txt`.
///
/// `body` answers the text of a transcript and is called twice: two runs that differ fail, whatever
/// the golden says. `testFile` finds the store: the nearest folder upward with a `Package.swift`.
/// Throws what `body` throws.
public func expectTranscript(
  of recording: String, client: String, testFile: String = #filePath,
  file: StaticString = #filePath, line: UInt = #line,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> String
) async throws {
  let place = TestPlace(file: file, line: line, location: sourceLocation)
  let first = try await body()
  let second = try await body()
  guard first == second else {
    return place.fail(
      "two runs of the same client against '\(recording)' differ; look for time, randomness or tasks"
        + " outside the replay")
  }
  do {
    let store = try GoldenStore(nearFile: testFile)
    let name = GoldenKind.transcript.fileName(of: "\(recording).\(client)")
    place.report(in: store) { () throws(GoldenError) in
      [try GoldenCheck(store).compare(Array(first.utf8), with: name)]
    }
  } catch {
    place.fail("\(error)")
  }
}
