import Foundation
import RulloBase
import RulloBluetooth
import RulloRecordings
import RulloTestSupport
import Testing

@testable import RulloImporting

/// Android's compressed snoop text: the two notifications of ``ArchiveTests``, packed with Python's
/// struct, zlib and base64 as Android's own script unpacks them.
@Suite("compressed snoop text")
struct SnoozTests {
  static let version1 = "AZDQAwAAAAAAeJwTYAABQQcFbgZ2BhYGaUUGF4YMDgGGCReYMUQBVWIEcg=="
  static let version2 = "ApDQAwAAAAAAeJwTYBBgAAFBBwVuBnYGFgZpRQYXhgwOAaD4hAvMGOIAXPQEkg=="
  static let head = "== dumpstate: 2024-01-01 10:00:00\nsome line\n"

  static func block(_ text: String) -> String {
    "--- BEGIN:BTSNOOP_LOG_SUMMARY (99 bytes in) ---\n\(text)\n--- END:BTSNOOP_LOG_SUMMARY ---\n"
  }

  func read(_ text: String) throws -> Recording {
    try withFolder { folder in
      let file = folder.appendingPathComponent("bugreport.txt")
      try Data(text.utf8).write(to: file)
      let outcome = try RecordingFile(path: file.path).read(into: Recording())
      #expect(outcome.failure == nil)
      return outcome.intoSink()
    }
  }

  @Test("both versions, at the start and behind megabytes of a bug report") func versions() throws {
    let filler = String(repeating: "nothing of ours stands in this line\n", count: 60_000)
    for text in [
      Self.block(Self.version1), Self.block(Self.version2),
      Self.head + filler + Self.block(Self.version2) + filler,
      "Bluetooth Status\n" + filler + Self.block(Self.version1),
      // Lines of base64 as some phones break them, with the ends of lines of Windows.
      Self.block(Self.version2.prefix(20) + "\r\n" + Self.version2.dropFirst(20)),
    ] {
      let recording = try read(text)
      #expect(recording.events.map(\.time) == [0, 250_000_000])
      #expect(Array(recording.value(at: 1)) == octets("44 00 68 08"))
      // The file starts at 1970: the log keeps the time of its end, 250 ms later.
      #expect(recording.clock.start == Instant(seconds: 0, nanoseconds: 0))
      #expect(recording.notes.entries.map(\.note.kind) == [.unknownHandle])
    }
  }

  @Test("a bug report without a snoop log says what to switch on") func none() throws {
    let error = #expect(throws: InputError.self) { try read(Self.head + "nothing\n") }
    #expect(error?.description.contains("switch on the HCI snoop log") == true)
  }

  @Test(
    "what is damaged is read up to there, with a note, or refused in words",
    arguments: [
      block(String(version2.prefix(40))), block(version2.prefix(44) + "*" + version2.dropFirst(45)),
      block("A!"), block(""), block("====="), block("A5DQAwAAAAAA"),
      block(version2) + block(version2),
      "--- BEGIN:BTSNOOP_LOG_SUMMARY (1 bytes in) ---\n" + version2,
      "--- BEGIN:BTSNOOP_LOG_SUMMARY",
    ])
  func damage(text: String) throws {
    do {
      let recording = try read(text)
      #expect(recording.events.count <= 2)
      #expect(recording.notes.entries.contains { $0.note.kind == .cutFile })
    } catch let error as InputError {
      #expect(!error.description.isEmpty)
    }
  }

  @Test("no changed letter crashes the reader") func mutations() throws {
    let text = Array(Self.block(Self.version2).utf8)
    for place in 48..<text.count - 33 {
      for letter in [0x41, 0x2F, 0x3D, 0x0A, 0xFF] as [UInt8] {
        var changed = text
        changed[place] = letter
        let input = ChunkedInput(bytes: changed)
        guard let opened = try? SnoozText.open(input), var file = Optional(InputBox(opened)) else {
          continue
        }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var total = 0
        while case let count = (try? file.input.move(into: &buffer)) ?? 0, count > 0 {
          total += count
        }
        // Two records of 59 deflated octets cannot become much.
        #expect(total < 1 << 18)
        file = InputBox(ChunkedInput(bytes: []))
      }
    }
  }
}
