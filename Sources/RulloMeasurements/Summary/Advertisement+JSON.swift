internal import RulloBase
internal import RulloBluetooth

extension Advertisement {
  /// Writes `"advertising":{"services":[…],"service_data":[{"service":…,"hex":…}],"company":…,
  /// "appearance":…}`.
  func writeJSON(to json: inout JSONWriter) {
    json.key("advertising")
    json.beginObject()
    json.key("services")
    json.beginArray()
    for service in services { json.string(service.description) }
    json.endArray()
    json.key("service_data")
    json.beginArray()
    for data in serviceData {
      json.beginObject()
      json.string("service", data.service.description)
      json.string("hex", Hex.text(data.octets))
      json.endObject()
    }
    json.endArray()
    json.number("company", company.map(Int64.init))
    json.number("appearance", appearance.map(Int64.init))
    json.endObject()
  }
}
