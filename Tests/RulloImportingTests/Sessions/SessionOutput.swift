import RulloBase
import RulloRecordings

@testable import RulloImporting

/// Keeps the octets that a writer hands out.
final class SessionOutput {
  var bytes: [UInt8] = []
}

/// The text of a session, as `rullo decode` prints it; a session text is written again as it was.
func sessionText(
  _ file: consuming RecordingFile, name: String, format: String? = nil
) -> [UInt8] {
  let output = SessionOutput()
  let source = SessionSource(file: name, format: format ?? file.format.word)
  let writer = SessionTextWriter(source: source) { output.bytes += $0.copied() }
  var outcome = file.read(into: writer)
  outcome.sink.finish()
  return output.bytes
}
