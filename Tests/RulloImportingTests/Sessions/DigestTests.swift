import Foundation
import RulloBase
import RulloRecordings
import RulloTestSupport
import Testing

@testable import RulloImporting

/// The same traffic has the same digests from its capture and from the session text made of it.
@Suite("digests across containers") struct ContainerDigestTests {
  func expectTwins(_ path: String) throws {
    let name = String(path.split(separator: "/").last ?? "")
    let capture = try RecordingFile(path: path).read(into: SessionDigests()).intoSink()
    let text = sessionText(try RecordingFile(path: path), name: name)
    let file = try RecordingFile(ChunkedInput(bytes: text))
    #expect(file.format == .session)
    let outcome = file.read(into: SessionDigests())
    #expect(outcome.failure == nil)
    #expect(outcome.sink.count == capture.count)
    #expect(outcome.sink.values == capture.values)
    #expect(outcome.sink.session == capture.session)
    // What is read and written again is the same text: nothing was lost on the way.
    let format = try RecordingFile(path: path).format.word
    let again = sessionText(
      try RecordingFile(ChunkedInput(bytes: text)), name: name, format: format)
    guard again != text else { return }
    let lines = [text, again].map { String(decoding: $0, as: UTF8.self).split(separator: "\n") }
    let pair = zip(lines[0], lines[1]).first { $0.0 != $0.1 }
    Issue.record("'\(pair?.0 ?? "-")' is '\(pair?.1 ?? "-")' when it is written again")
  }

  @Test("captures of the project", arguments: GoldenTests.captures)
  func captures(name: String) throws {
    try expectTwins(projectFolder.appendingPathComponent("captures/" + name).path)
  }

  @Test(
    "captures of the corpus",
    .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.absence)),
    arguments: TsharkTests.files + ["kickrshiftkey-wahoo-bike-shift-dircon.pcapng"])
  func corpus(name: String) throws {
    try expectTwins(Corpus.folder + "/" + name)
  }
}
