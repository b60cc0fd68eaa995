import RulloBase
import RulloBluetooth
import RulloFitness
import RulloMeasurements

/// The text of `rullo info`.
struct InfoText {
  let report: SummaryReport

  /// What the clock of a text log can tell.
  let clock: ClockText?

  var lines: [String] {
    let link = report.linkType.map { " · \($0)" } ?? ""
    var lines = Help.wrapped(
      "\(report.file) · \(Figures.spaced(report.format))\(link)", columns: 80)
    lines.append(overview)
    if let start = report.start { lines.append("first event \(start)") }
    if let clock {
      let lacksZone = report.summary.notes.entries.contains { $0.note.kind == .unknownTimeZone }
      lines += Help.wrapped(
        "clock: " + clock.sentence(report.summary.clock, lacksZone: lacksZone), columns: 78)
    }
    lines += Help.wrapped("verdict: \(report.verdict.text)", columns: 78)
    if let stretch = report.stretch { lines += Help.wrapped(stretch.text, columns: 78) }
    for (index, device) in report.summary.devicesInOrder where report.isShown(index) {
      lines += ["", device.heading] + identity(device)
      lines += report.summary.linksInOrder(of: index).flatMap(self.link)
      let table = characteristics(of: index)
      if !table.isEmpty { lines += [""] + table.lines }
      lines += layoutChanges(of: index) + naming(of: index) + suggestions(of: index)
    }
    return lines
  }

  private var overview: String {
    let span = report.duration.map { " in \(Figures.duration($0))" } ?? ""
    let packets = report.census.map { Figures.counted($0.packets, "packet") + ", " } ?? ""
    let events = Figures.counted(report.summary.eventCount, "event")
    return "\(packets)\(events)\(span) · \(Figures.clock(report.summary.clock))"
  }

  private func identity(_ device: Device) -> [String] {
    let parts = [
      device.manufacturer, device.model.map { "model \($0)" },
      device.hardware.map { "hardware \($0)" }, device.firmware.map { "firmware \($0)" },
      device.software.map { "software \($0)" },
    ]
    let known = parts.compactMap(\.self)
    let lines = [known.joined(separator: ", "), device.advertisement.map(Self.words) ?? ""]
    return lines.filter { !$0.isEmpty }.flatMap {
      Help.wrapped(Figures.plain($0), columns: 76).map { "   \($0)" }
    }
  }

  private static func words(_ advertisement: Advertisement) -> String {
    var parts = advertisement.services.map { uuid in
      name(uuid).isEmpty ? "\(uuid)" : "\(uuid) \(name(uuid))"
    }
    parts += advertisement.serviceData.map {
      "service data \($0.service): \(Hex.text($0.octets, separator: " "))"
    }
    if let company = advertisement.company { parts.append("company 0x\(hex(company))") }
    if let appearance = advertisement.appearance { parts.append("appearance 0x\(hex(appearance))") }
    return "advertises " + parts.joined(separator: ", ")
  }

  private func link(_ link: Link) -> [String] {
    var parts = [
      link.start.map { "connected at \(Figures.duration($0))" } ?? "connected before the capture"
    ]
    if !link.intervals.isEmpty {
      parts.append(
        "interval " + link.intervals.map { Figures.duration($0) }.joined(separator: " → "))
    }
    if let mtu = link.mtu { parts.append("MTU \(mtu)") }
    if !link.bearerMTUs.isEmpty {
      let sizes = link.bearerMTUs.map { "\($0)" }.joined(separator: ", ")
      parts.append("\(Figures.counted(link.bearerMTUs.count, "EATT bearer")) of MTU \(sizes)")
    }
    if link.isEncrypted { parts.append("encrypted on the air") }
    if let end = link.end {
      let held = link.start.map { " after \(Figures.duration(end &- $0))" } ?? ""
      parts.append("ended at \(Figures.duration(end))\(held)")
    }
    let reason = link.reasonText ?? "still open at the end of the capture"
    let wrapped = Help.wrapped("\(parts.joined(separator: ", ")): \(reason)", columns: 74)
    return wrapped.enumerated().map { ($0.offset == 0 ? "   " : "     ") + $0.element }
  }

  private func characteristics(of device: Int) -> TextTable {
    var table = TextTable([
      ("characteristic", .left), ("handle", .left), ("ntf", .right), ("ind", .right),
      ("writes", .right), ("reads", .right), ("name", .left),
    ])
    for (index, attribute) in report.summary.attributesInOrder(of: device) {
      let counts = report.summary.counts(of: index)
      // Descriptors that nobody read or wrote only fill the screen; JSON has them.
      if counts.total == 0, case .some(0x2900...0x29FF) = attribute.uuid?.short { continue }
      let writes = counts[.writeRequest] + counts[.writeCommand]
      table.add([
        attribute.shortPath, attribute.handle.map { "0x" + Self.hex($0) } ?? "-",
        Self.cell(counts[.notification]), Self.cell(counts[.indication]), Self.cell(writes),
        Self.cell(counts[.readRequest]), Self.name(attribute.uuid),
      ])
    }
    return table
  }

  /// Where the names of the handles come from; nothing is said of a source without handles.
  private func naming(of device: Int) -> [String] {
    let attributes = report.summary.attributesInOrder(of: device).map(\.attribute)
      .filter { $0.handle != nil }
    let sources: [(String, Int)] = [
      ("the discovery in its connection", attributes.count { $0.naming == .discovery }),
      ("an earlier connection's discovery", attributes.count { $0.naming == .earlierConnection }),
      ("the given map", attributes.count { $0.naming == .gattMap }),
    ]
    let named = sources.filter { $0.1 > 0 }
    let unnamed = attributes.count { $0.naming == nil }
    guard !named.isEmpty else { return [] }
    let parts = named.map { named.count == 1 && unnamed == 0 ? $0.0 : "\($0.0) (\($0.1))" }
    let rest = unnamed > 0 ? "; \(Figures.counted(unnamed, "handle")) without a name" : ""
    return Help.wrapped("names: from " + parts.joined(separator: ", ") + rest, columns: 76)
      .map { "   \($0)" }
  }

  /// What the values at handles without a name look like.
  private func suggestions(of device: Int) -> [String] {
    report.summary.attributesInOrder(of: device).flatMap { index, attribute -> [String] in
      guard let found = report.summary.suggestion(for: index) else { return [] }
      let rivals =
        found.rivals == 0
        ? "no other table does" : "so do \(Figures.counted(found.rivals, "other table"))"
      return Help.wrapped(
        "\(attribute.path): looks like \(found.uuid) \(found.name) (confidence"
          + " \(found.confidence) %: \(found.fitting) of \(found.count) values fit, \(rivals));"
          + " a suggestion only, nothing is decoded by it", columns: 74
      ).enumerated().map { ($0.offset == 0 ? "   " : "     ") + $0.element }
    }
  }

  /// Streams whose records carry other fields at another time: a fact of the device, not a fault.
  private func layoutChanges(of device: Int) -> [String] {
    report.summary.attributesInOrder(of: device).flatMap { index, attribute -> [String] in
      guard let changes = report.summary.layoutChanges(of: index), let first = changes.first
      else { return [] }
      let gained = changes.fields(in: first.after, notIn: first.before)
      let lost = changes.fields(in: first.before, notIn: first.after)
      let fields =
        [("with", gained), ("without", lost)].filter { !$0.1.isEmpty }
        .map { "\($0.0) \($0.1.joined(separator: ", ").lowercased())" }
      let place =
        first.time == Event.noTime ? "" : " after \(Figures.duration(first.time))"
      let times =
        changes.count == 1
        ? "changes once,"
        : "changes \(changes.count) times among \(changes.layouts.count) layouts, first"
      return Help.wrapped(
        "\(attribute.shortPath): what a record carries \(times)\(place) (\(first.source)):"
          + " then \(fields.joined(separator: ", "))", columns: 74
      ).enumerated().map { ($0.offset == 0 ? "   " : "     ") + $0.element }
    }
  }

  private static func name(_ uuid: BluetoothUUID?) -> String {
    uuid.flatMap(AssignedNames.name(of:))?.description ?? ""
  }

  private static func cell(_ count: Int) -> String { count == 0 ? "" : "\(count)" }

  private static func hex(_ handle: UInt16) -> String {
    Hex.text([UInt8(handle >> 8), UInt8(truncatingIfNeeded: handle)])
  }
}
