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
    summary.lastTime == Event.noTime ? nil : max(0, summary.lastTime)
  }

  /// Writes the object of `rullo info --json`, schema `rullo.info/1`.
  public func writeJSON(to json: inout JSONWriter, breaksLines: Bool = false) {
    json.beginObject()
    json.key("schema")
    json.word("rullo.info/1")
    json.key("file")
    json.string(file)
    json.key("format")
    json.string(format)
    json.key("link_type")
    json.string(linkType)
    json.key("clock")
    summary.clock.writeJSON(to: &json)
    json.key("packets")
    json.number(census.map { Int64($0.packets) })
    json.key("events")
    json.number(summary.eventCount)
    json.key("start")
    json.string(start)
    json.key("duration_ns")
    json.number(duration)
    json.key("usable")
    json.bool(verdict.isUsable)
    json.key("verdict_kind")
    json.string(verdict.kind.rawValue)
    json.key("verdict")
    json.string(verdict.text)
    json.key("devices")
    json.beginArray()
    for (index, device) in summary.devicesInOrder where isShown(index) {
      if breaksLines { json.breakLine() }
      write(device, index, to: &json)
    }
    json.endArray()
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
    json.key("alias")
    json.string(device.alias)
    json.key("name")
    json.string(device.name)
    json.key("manufacturer")
    json.string(device.manufacturer)
    json.key("model")
    json.string(device.model)
    json.key("firmware")
    json.string(device.firmware)
    json.key("hardware")
    json.string(device.hardware)
    json.key("links")
    json.beginArray()
    for link in summary.linksInOrder(of: index) { write(link, to: &json) }
    json.endArray()
    json.key("characteristics")
    json.beginArray()
    for (place, attribute) in summary.attributesInOrder(of: index) {
      write(attribute, summary.counts(of: place), to: &json)
    }
    json.endArray()
    json.endObject()
  }

  private func write(_ link: Link, to json: inout JSONWriter) {
    json.beginObject()
    json.key("start_ns")
    json.number(link.start)
    json.key("end_ns")
    json.number(link.end)
    json.key("interval_ns")
    json.number(link.intervals.last)
    json.key("mtu")
    json.number(link.mtu.map(Int64.init))
    json.key("ended_by")
    json.string(link.endedBy)
    json.key("reason")
    json.string(link.reasonText)
    json.endObject()
  }

  private func write(
    _ attribute: Attribute, _ counts: RecordingSummary.Counts, to json: inout JSONWriter
  ) {
    json.beginObject()
    json.key("service")
    json.string(attribute.service?.description)
    json.key("uuid")
    json.string(attribute.uuid?.description)
    json.key("name")
    json.string(attribute.uuid.flatMap(AssignedNames.name(of:))?.description)
    json.key("handle")
    json.number(attribute.handle.map(Int64.init))
    json.key("properties")
    json.number(attribute.properties.map(Int64.init))
    for kind in Event.Kind.allCases where counts[kind] > 0 {
      json.key(dynamic: "\(kind.word)")
      json.number(counts[kind])
    }
    json.endObject()
  }
}
