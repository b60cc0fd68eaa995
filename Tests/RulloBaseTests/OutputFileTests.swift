import Foundation
import RulloBase
import RulloTestSupport
import Testing

@Suite("output file") struct OutputFileTests {
  @Test("the file appears with its name only when it is whole") func whole() throws {
    try withFolder { folder in
      let path = folder.appendingPathComponent("ride.txt").path
      let file = try OutputFile(path: path)
      [UInt8]("one ".utf8).withRawSpan { file.write($0) }
      #expect(!FileManager.default.fileExists(atPath: path))
      [UInt8]("two".utf8).withRawSpan { file.write($0) }
      try file.finish()
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "one two")
      #expect(file.count == 7)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["ride.txt"])
    }
  }

  @Test("what is not finished leaves nothing, and an older file as it was") func abandoned() throws
  {
    try withFolder { folder in
      let path = folder.appendingPathComponent("ride.txt").path
      try "old".write(toFile: path, atomically: true, encoding: .utf8)
      do {
        let file = try OutputFile(path: path)
        [UInt8]("new".utf8).withRawSpan { file.write($0) }
      }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["ride.txt"])
    }
  }

  @Test("a folder in the place of a file, and one that is missing, are said") func faults() throws {
    #expect(throws: OutputError.self) {
      try OutputFile(path: "/nowhere/at/all/ride.txt")
    }
    try withFolder { folder in
      let path = folder.path
      #expect(throws: OutputError.self) { try OutputFile(path: path) }
    }
  }

  @Test("a device is written to and stays one") func device() throws {
    let file = try OutputFile(path: "/dev/null")
    [UInt8]("one".utf8).withRawSpan { file.write($0) }
    try file.finish()
    let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
    #expect(type as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test("a full disk is said", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func full() throws {
    let file = try OutputFile(path: "/dev/full")
    [UInt8]("one".utf8).withRawSpan { file.write($0) }
    #expect(throws: OutputError.self) { try file.finish() }
  }
}
