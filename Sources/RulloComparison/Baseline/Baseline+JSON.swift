public import RulloBase

extension Baseline {
  /// Writes the text of a baseline, schema `rullo.baseline/1`: JSON with a band or a variety a line.
  public func write(to json: inout JSONWriter) {
    json.beginObject()
    json.word("schema", "rullo.baseline/1")
    json.number("recordings", recordingCount)
    json.string("firmware", firmware)
    json.key("bands")
    json.beginArray()
    for band in bands {
      json.breakLine()
      json.beginObject()
      write(band.key, to: &json)
      json.number("min", band.minimum)
      json.number("max", band.maximum)
      json.endObject()
    }
    json.endArray()
    json.key("varies")
    json.beginArray()
    for variety in varieties {
      json.breakLine()
      json.beginObject()
      write(variety.key, to: &json)
      json.key("values")
      json.beginArray()
      for value in variety.values { json.string(value) }
      json.endArray()
      json.endObject()
    }
    json.endArray()
    json.endObject()
    json.endLine()
  }

  private func write(_ key: Key, to json: inout JSONWriter) {
    json.string("rule", key.rule)
    json.string("characteristic", key.characteristic)
    json.number("op_code", key.opCode.map { Int64($0) })
    json.string("field", key.field)
  }

  /// Reads the text of a baseline.
  ///
  /// Throws ``BaselineError`` for a text that is none, with the line.
  public init(reading octets: [UInt8]) throws(BaselineError) {
    let json: JSONValue
    do {
      json = try JSONValue(octets)
    } catch {
      throw BaselineError("no baseline, \(error); 'rullo baseline FILE… -o FILE' writes one")
    }
    guard let schema = json["schema"]?.text else {
      throw BaselineError(
        "no baseline: it names no schema; 'rullo baseline FILE… -o FILE' writes one")
    }
    guard schema == "rullo.baseline/1" else {
      throw BaselineError("this is '\(schema)'; this version reads rullo.baseline/1")
    }
    recordingCount = json["recordings"]?.integer.flatMap { Int(exactly: $0) } ?? 0
    firmware = json["firmware"]?.text
    for (place, item) in (json["bands"]?.items ?? []).enumerated() {
      guard let key = Key(item), let minimum = item["min"]?.integer,
        let maximum = item["max"]?.integer,
        minimum <= maximum
      else { throw BaselineError("band \(place + 1) lacks rule, min or max, or is upside down") }
      bands.append(Band(key: key, minimum: minimum, maximum: maximum))
    }
    for (place, item) in (json["varies"]?.items ?? []).enumerated() {
      guard let key = Key(item), let values = item["values"]?.items?.compactMap(\.text) else {
        throw BaselineError("entry \(place + 1) of 'varies' lacks rule or values")
      }
      varieties.append(Variety(key: key, values: values))
    }
  }
}

extension Baseline.Key {
  fileprivate init?(_ item: JSONValue) {
    guard let rule = item["rule"]?.text else { return nil }
    self.init(
      rule: rule, characteristic: item["characteristic"]?.text,
      opCode: item["op_code"]?.integer.flatMap { UInt8(exactly: $0) }, field: item["field"]?.text)
  }
}

extension JSONValue {
  fileprivate var integer: Int64? {
    guard case .number(let digits) = self else { return nil }
    return Int64(digits)
  }
}
