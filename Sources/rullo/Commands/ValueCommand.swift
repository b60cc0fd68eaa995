import RulloBase
import RulloBluetooth
import RulloFitness

/// `rullo value`: decodes one value, for octets pasted from another tool.
struct ValueCommand: Command {
  static let name = "value"
  static let abstract = "Decode one value of a characteristic, pasted as hexadecimal octets."
  static let discussion = """
    Example: rullo value 2AD2 "44 00 60 0B A0 00 8B 00"
             rullo value --json 2AD9 11-00-00-E4-02-28-33
             rullo value ATT 1B14004400600BA0008B00
             rullo value service-data:1826 01-20-00

    UUID is four digits or a full UUID, ATT for a whole PDU of the attribute
    protocol, or service-data:1826 for what a machine advertises. HEX may be spaced,
    dashed or plain, with or without 0x. Exit code 1 where it does not decode.
    """

  static let parameters: [Parameter<ValueCommand>] = [
    .positional(
      "UUID", "The characteristic: 2AD2, a full UUID, ATT, service-data:1826.", \.kind),
    .list("HEX", "The octets of the value; \"\" for an empty one.", \.hex),
    .flag("--json", short: "j", "Print JSON for programs.", \.isJSON),
  ]

  var kind = ""
  var hex: [String] = []
  var isJSON = false

  func run(_ console: inout Console) throws -> ExitCode {
    // Pasted octets may be wrapped.
    let hex = hex.joined(separator: " ").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    guard let octets = Hex.bytes(hex) else {
      throw UsageError("'\(hex)' holds something that is no pair of digits")
    }
    if kind.lowercased() == "att" {
      return octets.withRawSpan { bytes in print(ATTPDU(bytes), bytes, &console) }
    }
    let layout = try layout()
    return octets.withRawSpan { bytes in
      // Strict; what can be read nevertheless is shown beside the fault.
      var failure: DecodingFailure?
      do throws(DecodingFailure) {
        _ = try layout.decodeStrictly(bytes)
      } catch {
        failure = error
      }
      return print(layout, layout.decode(bytes), failure, bytes, &console)
    }
  }

  private func layout() throws(UsageError) -> CharacteristicLayout {
    switch kind.lowercased() {
    case "service-data:1826", "service_data:1826": return .fitnessMachineServiceData
    default: break
    }
    guard let uuid = BluetoothUUID(kind) else {
      throw UsageError(
        "'\(kind)' is no UUID; give four digits such as 2AD2, a full UUID, ATT, or"
          + " service-data:1826")
    }
    if uuid == 0x1826 {
      throw UsageError(
        "1826 is a service, not a characteristic; what a machine advertises under it is"
          + " service-data:1826")
    }
    guard let layout = CharacteristicLayout.layout(for: uuid) else {
      let name = AssignedNames.name(of: uuid).map { " (\($0))" } ?? ""
      throw UsageError("no field table for \(uuid)\(name); its octets stay as they are")
    }
    return layout
  }

  /// The words for what was decoded: `2AD2` and its name.
  private func heading(_ layout: CharacteristicLayout) -> (code: String, name: String) {
    layout.uuid == 0x1826
      ? ("service-data:1826", "Fitness Machine Service Data")
      : (layout.uuid.description, layout.name.description)
  }

  private func print(
    _ layout: CharacteristicLayout, _ value: DecodedValue, _ failure: DecodingFailure?,
    _ bytes: RawSpan, _ console: inout Console
  ) -> ExitCode {
    let heading = heading(layout)
    if isJSON {
      json(heading, bytes, failure, &console) { json in
        layout.writeJSONFields(value, bytes, to: &json)
      }
    } else {
      var text = ValueText(code: heading.code, name: heading.name, octets: bytes.byteCount)
      for field in layout.fieldTexts(of: value, bytes) {
        text.add(field.name, field.text, details: field.details)
      }
      if value.trailingCount > 0 {
        text.addTrailing(bytes.extracting(value.consumed..<bytes.byteCount).copied())
      }
      text.addFault(failure, isReadable: value.fault == nil)
      console.text.append(text.string)
    }
    return failure == nil ? .done : .difference
  }

  private func print(
    _ pdu: ATTPDU, _ bytes: RawSpan, _ console: inout Console
  ) -> ExitCode {
    if isJSON {
      json(("ATT", pdu.layout?.name.description), bytes, pdu.fault, &console) { json in
        pdu.writeJSONFields(to: &json)
      }
    } else {
      var text = ValueText(
        code: "ATT", name: pdu.layout?.name.description ?? "no known PDU",
        octets: bytes.byteCount)
      if bytes.byteCount > 0 { text.add("Op Code", "0x" + Hex.text([pdu.opcode])) }
      for field in pdu.fieldTexts { text.add(field.name, field.text) }
      if !pdu.rest.isEmpty { text.addTrailing(pdu.rest, isRead: pdu.fault == nil) }
      text.addFault(pdu.fault, isReadable: false)
      console.text.append(text.string)
    }
    return pdu.fault == nil ? .done : .difference
  }

  private func json(
    _ heading: (code: String, name: String?), _ bytes: RawSpan, _ failure: DecodingFailure?,
    _ console: inout Console, fields: (inout JSONWriter) -> Void
  ) {
    var json = JSONWriter()
    json.beginObject()
    json.word("schema", "rullo.value/1")
    json.string("characteristic", heading.code)
    json.string("name", heading.name)
    json.key("hex")
    json.hex(bytes)
    json.key("fields")
    json.beginObject()
    fields(&json)
    json.endObject()
    failure?.writeJSON(to: &json)
    json.endObject()
    json.endLine()
    json.text.withBytes { console.text.append(bytes: $0) }
  }
}
