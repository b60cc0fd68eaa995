import Foundation
import RulloBase
import RulloBluetooth
import RulloRecordings
import RulloTestSupport
import Testing

@testable import RulloImporting

/// Folders of captures, and logs that a phone has rotated.
@Suite("several files")
struct JoiningTests {
  static let capture = projectFolder.appendingPathComponent("captures/bumble-session.btsnoop")

  /// The capture cut in two before the record of a number, each half with the header of 16 octets.
  static func halves(before record: Int) throws -> (first: [UInt8], second: [UInt8]) {
    let whole = [UInt8](try Data(contentsOf: capture))
    var place = 16
    for _ in 1..<record {
      let length = whole[place + 4..<place + 8].reduce(0) { $0 << 8 | Int($1) }
      place += 24 + length
    }
    return (Array(whole[..<place]), Array(whole[..<16]) + whole[place...])
  }

  func withHalves<Result>(_ body: (_ log: String, _ last: String) throws -> Result) throws -> Result
  {
    let halves = try Self.halves(before: 182)
    return try withFolder { folder in
      let log = folder.appendingPathComponent("btsnoop_hci.log")
      let last = folder.appendingPathComponent("btsnoop_hci.log.last")
      try Data(halves.second).write(to: log)
      try Data(halves.first).write(to: last)
      return try body(log.path, last.path)
    }
  }

  @Test("rotated logs are one recording, in the order of their times") func rotated() throws {
    let whole = try RecordingFile(path: Self.capture.path).read(into: Recording()).intoSink()
    try withHalves { log, last in
      let file = try RecordingFile(joining: [log, last])
      #expect(file.parts == [last, log])
      let joined = file.read(into: Recording()).intoSink()
      #expect(joined.events.count == whole.events.count)
      for place in joined.events.indices {
        #expect(joined.events[place].time == whole.events[place].time)
        #expect(joined.events[place].source == whole.events[place].source)
        #expect(Array(joined.value(at: place)) == Array(whole.value(at: place)))
      }
      #expect(joined.clock == whole.clock)
      #expect(joined.notes.entries.isEmpty)
    }
  }

  @Test("the same log twice overlaps, which is told") func overlap() throws {
    try withHalves { log, last in
      let joined = try RecordingFile(joining: [last, last]).read(into: Recording()).intoSink()
      #expect(joined.notes.entries.contains { $0.note.kind == .timeStep })
      #expect(throws: InputError.self) { try RecordingFile(joining: [log, "/nowhere"]).format }
    }
  }

  @Test("text has no packets to join") func text() throws {
    let log = projectFolder.appendingPathComponent("captures/kickr-core-10hz.log").path
    #expect(throws: InputError.self) { try RecordingFile(joining: [log, log]).format }
  }

  @Test("a folder is its captures, archives' among them, and nothing else") func folder() throws {
    try withFolder { folder in
      let deep = folder.appendingPathComponent("deep")
      try FileManager.default.createDirectory(at: deep, withIntermediateDirectories: true)
      func write(_ bytes: [UInt8], _ name: String) throws {
        try Data(bytes).write(to: folder.appendingPathComponent(name))
      }
      try write(octets(ArchiveTests.gzip), "b.gz")
      try write(octets(ArchiveTests.two), "deep/a.zip")
      try write(Array("hello\n".utf8), "notes.txt")
      try write([], "empty")
      try write(octets(ArchiveTests.gzip), ".hidden")
      // A link back to the folder is no way in.
      try FileManager.default.createSymbolicLink(
        at: deep.appendingPathComponent("loop"), withDestinationURL: folder)
      let path = folder.path
      let found = try CaptureFolder.expand(["-", path])
      #expect(
        found == [
          "-", "\(path)/b.gz", "\(path)/deep/a.zip!logs/btsnoop_hci.log",
          "\(path)/deep/a.zip!logs/btsnoop_hci.log.last",
        ])
      try FileManager.default.removeItem(at: folder.appendingPathComponent("b.gz"))
      try FileManager.default.removeItem(at: deep)
      let error = #expect(throws: InputError.self) { try CaptureFolder.expand([path]) }
      #expect(
        error?.description == "\(path) is a folder of 2 files, none of them a capture or a log")
    }
  }
}
