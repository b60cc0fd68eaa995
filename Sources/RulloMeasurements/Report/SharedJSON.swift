public import RulloBase
public import RulloBluetooth

extension Clock {
  /// Writes `{"kind":…,"resolution_ns":…}`.
  public func writeJSON(to json: inout JSONWriter) {
    json.beginObject()
    json.string("kind", kind.rawValue)
    json.number("resolution_ns", kind == .none ? nil : resolution)
    json.endObject()
  }
}

extension SourceReference {
  /// Writes `{"packet":…}`, with the word of the unit as its key.
  func writeJSON(to json: inout JSONWriter) {
    json.beginObject()
    json.key(word)
    json.number(number)
    json.endObject()
  }
}

extension NoteBook {
  /// Writes an array of `{"kind":…,"count":…,"source":{…},"text":…}`.
  public func writeJSON(to json: inout JSONWriter, breaksLines: Bool = false) {
    json.beginArray()
    for entry in entries {
      if breaksLines { json.breakLine() }
      json.beginObject()
      json.string("kind", entry.note.kind.rawValue)
      json.number("count", entry.count)
      json.key("source")
      entry.note.source.writeJSON(to: &json)
      json.string("text", entry.note.text)
      json.endObject()
    }
    json.endArray()
  }
}
