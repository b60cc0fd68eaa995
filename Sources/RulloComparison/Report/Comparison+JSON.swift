public import RulloBase
internal import RulloBluetooth
internal import RulloTransport

/// The names of the files that a comparison is printed with.
public struct ComparedFile: Sendable {
  public let name: String
  public let format: String

  public init(name: String, format: String) {
    self.name = name
    self.format = format
  }
}

extension Comparison {
  /// Writes the object of `rullo diff --json`, schema `rullo.diff/1`.
  public func writeJSON(
    _ files: Sides<ComparedFile>, stimuli: SameStimuli? = nil, to json: inout JSONWriter,
    breaksLines: Bool = false
  ) {
    json.beginObject()
    json.word("schema", "rullo.diff/1")
    json.key("old")
    write(files.old, sessions.old, to: &json)
    json.key("new")
    write(files.new, sessions.new, to: &json)
    json.key("aligned")
    json.beginObject()
    json.number("old", sessions.old.aligned)
    json.number("new", sessions.new.aligned)
    json.endObject()
    json.key("counts")
    json.beginObject()
    for findingClass in FindingClass.allCases {
      json.key(dynamic: findingClass.word)
      json.number(count(findingClass))
    }
    json.endObject()
    json.key("limits")
    json.beginObject()
    json.number("samples", limits.samples)
    json.number("percent", limits.percent)
    json.number("difference_ns", limits.difference)
    json.endObject()
    json.key("findings")
    json.beginArray()
    for finding in findings {
      if breaksLines { json.breakLine() }
      write(finding, to: &json)
    }
    json.endArray()
    if let stimuli { write(stimuli, to: &json) }
    json.key("not_compared")
    json.beginArray()
    for remark in remarks { json.string(remark) }
    json.endArray()
    json.endObject()
  }

  private func write(
    _ file: ComparedFile, _ session: SessionDescription, to json: inout JSONWriter
  ) {
    json.beginObject()
    json.string("file", file.name)
    json.string("format", file.format)
    json.number("events", session.eventCount)
    json.key("devices")
    json.beginArray()
    for device in session.devices {
      json.beginObject()
      json.string("alias", device.alias)
      json.string("name", device.name)
      json.string("manufacturer", device.manufacturer)
      json.string("model", device.model)
      json.string("hardware", device.hardware)
      json.string("firmware", device.firmware)
      json.endObject()
    }
    json.endArray()
    json.number("writes", session.writes.total)
    json.number("aligned_writes", session.writes.aligned)
    json.number("values", session.values.total)
    json.number("aligned_values", session.values.aligned)
    json.endObject()
  }

  /// How far one conversation went, and where it parted.
  private func write(_ stimuli: SameStimuli, to json: inout JSONWriter) {
    json.key("same_stimuli")
    json.beginObject()
    json.number("requests", stimuli.requests.total)
    json.number("made", stimuli.requests.made)
    json.key("first_difference")
    if let finding = firstAnswer {
      json.beginObject()
      json.string("rule", finding.rule.id)
      json.number("old_event", finding.events.old[0])
      json.string("text", finding.text)
      json.endObject()
    } else {
      json.null()
    }
    json.key("divergence")
    if let divergence = stimuli.divergence {
      json.beginObject()
      json.string("code", divergence.code.word)
      json.number("time_ns", divergence.time)
      json.string("text", divergence.text)
      json.endObject()
    } else {
      json.null()
    }
    json.endObject()
  }

  private func write(_ finding: Finding, to json: inout JSONWriter) {
    json.beginObject()
    json.string("rule", finding.rule.id)
    json.string("class", finding.findingClass.word)
    json.string("device", finding.deviceLetters)
    json.string("characteristic", finding.subject.characteristic)
    json.number("op_code", finding.subject.opCode.map { Int64($0) })
    json.string("op", finding.opKey)
    json.string("field", finding.subject.field)
    json.string("before", finding.values.old)
    json.string("after", finding.values.new)
    json.key("samples")
    json.beginObject()
    json.number("old", finding.samples.old)
    json.number("new", finding.samples.new)
    json.endObject()
    json.key("events")
    json.beginObject()
    write("old", finding.events.old, to: &json)
    write("new", finding.events.new, to: &json)
    json.endObject()
    json.string("limit", finding.limit)
    json.string("clause", finding.rule.clause)
    json.string("text", finding.text)
    json.endObject()
  }

  private func write(_ key: StaticString, _ events: [Int], to json: inout JSONWriter) {
    json.key(key)
    json.beginArray()
    for event in events { json.number(event) }
    json.endArray()
  }
}
