/// Holds the goldens of a store against what their recordings give now; never writes a golden.
public struct GoldenCheck: Sendable {
  public let store: GoldenStore

  /// Whether what differs is put aside for review; never on continuous integration.
  public let keepsPending: Bool

  public init(
    _ store: GoldenStore, keepsPending: Bool = !GoldenStore.isContinuousIntegration
  ) {
    self.store = store
    self.keepsPending = keepsPending
  }

  /// Checks the cases with the given names, or all of them, in the order of their names.
  ///
  /// Throws ``GoldenError`` for a name that no case has, and where nothing can be put aside.
  public func run(_ names: [String] = []) throws(GoldenError) -> [GoldenResult] {
    let cases = try store.cases()
    for name in names where !cases.contains(where: { $0.name == name }) {
      let known = cases.map(\.name).joined(separator: ", ")
      throw GoldenError(
        "no recording in \(store.captures.path) is named '\(name)'; there are: \(known)")
    }
    var results: [GoldenResult] = []
    for entry in cases where names.isEmpty || names.contains(entry.name) {
      results += try check(entry)
    }
    return results
  }

  /// Checks all goldens of one case.
  ///
  /// Throws ``GoldenError`` where nothing can be put aside; a recording that cannot be read is a result.
  public func check(_ entry: GoldenCase) throws(GoldenError) -> [GoldenResult] {
    let stored: StoredRecording
    do {
      stored = try entry.recording()
    } catch {
      return [GoldenResult(file: "captures/\(entry.capture)", .failed(error))]
    }
    var results: [GoldenResult] = []
    for kind in stored.kinds {
      let file = kind.fileName(of: entry.name)
      let actual: [UInt8]
      do {
        actual = try GoldenText.of(stored, kind)
      } catch {
        results.append(GoldenResult(file: file, .failed(error)))
        continue
      }
      var result = try compare(actual, with: file)
      if kind == .session, case .differs = result.verdict {
        result.firstLines = OutlineMismatch.firstLines(
          golden: try store.goldens.read(file), actual: actual, of: stored)
      }
      results.append(result)
    }
    return results
  }

  /// Compares a text with a golden of the store, and puts it aside for review where it differs.
  ///
  /// Throws ``GoldenError`` where it cannot be put aside.
  public func compare(_ actual: [UInt8], with file: String) throws(GoldenError) -> GoldenResult {
    let verdict: GoldenResult.Verdict
    if !store.goldens.exists(file) {
      verdict = .missing
    } else if let difference = GoldenDifference(old: try store.goldens.read(file), new: actual) {
      verdict = .differs(difference)
    } else {
      verdict = .equal
    }
    var result = GoldenResult(file: file, verdict)
    result.actual = actual
    if keepsPending {
      if !result.isEqual {
        try store.pending.write(actual, to: file)
      } else if store.pending.exists(file) {
        // What was put aside earlier is settled.
        try store.pending.remove(file)
      }
    }
    return result
  }
}
