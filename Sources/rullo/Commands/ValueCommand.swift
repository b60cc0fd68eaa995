import RulloBase
import RulloFitness

/// `rullo value`: decodes one value, for octets pasted from another tool.
struct ValueCommand: Command {
  static let name = "value"
  static let abstract = "Decode one value of a characteristic, pasted as hexadecimal octets."
  static let discussion = """
    Example: rullo value 2AD2 "44 00 60 0B A0 00 8B 00"
             rullo value --json 2AD9 11-00-00-E4-02-28-33

    UUID is four digits or a full UUID; HEX may be spaced, dashed or plain, with or
    without 0x. Exit code 1 where the value does not decode.
    """

  static let parameters: [Parameter<ValueCommand>] = [
    .positional("UUID", "The characteristic: 2AD2, or a full UUID.", \.uuid),
    .list("HEX", "The octets of the value.", \.hex),
    .flag("--json", short: "j", "Print JSON for programs.", \.isJSON),
  ]

  var uuid = ""
  var hex: [String] = []
  var isJSON = false

  func run(_ console: inout Console) throws -> ExitCode {
    guard let uuid = BluetoothUUID(uuid) else {
      throw UsageError("'\(uuid)' is no UUID; give four digits such as 2AD2, or a full UUID")
    }
    guard let octets = Hex.bytes(hex.joined(separator: " ")) else {
      throw UsageError("'\(hex.joined(separator: " "))' holds something that is no pair of digits")
    }
    guard let layout = CharacteristicLayout.layout(for: uuid) else {
      let name = AssignedNames.name(of: uuid).map { " (\($0))" } ?? ""
      throw UsageError("no field table for \(uuid)\(name); its octets stay as they are")
    }
    return octets.withRawSpan { bytes in
      let value = layout.decode(bytes)
      if isJSON {
        json(layout, value, bytes, &console)
      } else {
        text(layout, value, bytes, &console)
      }
      return value.fault == nil ? .done : .difference
    }
  }

  private func json(
    _ layout: CharacteristicLayout, _ value: DecodedValue, _ bytes: RawSpan,
    _ console: inout Console
  ) {
    var json = JSONWriter()
    json.beginObject()
    json.key("schema")
    json.word("rullo.value/1")
    json.key("characteristic")
    json.string(layout.uuid.description)
    json.key("name")
    json.string(layout.name.description)
    json.key("hex")
    json.hex(bytes)
    json.key("fields")
    json.beginObject()
    layout.writeJSONFields(value, bytes, to: &json)
    json.endObject()
    layout.writeJSONError(value, to: &json)
    json.endObject()
    json.endLine()
    json.text.withBytes { console.text.append(bytes: $0) }
  }

  private func text(
    _ layout: CharacteristicLayout, _ value: DecodedValue, _ bytes: RawSpan,
    _ console: inout Console
  ) {
    console.text.append(
      "\(layout.uuid) \(layout.name), \(Figures.counted(bytes.byteCount, "octet"))\n")
    // The line of the session text already says everything; here each part has a line of its own.
    var line = TextBuffer()
    layout.writeText(value, bytes, to: &line)
    for part in Self.parts(of: line.string) { console.text.append("  \(part)\n") }
  }

  /// The parts of a line that stand between dots.
  private static func parts(of line: String) -> [String] {
    var parts = [""]
    for word in line.split(separator: " ", omittingEmptySubsequences: false) {
      if word == "·" {
        parts.append("")
      } else {
        let last = parts.count - 1
        parts[last] += parts[last].isEmpty ? word : " " + word
      }
    }
    return parts
  }
}
