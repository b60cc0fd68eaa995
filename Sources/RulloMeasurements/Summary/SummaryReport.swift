public import RulloBase
public import RulloBluetooth
internal import RulloFitness

/// Everything that `rullo info` says of one recording.
public struct SummaryReport: Sendable {
  public let file: String
  public let format: String
  public let linkType: String?
  public let census: PacketCensus?
  public let summary: RecordingSummary
  public let verdict: Verdict

  /// How far back a ring of lines reaches, where the source is one.
  public var stretch: LogStretch?

  public init(
    _ summary: RecordingSummary, file: String, format: String, linkType: String?,
    census: PacketCensus?
  ) {
    self.summary = summary
    self.file = file
    self.format = format
    self.linkType = linkType
    self.census = census
    verdict = Verdict(summary, census: census)
  }

  /// Date and time of the first event in UTC, where the clock knows the date.
  public var start: String? {
    guard summary.clock.kind == .absolute, summary.eventCount > 0 else { return nil }
    var text = TextBuffer()
    let places =
      summary.clock.resolution >= 1_000_000 ? 3 : summary.clock.resolution >= 1_000 ? 6 : 9
    return summary.clock.start.appendISO(places: places, to: &text) ? text.string : nil
  }

  public var duration: Int64? {
    summary.lastTime == Event.noTime ? nil : max(0, summary.lastTime &- summary.firstTime)
  }

  /// Writes the object of `rullo info --json`, schema `rullo.info/1`.
  public func writeJSON(to json: inout JSONWriter, breaksLines: Bool = false) {
    json.beginObject()
    json.word("schema", "rullo.info/1")
    json.string("file", file)
    json.string("format", format)
    json.string("link_type", linkType)
    json.key("clock")
    summary.clock.writeJSON(to: &json)
    json.number("packets", census.map { Int64($0.packets) })
    json.number("events", summary.eventCount)
    json.string("start", start)
    json.number("duration_ns", duration)
    json.bool("usable", verdict.isUsable)
    json.string("verdict_kind", verdict.kind.rawValue)
    json.string("verdict", verdict.text)
    json.key("devices")
    json.beginArray()
    for (index, device) in summary.devicesInOrder where isShown(index) {
      if breaksLines { json.breakLine() }
      write(device, index, to: &json)
    }
    json.endArray()
    stretch?.writeJSON(to: &json)
    json.key("notes")
    summary.notes.writeJSON(to: &json, breaksLines: breaksLines)
    json.endObject()
  }

  /// A host's own server that took part in nothing is not worth a line.
  public func isShown(_ device: Int) -> Bool {
    !summary.linksInOrder(of: device).isEmpty || !summary.attributesInOrder(of: device).isEmpty
  }

  private func write(_ device: Device, _ index: Int, to json: inout JSONWriter) {
    json.beginObject()
    json.string("alias", device.alias)
    json.string("name", device.name)
    json.string("manufacturer", device.manufacturer)
    json.string("model", device.model)
    json.string("firmware", device.firmware)
    json.string("hardware", device.hardware)
    device.advertisement?.writeJSON(to: &json)
    json.key("links")
    json.beginArray()
    for link in summary.linksInOrder(of: index) { write(link, to: &json) }
    json.endArray()
    json.key("characteristics")
    json.beginArray()
    for (place, attribute) in summary.attributesInOrder(of: index) {
      write(attribute, place, to: &json)
    }
    json.endArray()
    json.endObject()
  }

  private func write(_ link: Link, to json: inout JSONWriter) {
    json.beginObject()
    json.number("start_ns", link.start)
    json.number("end_ns", link.end)
    json.number("interval_ns", link.intervals.last)
    json.number("mtu", link.mtu.map(Int64.init))
    if !link.bearerMTUs.isEmpty {
      json.key("eatt_mtus")
      json.beginArray()
      for mtu in link.bearerMTUs { json.number(mtu) }
      json.endArray()
    }
    json.string("ended_by", link.endedBy)
    json.string("reason", link.reasonText)
    json.endObject()
  }

  private func write(
    _ attribute: Attribute, _ index: Int, to json: inout JSONWriter
  ) {
    let counts = summary.counts(of: index)
    json.beginObject()
    json.string("service", attribute.service?.description)
    json.string("uuid", attribute.uuid?.description)
    json.string("name", attribute.uuid.flatMap(AssignedNames.name(of:))?.description)
    json.number("handle", attribute.handle.map(Int64.init))
    json.number("properties", attribute.properties.map(Int64.init))
    json.string("named_by", attribute.naming?.rawValue)
    if let suggestion = summary.suggestion(for: index) {
      json.key("suggestion")
      json.beginObject()
      json.string("uuid", suggestion.uuid.description)
      json.string("name", suggestion.name)
      json.number("confidence_percent", suggestion.confidence)
      json.number("fitting", suggestion.fitting)
      json.number("values", suggestion.count)
      json.number("rivals", suggestion.rivals)
      json.endObject()
    }
    for kind in Event.Kind.allCases where counts[kind] > 0 {
      json.key(dynamic: "\(kind.word)")
      json.number(counts[kind])
    }
    if let changes = summary.layoutChanges(of: index) {
      json.key("layout_changes")
      changes.writeJSON(to: &json)
    }
    json.endObject()
  }
}
