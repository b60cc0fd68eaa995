import RulloBase
import RulloTestSupport
import Testing

@Suite("UUIDs")
struct BluetoothUUIDTests {
  // The wire form of A026E005… is the one of spec/vectors.json, ATT Find Information Response.
  @Test(
    "read and print both forms",
    arguments: [
      ("2AD2", "2AD2", "D2 2A"), ("0x2ad2", "2AD2", "D2 2A"),
      ("00002ad2-0000-1000-8000-00805f9b34fb", "2AD2", "D2 2A"),
      (
        "A026E005-0A7D-4AB3-97FA-F1500F9FEB8B", "a026e005-0a7d-4ab3-97fa-f1500f9feb8b",
        "8B EB 9F 0F 50 F1 FA 97 B3 4A 7D 0A 05 E0 26 A0"
      ),
    ])
  func forms(text: String, printed: String, wire: String) throws {
    let uuid = try #require(BluetoothUUID(text))
    #expect(uuid.description == printed)
    #expect(uuid.littleEndianBytes == octets(wire))
    let bytes = octets(wire)
    let read = bytes.withRawSpan { BluetoothUUID(littleEndian: $0, octets: bytes.count) }
    #expect(read == uuid)
  }

  @Test("refuse what is none", arguments: ["", "2AD", "2AG2", "2AD2-", "0x", "2AD2 "])
  func refusal(text: String) {
    #expect(BluetoothUUID(text) == nil)
  }
}
