import Foundation
import RulloBase
import RulloBluetooth
import RulloRecordings
import RulloTestSupport

@testable import RulloImporting

/// A recording in memory with what its file was.
struct Reading {
  let recording: Recording
  let census: PacketCensus?
  let linkType: String?
  let format: SourceFormat
  let failure: InputError?

  init(path: String) throws { try self.init(RecordingFile(path: path)) }

  init(bytes: [UInt8]) throws { try self.init(RecordingFile(ChunkedInput(bytes: bytes))) }

  init(_ file: consuming RecordingFile) {
    format = file.format
    let outcome = file.read(into: Recording())
    recording = outcome.sink
    census = outcome.census
    linkType = outcome.linkType
    failure = outcome.failure
  }

  /// A file of the corpus.
  static func corpus(_ name: String) throws -> Reading {
    try Reading(path: Corpus.folder + "/" + name)
  }

  /// A recording that ships with the project.
  static func capture(_ name: String) throws -> Reading {
    try Reading(path: projectFolder.appendingPathComponent("captures/" + name).path)
  }

  func count(_ kinds: Event.Kind...) -> Int {
    recording.events.count { kinds.contains($0.kind) }
  }

  /// How many values each attribute sent, by its path.
  var streams: [String: Int] {
    var counts: [String: Int] = [:]
    for event in recording.events where [.notification, .indication].contains(event.kind) {
      counts[recording.attribute(of: event)?.path ?? "-", default: 0] += 1
    }
    return counts
  }
}
