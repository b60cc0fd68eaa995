import Foundation
import RulloBase
import RulloBluetooth
import RulloRecordings
import RulloTestSupport
import Testing

@testable import RulloImporting

/// Compressed files that are cut or damaged: what could be read, and a note.
@Suite("cut compressed files")
struct CutFileTests {
  func read(_ bytes: [UInt8]) throws -> (events: Int, notes: [Note]) {
    try withFolder { folder in
      let file = folder.appendingPathComponent("capture")
      try Data(bytes).write(to: file)
      let outcome = try RecordingFile(path: file.path).read(into: Recording())
      #expect(outcome.failure == nil)
      let recording = outcome.intoSink()
      return (
        recording.events.count,
        recording.notes.entries.map(\.note).filter { $0.kind != .unknownHandle }
      )
    }
  }

  @Test("a gzip file gives every octet up to the cut") func gzip() throws {
    // The file has 18 octets of header and trailer besides its 56 deflated ones; the last record's
    // octets are the end of those.
    let whole = octets(ArchiveTests.gzip)
    let cut = try read(Array(whole.dropLast(8)))
    #expect(cut.events == 2)
    #expect(cut.notes.map(\.kind) == [.cutFile])
    let shorter = try read(Array(whole.dropLast(12)))
    #expect(shorter.events == 1)
    #expect(shorter.notes.contains { $0.text.contains("gzip file was cut") })
  }

  @Test("a wrong checksum is told, and everything was read") func checksum() throws {
    var bytes = octets(ArchiveTests.gzip)
    bytes[bytes.count - 8] ^= 0xFF
    let found = try read(bytes)
    #expect(found.events == 2)
    #expect(found.notes.contains { $0.text.contains("damaged") })
  }

  @Test("two gzip files one behind the other are one content, zeros behind them none")
  func members() throws {
    // The first file is whole; gzip of nothing, made with Python, then padding.
    let empty = octets("1F8B08000000000002FF03000000000000000000")
    let found = try read(
      octets(ArchiveTests.gzip) + empty + [UInt8](repeating: 0, count: 512))
    #expect(found.events == 2)
    #expect(found.notes.isEmpty)
  }

  @Test("a zip file that was cut inside a member gives what the member had") func zip() throws {
    // The member's 55 deflated octets begin at 103, and 50 of them inflate to 78 of 96 (by zlib); the list at the end is gone as well.
    let whole = octets(ArchiveTests.one)
    let found = try read(Array(whole.prefix(103 + 50)))
    #expect(found.events == 1)
    #expect(found.notes.contains { $0.kind == .cutFile && $0.text.contains("compressed octets") })
  }
}
