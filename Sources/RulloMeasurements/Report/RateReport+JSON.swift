public import RulloBase

extension RateReport {
  /// Writes the object of `rullo rate --json`, schema `rullo.rate/1`.
  ///
  /// With `breaksLines` every stream, control row and note starts a line of its own.
  public func writeJSON(to json: inout JSONWriter, breaksLines: Bool = false) {
    json.beginObject()
    json.word("schema", "rullo.rate/1")
    json.string("file", file)
    json.string("format", format)
    json.key("clock")
    clock.writeJSON(to: &json)
    json.number("events", eventCount)
    json.number("duration_ns", duration)
    json.key("streams")
    json.beginArray()
    for stream in streams {
      if breaksLines { json.breakLine() }
      stream.writeJSON(to: &json)
    }
    json.endArray()
    json.key("control")
    json.beginArray()
    for (device, row) in control {
      if breaksLines { json.breakLine() }
      row.writeJSON(device: device, to: &json)
    }
    json.endArray()
    stretch?.writeJSON(to: &json)
    json.key("notes")
    notes.writeJSON(to: &json, breaksLines: breaksLines)
    json.endObject()
  }
}
