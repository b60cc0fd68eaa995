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
      json.beginObject()
      json.key(entry.note.source.word)
      json.number(entry.note.source.number)
      json.endObject()
      json.string("text", entry.note.text)
      json.endObject()
    }
    json.endArray()
  }
}
