import RulloBase
import RulloBluetooth
import RulloTestSupport
import Testing

@testable import RulloCaptureFiles

/// Link-layer packets to attribute events.
///
/// Packets by hand; the connection request and its checksums are those of a real capture (packets 29
/// and 30 of crackle-known-ltk-ppi, where 70 D9 0F and EA 55 15 are what the radio sent).
@Suite("radio links")
struct AirLinkTests {
  static let request =
    "D6 BE 89 8E 05 22 3E 0B E1 8E 3E 08 E8 DD 6E E5 C5 78 A7 4C 65 50 18 5B 21 03 15 00 36 00 00"
    + " 00 2A 00 FF FF FF FF 1F AA 70 D9 0F"

  /// 0x50654CA7, as it travels.
  static let address = "A7 4C 65 50"

  struct Piece {
    var hex: String
    var direction = Packet.Direction.unknown
    var facts: Radio.Facts = []
    var time: Int64?
    var channel: UInt8 = Radio.unknownChannel
  }

  /// A packet of the connection, its checksum said to be right.
  static func data(_ direction: Packet.Direction, _ hex: String) -> Piece {
    Piece(
      hex: address + " " + hex + " 00 00 00", direction: direction,
      facts: [.crcChecked, .crcValid])
  }

  func read(_ pieces: [Piece]) -> (list: EventList, census: PacketCensus) {
    var stack = CaptureStack(EventList())
    stack.begin(Clock(kind: .absolute, resolution: 1_000))
    for (index, piece) in pieces.enumerated() {
      var packet = Packet(
        number: index + 1, time: piece.time ?? Int64(index) * 10_000_000, content: .air,
        direction: piece.direction)
      packet.radio = Radio(channel: piece.channel, piece.facts)
      octets(piece.hex).withRawSpan { stack.packet(packet, $0) }
    }
    stack.finish()
    let census = stack.host.census
    return (stack.intoSink(), census)
  }

  @Test("a connection: addresses, fragments, repetitions, the end") func connection() {
    let (list, census) = read([
      Piece(hex: Self.request),
      // Write request to 0x0015 in two fragments, the second sent twice; the answer; the end.
      Self.data(.sent, "02 08 06 00 04 00 12 15 00 AA"),
      Self.data(.sent, "09 02 BB CC"),
      Self.data(.sent, "09 02 BB CC"),
      Self.data(.received, "02 05 01 00 04 00 13"),
      Self.data(.received, "0B 02 02 13"),
    ])
    #expect(
      list.lines == [
        "1 connect =36", "3 write_request h0015 AABBCC", "5 write_response h0015",
        "6 disconnect =13",
      ])
    #expect(
      list.devices.compactMap { $0?.identity } == [
        .address("78:C5:E5:6E:DD:E8 public"), .address("08:3E:8E:E1:0B:3E public"),
      ])
    #expect(list.links.compactMap { $0?.intervals } == [[67_500_000]])
    #expect(list.notes.map(\.kind) == [.unknownHandle])
    #expect(census.repeated == 1)
    #expect(census.acl == 3)
  }

  @Test("checksums are taken where the sniffer did not") func checksums() {
    let broken = Self.request.replacingLast("AA 70 D9 0F", "AB 70 D9 0F")
    let (list, census) = read([
      Piece(hex: broken), Piece(hex: Self.request),
      Piece(hex: Self.address + " 0D 00 EA 55 15"),
      Piece(hex: Self.address + " 0D 00 EA 55 16"),
    ])
    #expect(list.notes.map(\.source.number) == [1, 4])
    #expect(list.notes.map(\.kind) == [.badChecksum, .badChecksum])
    #expect(census.damaged == 2)
  }

  @Test("behind LL_START_ENC_REQ nothing is decoded, whatever it looks like") func encryption() {
    let encryptionRequest =
      "03 17 03" + String(repeating: " 00", count: 22)
    let (list, census) = read([
      Piece(hex: Self.request), Self.data(.sent, encryptionRequest),
      Self.data(.received, "03 0D 04" + String(repeating: " 00", count: 12)),
      Self.data(.received, "0B 01 05"),
      // Both would be a write and a notification in plain text.
      Self.data(.sent, "02 08 04 00 04 00 52 15 00 AA"),
      Self.data(.received, "02 08 04 00 04 00 1B 15 00 AA"),
    ])
    #expect(list.lines == ["1 connect =36"])
    #expect(list.notes.map(\.kind) == [.encryptedLink])
    #expect(list.notes.first?.source == SourceReference(.packet, 4))
    #expect(census.encrypted == 2)
    #expect(list.links.first??.isEncrypted == true)
  }

  @Test("data between LL_ENC_REQ and its end is encrypted; a rejection ends the wait")
  func rejection() {
    let request = "03 17 03" + String(repeating: " 00", count: 22)
    let write = "0A 08 04 00 04 00 52 15 00 AA"
    let missed = read([
      Piece(hex: Self.request), Self.data(.sent, request), Self.data(.sent, write),
    ])
    #expect(missed.census.encrypted == 1)
    #expect(missed.list.lines == ["1 connect =36"])
    let rejected = read([
      Piece(hex: Self.request), Self.data(.sent, request), Self.data(.received, "03 02 0D 06"),
      Self.data(.sent, write),
    ])
    #expect(rejected.list.lines == ["1 connect =36", "4 write_command h0015 AA"])
  }

  @Test("a sniffer with the key says so, or the bare answer does") func decrypted() {
    let start = Self.data(.received, "03 01 05")
    var open = Self.data(.sent, "0A 08 04 00 04 00 52 15 00 AA")
    open.facts.insert(.decrypted)
    let marked = read([Piece(hex: Self.request), start, open])
    #expect(marked.list.lines.last == "3 write_command h0015 AA")
    let answer = Self.data(.sent, "03 01 06")
    open.facts.remove(.decrypted)
    let answered = read([Piece(hex: Self.request), start, answer, open])
    #expect(answered.list.lines.last == "4 write_command h0015 AA")
  }

  // Cases E10.
  @Test("without the connection request only whole frames prove plain text") func missedRequest() {
    // Three starts of no frame: encrypted, and what then looks like one is not decoded.
    let noise = [
      Self.data(.sent, "02 06 19 F5 0B 4B A2 C4"), Self.data(.received, "0A 05 33 44 55 66 77"),
      Self.data(.sent, "0E 05 91 92 93 94 95"),
    ]
    let write = Self.data(.sent, "02 08 04 00 04 00 52 15 00 AA")
    let secret = read(noise + [write])
    #expect(secret.list.lines.isEmpty)
    #expect(secret.list.notes.last?.kind == .encryptedLink)
    #expect(secret.census.encrypted == 2)
    let plain = read([write])
    #expect(plain.list.lines == ["1 write_command h0015 AA"])
    #expect(plain.list.notes.map(\.kind) == [.unknownPeer, .unknownHandle])
    #expect(
      plain.list.devices.first??.identity == .link("access address 0x50654CA7"))
  }

  @Test("without a direction the order tells: the central begins on each channel") func turns() {
    // A write and its answer 500 µs later, then an answer alone whose request was missed: it comes
    // 67.5 ms and 393 µs after the last beginning.
    let write = Self.address + " 02 08 04 00 04 00 12 15 00 AA 00 00 00"
    let answer = Self.address + " 02 05 01 00 04 00 13 00 00 00"
    let valid: Radio.Facts = [.crcChecked, .crcValid]
    let notification = Self.address + " 0A 08 04 00 04 00 1B 15 00 BB 00 00 00"
    let (list, _) = read([
      Piece(hex: Self.request, time: 0, channel: 37),
      Piece(hex: write, facts: valid, time: 50_000_000, channel: 6),
      Piece(hex: answer, facts: valid, time: 50_500_000, channel: 6),
      Piece(hex: notification, facts: valid, time: 117_893_000, channel: 11),
    ])
    #expect(
      list.lines == [
        "1 connect =36", "2 write_request h0015 AA", "3 write_response h0015",
        "4 notification h0015 BB",
      ])
    #expect(list.attributes.count == 1)
    #expect(Set(list.notes.map(\.kind)) == [.inferredDirection, .unknownHandle])
  }
}

extension String {
  fileprivate func replacingLast(_ end: String, _ other: String) -> String {
    hasSuffix(end) ? dropLast(end.count) + other : self
  }
}
