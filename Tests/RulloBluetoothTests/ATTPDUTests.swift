import Foundation
import RulloBase
import RulloBluetooth
import RulloTestSupport
import Testing

@Suite("PDUs of the attribute protocol")
struct ATTPDUTests {
  static let vectors = SharedVector.all.filter { $0.uuid == "ATT" }

  @Test("of the shared vectors are all there") func coverage() {
    #expect(Self.vectors.count == 31)
  }

  @Test("decode to the fields that the tables give, and back", arguments: vectors)
  func fields(vector: SharedVector) throws {
    guard let expect = vector.expect else { return }
    let pdu = try strictly(vector.bytes)
    #expect(isSame(try json(pdu), expect))
    #expect(pdu.encoded == vector.bytes)
  }

  @Test("fail where the tables say", arguments: vectors)
  func faults(vector: SharedVector) {
    guard let error = vector.error else { return }
    let failure = #expect(throws: DecodingFailure.self) { try strictly(vector.bytes) }
    #expect(failure?.kind.rawValue == error["kind"] as? String)
    #expect(failure?.field == error["field"] as? String)
    #expect(failure?.offset == error["offset"] as? Int)
  }

  @Test("keep every octet, however they are cut", arguments: vectors)
  func prefixes(vector: SharedVector) {
    for length in 0...vector.bytes.count {
      let cut = Array(vector.bytes.prefix(length))
      #expect(cut.withRawSpan { ATTPDU($0) }.encoded == cut)
    }
  }

  /// Where each field of the layouts stands (spec/att-gatt-l2cap, "PDUs").
  @Test(
    "cut inside a field name it",
    arguments: [
      ("", "opcode", 0), ("01", "request_opcode_in_error", 1), ("0112", "handle", 2),
      ("01122A", "handle", 2), ("0205", "client_rx_mtu", 1), ("04160017", "ending_handle", 3),
      ("0601", "starting_handle", 1), ("060100FFFF00", "attribute_type", 5),
      ("080100FFFF", "attribute_type", 5), ("0C180016", "offset", 3), ("18", "flags", 1),
      ("0A", "handle", 1), ("2314000400", "value", 5), ("210200", "value", 3),
      ("05", "format", 1), ("0501", "information_data", 2), ("0907", "attribute_data_list", 2),
      ("D22A0007", "value_hex", 3),
    ])
  func cuts(hex: String, field: String, offset: Int) {
    let failure = #expect(throws: DecodingFailure.self) { try strictly(octets(hex)) }
    #expect(
      failure
        == DecodingFailure(
          .truncated, field: field, offset: offset, needed: failure?.needed ?? 0,
          available: failure?.available ?? 0))
  }

  @Test("whose op code is reserved keep their parameters") func reserved() throws {
    let bytes = octets("7F 01 02")
    let pdu = bytes.withRawSpan { ATTPDU($0) }
    #expect(pdu.fault == DecodingFailure(.reservedValue, field: "opcode", offset: 0))
    #expect(isSame(try json(pdu), ["opcode": 127, "parameter_hex": "0102"]))
    #expect(pdu.encoded == bytes)
  }

  @Test("with octets behind the last field are no fault") func trailing() throws {
    let pdu = try strictly(octets("02 17 00 EE"))
    #expect(isSame(try json(pdu), ["opcode": 2, "client_rx_mtu": 23, "trailing_hex": "EE"]))
  }

  /// A signature is the last twelve octets of a signed write.
  @Test("with a signature keep it apart") func signed() throws {
    let pdu = try strictly(octets("D2 2A 00 07 0102030405060708090A0B0C"))
    #expect(
      isSame(
        try json(pdu),
        [
          "opcode": 0xD2, "handle": 42, "value_hex": "07",
          "signature_hex": "0102030405060708090A0B0C",
        ]))
  }

  /// Five octets of a plain value look like a declaration whose value stands at handle 0x0201.
  @Test("tell values from declarations by the handle") func values() throws {
    let declared = try strictly(octets("09 07 11 00 02 12 00 CC 2A"))
    #expect(declared.declarations.map(\.valueHandle) == [0x12])
    let other = try strictly(octets("09 07 11 00 02 11 00 CC 2A"))
    #expect(other.declarations.isEmpty)
  }

  @Test("say their fields in words") func text() throws {
    let pdu = try strictly(octets("01 12 2A 00 FE"))
    #expect(
      pdu.fieldTexts.map { "\($0.name): \($0.text)" } == [
        "Request Opcode In Error: Write Request (0x12)", "Attribute Handle In Error: 0x002A",
        "Error Code: procedure already in progress (0xFE)",
      ])
  }

  private func strictly(_ bytes: [UInt8]) throws(DecodingFailure) -> ATTPDU {
    try bytes.withRawSpan { bytes throws(DecodingFailure) in try ATTPDU(strictly: bytes) }
  }

  private func json(_ pdu: ATTPDU) throws -> Any {
    var json = JSONWriter()
    json.beginObject()
    pdu.writeJSONFields(to: &json)
    json.endObject()
    return try JSONSerialization.jsonObject(with: Data(json.text.string.utf8))
  }
}
