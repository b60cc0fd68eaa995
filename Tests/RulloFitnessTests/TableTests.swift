import RulloBase
import RulloFitness
import RulloTestSupport
import Testing

@Suite("Field tables")
struct TableTests {
  static let layouts =
    CharacteristicLayout.all + [.fitnessMachineServiceData, .treadmillDataWithWidePace]
  static let flagged = layouts.filter { $0.flagOctets > 0 }
  static let coded = layouts.filter { $0.operations?.offset == 0 }

  @Test("are found by the UUID of their characteristic", arguments: CharacteristicLayout.all)
  func registry(layout: CharacteristicLayout) {
    #expect(CharacteristicLayout.layout(for: layout.uuid) === layout)
    #expect(CharacteristicLayout.name(of: layout.uuid)?.description == layout.name.description)
    #expect(!layout.name.description.isEmpty)
  }

  @Test(
    "name services and descriptors too",
    arguments: [
      ("1826", "Fitness Machine"), ("1818", "Cycling Power"), ("180A", "Device Information"),
      ("2902", "Client Characteristic Configuration"), ("2A29", "Manufacturer Name String"),
      ("A026E005-0A7D-4AB3-97FA-F1500F9FEB8B", "Wahoo Trainer Control"),
    ])
  func names(uuid: String, name: String) throws {
    let uuid = try #require(BluetoothUUID(uuid))
    #expect(CharacteristicLayout.name(of: uuid)?.description == name)
  }

  @Test("know nothing of other UUIDs", arguments: [0x0000, 0x2AFF, 0xFFFF] as [UInt16])
  func unknown(short: UInt16) {
    #expect(CharacteristicLayout.layout(for: BluetoothUUID(short)) == nil)
    #expect(CharacteristicLayout.name(of: BluetoothUUID(short)) == nil)
  }

  @Test("have each key once, but for padding and for answers that exclude each other")
  func keys() {
    for layout in Self.layouts {
      for table in layout.tables {
        var seen: Set<String> = []
        for field in table.fields where field.textForm != .hidden || field.isInJSON {
          let isNew = seen.insert("\(field.key) \(answer(field.presence))").inserted
          #expect(isNew, "\(layout.name) \(field.key)")
        }
      }
    }
  }

  private func answer(_ presence: Presence) -> String {
    switch presence {
    case .inAnswer(let request, let result), .inAnswerIfAny(let request, let result):
      "\(request) \(result)"
    default: ""
    }
  }

  @Test("round-trip every single flag and every pair of flags", arguments: flagged)
  func flags(layout: CharacteristicLayout) throws {
    let bits = UInt32(layout.flagOctets * 8)
    for first in 0..<bits {
      for second in first..<bits {
        let flags: UInt32 = 1 << first | 1 << second
        if let exclusive = layout.exclusiveFlags, flags & exclusive == exclusive { continue }
        // A different octet at every place, so that swapped fields show.
        var bytes = (0..<UInt32(layout.flagOctets)).map {
          UInt8(truncatingIfNeeded: flags >> (8 * $0))
        }
        bytes += (0x41...0x7A).map { UInt8($0) }
        let length = layout.decoded(bytes).consumed
        let exact = Array(bytes.prefix(length))
        let value = try? layout.strictly(exact)
        // A list may ask for an even number of octets, a code for one that the table has;
        // everything else must decode.
        guard let value else {
          #expect(layout.tables[0].fields.contains(where: mayRefuse), "flags \(flags)")
          #expect(layout.decoded(bytes).fault != nil)
          continue
        }
        #expect(value.consumed == length)
        #expect(try layout.encode(value, source: exact) == exact, "flags \(flags)")
        let reserved = flags & ~layout.definedFlags
        #expect(layout.json(value, exact).contains("rfu_flags") == (reserved != 0))
      }
    }
  }

  private func mayRefuse(_ field: Field) -> Bool {
    switch field.content {
    case .list, .code, .text: field.format.octets > 0 || field.slice == nil
    default: false
    }
  }

  @Test("keep op codes that they do not know", arguments: coded)
  func unknownOperations(layout: CharacteristicLayout) throws {
    for code in UInt8.min...UInt8.max where layout.operationWords(code) == nil {
      let bytes = [code, 0xAB, 0xCD]
      let value = layout.decoded(bytes)
      #expect(value.fault?.kind == .reservedValue)
      #expect(try layout.encode(value, source: bytes) == bytes)
      #expect(layout.json(value, bytes).contains(#""parameter_hex":"ABCD""#))
      #expect(throws: DecodingFailure(.reservedValue, field: "op_code", offset: 0)) {
        try layout.strictly(bytes)
      }
    }
  }

  @Test("never trap on any octets", arguments: layouts) func anything(layout: CharacteristicLayout)
  {
    var state: UInt64 = 0x5EED
    for _ in 0..<2_000 {
      var bytes: [UInt8] = []
      for _ in 0..<(state >> 40 % 40) {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes.append(UInt8(truncatingIfNeeded: state >> 33))
      }
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let value = layout.decoded(bytes)
      #expect(value.consumed <= bytes.count)
      #expect((try? layout.encode(value, source: bytes)) == bytes, "\(layout.name) \(bytes)")
      _ = layout.json(value, bytes)
      _ = layout.text(bytes)
    }
  }
}
