import Foundation
import RulloBase
import RulloImporting
import RulloRecordings
import RulloTestSupport

/// A recording of the corpus or of the project, read whole.
func recording(at path: String) throws -> Recording {
  try RecordingFile(path: path).read(into: Recording()).intoSink()
}

func corpusRecording(_ name: String) throws -> Recording {
  try recording(at: Corpus.folder + "/" + name)
}

func capture(_ name: String) throws -> Recording {
  try recording(at: projectFolder.appendingPathComponent("captures/" + name).path)
}
