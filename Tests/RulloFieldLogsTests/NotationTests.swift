import RulloBase
import RulloBluetooth
import RulloRecordings
import RulloTestSupport
import Testing

@testable import RulloFieldLogs

@Suite("Notations of the app log")
struct NotationTests {
  /// Every row is the same exchange: a notification of 2AD2 with the octets of the first line.
  static let bike = "44 00 60 0B A0 00 8B 00"

  @Test(
    "the same exchange in every notation has the same digest",
    arguments: [
      "← 0x2AD2  44 00 60 0B A0 00 8B 00", "<- 0x2AD2  44 00 60 0B A0 00 8B 00",
      "RX 0x2AD2  44 00 60 0B A0 00 8B 00", "RX: 2AD2: 44 00 60 0B A0 00 8B 00",
      "rx 2ad2 44 00 60 0b a0 00 8b 00", "←0x2AD2 44 00 60 0B A0 00 8B 00",
      "\t← \t0x2AD2\t44 00 60 0B A0 00 8B 00\tspeed", "← 2AD2 4400600BA0008B00",
      "← 0x2AD2 0x4400600ba0008b00", "← 0x2AD2  44-00-60-0B-A0-00-8B-00",
      "← 0x2AD2  44:00:60:0b:a0:00:8b:00", "← 0x2AD2  44,00,60,0B,A0,00,8B,00",
      "← 0x2AD2  44, 00, 60, 0B, A0, 00, 8B, 00",
      "← 0x2AD2  0x44 0x00 0x60 0x0B 0xA0 0x00 0x8B 0x00",
      "← 0x2AD2  <4400600b a0008b00>", "← 0x2AD2  <44 00 60 0b a0 00 8b 00> speed",
      "← 0x2AD2  {length = 8, bytes = 0x4400600ba0008b00}",
      "← 0x2AD2  {length = 8, bytes = 0x4400600ba0008b00}   speed",
      "← 00002AD2-0000-1000-8000-00805F9B34FB  44 00 60 0B A0 00 8B 00",
      "← 0x00002ad2-0000-1000-8000-00805f9b34fb  44 00 60 0B A0 00 8B 00",
      "← 0x00002ad200001000800000805f9b34fb  44 00 60 0B A0 00 8B 00",
      "← 00002ad200001000800000805f9b34fb 4400600ba0008b00",
      "← 0x00002AD2  44 00 60 0B A0 00 8B 00", "← 0x2AD2  44 00 60 0B A0 00 8B 00 ",
      "← 0x2AD2  44 00 60 0B A0 00 8B 00\r", "← 0x2AD2  44 00 60 0B A0 00 8B 00 speed 29 km/h",
      "← 0x2AD2  44 00 60 0B A0 00 8B 00   29 km/h", "← 0x2AD2  44 00 60 0B A0 00 8B 00 (29 km/h)",
      "← 0x2AD2  44 00 60 0B A0 00 8B 00; wrong: power 9", "← 0x2AD2  44 00 60 0B A0 00 8B 00 Data",
      "← 0x2AD2  44 00 60 0B A0 00 8B 00 ADD", "← 0x2AD2  44 00 60 0B A0 00 8B 00 face",
      "← 0x2AD2  44 00 60 0B A0 00 8B 00 Be careful", "← 0x2AD2 4400600BA0008B00 face the wind",
      "← 0x2AD2 4400600BA0008B00 Added", "← 0x2AD2  44 00 60 0B A0 00 8B 00   Added by AB",
    ])
  func same(line: String) throws {
    let expected = try read("← 0x2AD2  " + Self.bike + "\n")
    let recording = try read(line + "\n")
    #expect(Hex.text(recording.value(at: 0), separator: " ") == Self.bike)
    #expect(recording.digests == expected.digests)
    // Words that contradict the octets are noted; they change nothing.
    #expect(recording.noteKinds == (line.contains("wrong:") ? [.contradiction] : []))
    // The last line of a file may lack its end.
    #expect(try read(line).digests == expected.digests)
  }

  @Test(
    "what is no exchange, or unclear, is passed over and says why",
    arguments: [
      ("prose", SkipReason.prose), ("the ride started -> nice", .prose),
      ("→ face the wind", .prose), ("0x2AD2  44 00", .prose), ("8:18:33.157 ← 0x2AD2  44", .prose),
      ("18:61:33.157 ← 0x2AD2  44", .prose), ("→ 0x2AD  44", .prose), ("→ 0x2AD99  44", .prose),
      ("RX2AD2 44", .prose), ("→ 0x2AD2x 44", .prose),
      ("→ 0x2AD9", .noBytes), ("→ 0x2AD9   ", .noBytes), ("→ 0x2AD9 requestControl", .noBytes),
      ("→ 0x2AD9 ADD route", .noBytes), ("→ 0x2AD9 Be careful", .noBytes),
      ("→ 0x2AD9 00x", .noBytes), ("→ 0x2AD9 4 W", .noBytes), ("→ 0x2AD9 {x}", .noBytes),
      ("← 0x2AD2  44 00 6", .cutHex), ("← 0x2AD2  44-00-", .cutHex), ("← 0x2AD2  4", .cutHex),
      ("← 0x2AD2  44:0", .cutHex), ("← 0x2AD2  4400600", .cutHex), ("← 0x2AD2  0x44 0x", .cutHex),
      ("← 0x2AD2  <4400600b a000", .cutHex), ("← 0x2AD2  <440", .cutHex),
      ("← 0x2AD2  {length = 8, bytes = 0x4400600ba0008b0", .cutHex),
      ("← 0x2AD2  {length = 8, by", .cutHex),
      ("← 0x2AD2  44 00 ← 0x2A63  34 00", .torn), ("← 0x2AD2  44 00 6→ 0x2AD9  00", .torn),
      ("← 0x2AD2  44 00 18:18:33.159 ← 0x2A63  34 00", .torn),
      ("← 0x2AD2  44 00 60 018:18:33.1", .torn), ("← 0x2AD2  44 00   ok 18:18:33", .torn),
      ("← 0x2AD2  <4400> 18:18:33.1", .torn),
      ("← 0x2AD2  44 00 60 0B  A0 00", .unclearEnd), ("← 0x2AD2  44 00\t60", .unclearEnd),
      ("← 0x2AD2  4a 4B label", .unclearEnd), ("← 0x2AD2  44 00 7C 0G A0 00", .unclearEnd),
      ("← 0x2AD2  68 0 96 11 160 0", .unclearEnd), ("← 0x2AD2  44 00 7C 160 00", .unclearEnd),
      ("→ 0x2AD9 face the wind", .word), ("→ 0x2AD9 beef", .word), ("→ 0x2AD9 be careful", .word),
      ("→ 0x2AD9 0a be careful", .word),
      ("← 0x2AD2  {length = 9, bytes = 0x4400600ba0008b00}", .wrongLength),
    ])
  func skipped(line: String, reason: SkipReason) throws {
    // A whole line in front and behind: neither suffers.
    let whole = "← 0x2AD2  " + Self.bike + "\n"
    let recording = try read(whole + line + "\n" + whole)
    #expect(recording.events.map(\.source.number) == [1, 3])
    #expect(
      recording.notes.entries.map(\.note) == [
        Note(.skippedLine, at: SourceReference(.line, 2), reason.rawValue)
      ])
  }

  @Test(
    "a value that the log does not hold is a note, never a value",
    arguments: [
      ("← 0x2AD2  8 bytes", SkipReason.notLogged), ("← 0x2AD2  20 bytes", .notLogged),
      ("← 0x2AD2  1 byte   speed", .notLogged),
      ("← 0x2AD2  {length = 20, bytes = 0x44000102 ... 1e1f}", .elided),
      ("← 0x2AD2  {length = 20, bytes = 0x44000102...1e1f}", .elided),
      ("← 0x2AD2  <44000102 ... 1e1f>", .elided),
    ])
  func lost(line: String, reason: SkipReason) throws {
    let recording = try read(line + "\n")
    #expect(recording.events.isEmpty)
    #expect(recording.noteKinds == [.elidedPayload, .emptyRecording])
    #expect(recording.notes.entries.first?.note.text == reason.rawValue)
  }

  @Test(
    "an empty value is a value",
    arguments: ["→ 0x2AD9  <>", "→ 0x2AD9  0 bytes", "→ 0x2AD9  {length = 0, bytes = 0x}"])
  func empty(line: String) throws {
    let recording = try read(line + "\n")
    #expect(recording.events.count == 1)
    #expect(recording.value(at: 0).isEmpty)
  }

  @Test(
    "kind and service follow from the characteristic and the direction",
    arguments: [
      ("← 0x2AD9  80 00 01", Event.Kind.indication, "1826/2AD9"),
      ("→ 0x2AD9  00", .writeRequest, "1826/2AD9"),
      ("← 0x2A66  20 01 01", .indication, "1818/2A66"), ("← 0x2A55  10 01 01", .indication, "2A55"),
      (
        "← A026E005-0A7D-4AB3-97FA-F1500F9FEB8B  01 42 01", .indication,
        "1818/a026e005-0a7d-4ab3-97fa-f1500f9feb8b"
      ),
      ("← 0x2ADA  08 64 00", .notification, "1826/2ADA"),
      ("← 0x2A63  30 00", .notification, "1818/2A63"), ("← 0x2A5B  00", .notification, "1816/2A5B"),
      ("← 0x2A37  00 8C", .notification, "180D/2A37"), ("← 0x2A19  64", .notification, "180F/2A19"),
      ("← 0x2A26  31 2E 30", .notification, "180A/2A26"), ("TX 0xFFF1  01", .writeRequest, "FFF1"),
      ("-> 0x2AD9  00", .writeRequest, "1826/2AD9"), ("← 0x0000  00", .notification, "0000"),
    ])
  func inferred(line: String, kind: Event.Kind, path: String) throws {
    // Twice, so that the second one goes the fast way.
    let recording = try read(line + "\n" + line + "\n")
    #expect(recording.events.map(\.kind) == [kind, kind])
    #expect(recording.events.allSatisfy { $0.isInferred })
    #expect(recording.attributes.map(\.path) == [path])
  }
}
