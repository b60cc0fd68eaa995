import RulloBase
import RulloBluetooth
import RulloTestSupport
import Testing

@testable import RulloRecordings

@Suite("Session text that is not as it was written")
struct SessionFaultTests {
  static let head = "rullo-session 1\nsource   a.log · app-log · 1 ms\n"
  static let event = "0.000000000 ←A 1826/2AD2 n  44 00 60 0B A0 00 8B 00\n"

  @Test(
    "what cannot be read at all is an error that says why",
    arguments: [
      ("", "empty"), ("hello\n", "no session text"), ("rullo-session 2\n", "version 2"),
      ("rullo-session x\n", "version"), (head + "rung     exact\n", "line 3"),
      (head + "\n<<<<<<< ours\n", "conflict marker"), (head + "\n=======\n", "conflict marker"),
      (head + "\n>>>>>>> theirs\n", "conflict marker"),
    ])
  func errors(text: String, words: String) throws {
    let error = #expect(throws: InputError.self) { try read(text) }
    #expect(error?.description.contains(words) == true)
  }

  @Test(
    "a line that is no event is left out with a note",
    arguments: [
      "0.000000000 ←A 1826/2AD2 n  44 0", "0.000000000 ←A 1826/2AD2 n  44 0G",
      "0.000000000 ←A 1826/2AD2 n ", "0.000000000 ←A 1826/2AD2 zz  44",
      "0.0 ←A 1826/2AD2 n  44", "0.000000000 A 1826/2AD2 n  44", "0.000000000 ←a 1826/2AD2 n  44",
      "0.000000000 ←A 18/2AD2 n  44", "0.000000000 ←A 1826/2AD2 n@x  44",
      "99999999999.000000000 ←A 1826/2AD2 n  44", "0.000000000 ←A 1826/2AD2 n 44",
      "0.000000000 =A - di  0x", "0.000000000 ←- 1826/2AD2 n  44", "prose",
      "0.000000000 =A - la  \\x1", "device   a  x", "device   A  x · colour red",
      "link     A · mtu x", "link     A · start x", "end 20 events",
    ])
  func malformed(line: String) throws {
    let recording = try read(Self.head + "\n" + line + "\n" + Self.event).recording
    #expect(recording.events.count == 1)
    #expect(recording.notes.entries.map(\.note.kind) == [.skippedLine, .cutFile])
    #expect(recording.notes.entries.first?.note.source == SourceReference(.line, 4))
  }

  @Test("a trailer that does not fit is noted, each part for itself") func trailer() throws {
    let (recording, source) = try read(Self.head + "\n" + Self.event)
    let text = write(recording, source: source)
    func kinds(_ text: String) throws -> [Note.Kind] {
      try read(text).recording.notes.entries.map(\.note.kind)
    }
    #expect(try kinds(text).isEmpty)
    // Another octet changes both digests, another kind only that of the session.
    let other = text.split(separator: " 8B 00").joined(separator: " 8C 00")
    #expect(try kinds(other) == [.digestMismatch, .digestMismatch])
    let indication = text.split(separator: " n  ").joined(separator: " i  ")
    #expect(try kinds(indication) == [.digestMismatch])
    let doubled = text.split(separator: "\n\n0.0").joined(
      separator: "\n\n" + Self.event + "0.0")
    #expect(try kinds(doubled) == [.digestMismatch, .digestMismatch, .digestMismatch])
    #expect(try kinds(text + "x\n") == [.skippedLine])
    #expect(try kinds(String(text.dropLast())).isEmpty)
    #expect(try kinds(String(text.dropLast(2))) == [.skippedLine, .cutFile])
  }

  @Test("every prefix and every changed octet yields events, notes or one error") func fuzz()
    throws
  {
    let octets = Array(SessionTextTests.body.utf8)
    for length in 0...octets.count { survive(Array(octets.prefix(length))) }
    for place in octets.indices where place % 2 == 0 {
      let others: [UInt8] = [0x00, 0x0A, 0x20, 0x2D, 0x39, 0x41, 0xB7, 0xFF]
      for octet in [others[place % others.count], octets[place] ^ 1] {
        var changed = octets
        changed[place] = octet
        survive(changed)
      }
    }
  }

  private func survive(_ octets: [UInt8]) {
    var reader = SessionTextReader()
    var emitter = EventEmitter(Recording())
    var input = ChunkedInput(bytes: octets)
    do {
      try reader.read(&input, into: &emitter)
    } catch {
      #expect(error is InputError)
      return
    }
    // Whatever was read is read again from what is written of it.
    let text = write(emitter.sink, source: reader.source)
    let again = try? read(text)
    #expect(again.map { write($0.recording, source: $0.source) } == text)
  }
}
