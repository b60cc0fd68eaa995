import RulloBase
import RulloFitness
import RulloTestSupport
import Testing

typealias Vector = SharedVector

extension SharedVector {
  var layout: CharacteristicLayout? {
    if uuid == "service_data:1826" { return .fitnessMachineServiceData }
    return BluetoothUUID(uuid).flatMap(CharacteristicLayout.layout(for:))
  }

  /// The rows of the characteristics that have a layout.
  static let covered = all.filter { $0.layout != nil }
}

extension CharacteristicLayout {
  func decoded(_ bytes: [UInt8]) -> DecodedValue { bytes.withRawSpan { decode($0) } }

  func strictly(_ bytes: [UInt8]) throws(DecodingFailure) -> DecodedValue {
    try bytes.withRawSpan { bytes throws(DecodingFailure) in try decodeStrictly(bytes) }
  }

  /// The members of `fields` as a JSON object.
  func json(_ value: DecodedValue, _ bytes: [UInt8]) -> String {
    var json = JSONWriter()
    json.beginObject()
    bytes.withRawSpan { writeJSONFields(value, $0, to: &json) }
    json.endObject()
    return json.text.string
  }

  func text(_ bytes: [UInt8]) -> String {
    var text = TextBuffer()
    bytes.withRawSpan { writeText(decode($0), $0, to: &text) }
    return text.string
  }
}
