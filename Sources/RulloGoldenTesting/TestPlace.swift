internal import RulloGoldens
internal import Testing
internal import XCTest

/// Where in which test something failed; says it to the library that runs the test.
struct TestPlace {
  let file: StaticString
  let line: UInt
  let location: SourceLocation

  /// Runs a check and says what it found.
  func report(
    in store: GoldenStore, _ check: () throws(GoldenError) -> [GoldenResult]
  ) {
    do {
      for result in try check() where !result.isEqual { report(result, store) }
    } catch {
      fail("\(error)")
    }
  }

  private func report(_ result: GoldenResult, _ store: GoldenStore) {
    var lines = [result.summary, "golden: \(store.goldens.path(of: result.file))"]
    if case .differs(let difference) = result.verdict {
      lines += result.firstLines + difference.report
    }
    if store.pending.exists(result.file) {
      lines.append("now:    \(store.pending.path(of: result.file))")
    }
    if let actual = result.actual, Test.current != nil {
      Attachment.record(actual, named: result.file, sourceLocation: location)
    }
    fail(lines.joined(separator: "\n"))
  }

  /// Records an issue of the running test.
  func fail(_ message: String) {
    if Test.current != nil {
      Issue.record(Comment(rawValue: message), sourceLocation: location)
    } else {
      XCTFail(message, file: file, line: line)
    }
  }
}
