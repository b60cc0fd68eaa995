internal import RulloBase
internal import RulloBluetooth
internal import RulloFieldLogs
internal import RulloFitness

/// The layers below the formats, each fed with hostile octets directly.
enum Layers {
  /// The columns of the tables in the seeds.
  static let table: LogFormat = {
    var format = LogFormat(name: "table")
    format.columns = try? LogColumns("time=time_s,uuid=uuid,direction=direction,value=value_hex")
    return format
  }()

  /// HCI packets with their type octet.
  @Sendable static func hci(_ bytes: [UInt8]) -> String? {
    host(bytes) { packet in
      let type = packet.first ?? 0
      let kinds: [UInt8: Packet.Content] = [1: .command, 2: .acl, 3: .sco, 4: .event, 5: .iso]
      return (kinds[type] ?? .other, Array(packet.dropFirst()))
    }
    return nil
  }

  /// L2CAP frames without their length, on one connection: channel and payload.
  @Sendable static func l2cap(_ bytes: [UInt8]) -> String? {
    host(bytes) { frame in
      let payload = max(0, frame.count - 2)
      let header: [UInt8] = [
        0x40, 0x20, UInt8(truncatingIfNeeded: frame.count + 2), 0,
        UInt8(truncatingIfNeeded: payload),
        0,
      ]
      return (.acl, header + frame)
    }
    return nil
  }

  /// Records of a direction, a length and so many octets, 10 ms apart.
  private static func host(
    _ bytes: [UInt8], _ packet: (ArraySlice<UInt8>) -> (Packet.Content, [UInt8])
  ) {
    var host = HostStack(EverySink())
    host.begin(Clock(kind: .absolute, resolution: 1_000))
    var rest = bytes[...]
    var number = 0
    while let direction = rest.popFirst(), let length = rest.popFirst() {
      let (content, octets) = packet(rest.prefix(Int(length)))
      rest = rest.dropFirst(Int(length))
      number += 1
      let directions: [Packet.Direction] = [.sent, .received, .unknown]
      let header = Packet(
        number: number, time: Int64(number) * 10_000_000, content: content,
        direction: directions[Int(direction) % 3], adapter: UInt16(direction >> 4))
      octets.withRawSpan { host.packet(header, $0) }
    }
    host.finish()
    let census = host.census
    var sink = host.intoSink()
    sink.finish(census)
  }

  /// One PDU of the attribute protocol, with what prints it.
  @Sendable static func att(_ bytes: [UInt8]) -> String? {
    let pdu = bytes.withRawSpan { ATTPDU($0) }
    var json = JSONWriter()
    json.beginObject()
    pdu.writeJSONFields(to: &json)
    json.endObject()
    _ = pdu.fieldTexts
    _ = pdu.declarations
    return nil
  }

  /// A value behind the 16 bits of its UUID: strict and lenient, printed, and encoded again.
  @Sendable static func values(_ bytes: [UInt8]) -> String? {
    guard bytes.count >= 2 else { return nil }
    let uuid = BluetoothUUID(UInt16(bytes[0]) | UInt16(bytes[1]) << 8)
    guard let layout = CharacteristicLayout.layout(for: uuid) else { return nil }
    let octets = Array(bytes.dropFirst(2))
    return octets.withRawSpan { span in
      let value = layout.decode(span)
      _ = layout.fieldTexts(of: value, span)
      var json = JSONWriter()
      json.beginObject()
      layout.writeJSONFields(value, span, to: &json)
      layout.writeJSONError(value, to: &json)
      json.endObject()
      var text = TextBuffer()
      layout.writeText(value, span, to: &text)
      guard let strict = try? layout.decodeStrictly(span) else { return nil }
      // What decodes without a fault can be said again, and says the same.
      let again = try? layout.encode(strict, source: octets)
      let decoded = again.map { $0.withRawSpan { layout.decode($0) } }
      guard decoded?.count == strict.count, decoded?.fault == nil else {
        return "\(uuid) does not decode to the same after encoding: \(bytes)"
      }
      return nil
    }
  }
}
