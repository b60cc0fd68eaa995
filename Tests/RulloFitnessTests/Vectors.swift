import Foundation
import RulloBase
import RulloFitness
import RulloTestSupport
import Testing

/// One row of the shared vectors; its conventions stand at the top of the Fitness Machine tables.
struct Vector: @unchecked Sendable, CustomTestStringConvertible {
  let uuid: String
  let hex: String
  let description: String
  let expect: [String: Any]?
  let error: [String: Any]?
  let variant: [String: Any]?
  let isCanonical: Bool

  var bytes: [UInt8] { octets(hex) }
  var testDescription: String { "\(uuid) \(hex) \(description)" }

  var layout: CharacteristicLayout? {
    if uuid == "service_data:1826" { return .fitnessMachineServiceData }
    return BluetoothUUID(uuid).flatMap(CharacteristicLayout.layout(for:))
  }

  static let all: [Vector] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(components: "Fixtures", "vectors.json")
    guard
      let data = try? Data(contentsOf: file),
      let rows = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]]
    else { return [] }
    return rows.map { row in
      Vector(
        uuid: row["uuid"] as? String ?? "", hex: row["hex"] as? String ?? "",
        description: row["description"] as? String ?? "",
        expect: row["expect"] as? [String: Any], error: row["error"] as? [String: Any],
        variant: row["variant"] as? [String: Any],
        isCanonical: row["canonical"] as? Bool ?? false)
    }
  }()

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

/// Whether two JSON values are the same, numbers within 1e-9.
func isSame(_ left: Any?, _ right: Any?) -> Bool {
  switch (left, right) {
  case (is NSNull, is NSNull): true
  case (let left as String, let right as String): left == right
  case (let left as [Any], let right as [Any]):
    left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1) }
  case (let left as [String: Any], let right as [String: Any]):
    Set(left.keys) == Set(right.keys) && left.allSatisfy { isSame($1, right[$0]) }
  case (let left as NSNumber, let right as NSNumber):
    abs(left.doubleValue - right.doubleValue) < 1e-9
  default: false
  }
}
