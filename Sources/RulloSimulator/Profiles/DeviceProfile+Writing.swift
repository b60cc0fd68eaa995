internal import RulloBase

extension DeviceProfile {
  /// The profile as a file, which reads back as the same profile.
  public var json: String {
    var writer = ProfileWriter()
    writer.write(self)
    return writer.text
  }
}

/// Writes a profile with a line for each value, so that files diff well.
private struct ProfileWriter {
  var text = ""
  private var sources: [Provenance] = []

  mutating func write(_ profile: DeviceProfile) {
    let characteristics = profile.services.flatMap(\.characteristics)
    for provenance in characteristics.flatMap({ [$0.properties.provenance] + provenances(of: $0) })
      + profile.settings.map(\.value.provenance)
    where !sources.contains(provenance) {
      sources.append(provenance)
    }
    text = "{\n  \"rullo_profile\": \(DeviceProfile.version),\n"
    text += "  \"name\": \(quoted(profile.name)),\n  \"title\": \(quoted(profile.title)),\n"
    text += "  \"sources\": {\n"
    text += sources.indices.map { "    \(quoted(label($0))): \(object(sources[$0]))" }
      .joined(separator: ",\n")
    text += "\n  },\n"
    for section in ["device", "control", "bike"] {
      let settings = profile.settings.filter { $0.section == section }
      if settings.isEmpty { continue }
      text += "  \"\(section)\": {\n\(lines(settings, indent: "    "))\n  },\n"
    }
    text += "  \"services\": [\n"
    text += profile.services.map(service).joined(separator: ",\n")
    text += "\n  ],\n  \"streams\": {\n"
    var streams: [String] = []
    for setting in profile.settings where setting.section.hasPrefix("streams.") {
      if !streams.contains(setting.section) { streams.append(setting.section) }
    }
    text += streams.map { section in
      let settings = profile.settings.filter { $0.section == section }
      return
        "    \"\(section.dropFirst("streams.".count))\": {\n\(lines(settings, indent: "      "))\n    }"
    }.joined(separator: ",\n")
    text += "\n  }\n}\n"
  }

  private func provenances(of characteristic: DeviceProfile.Characteristic) -> [Provenance] {
    characteristic.value.map { [$0.provenance] } ?? []
  }

  private func label(_ index: Int) -> String { "\(sources[index].word)\(index + 1)" }

  private func from(_ provenance: Provenance) -> String {
    quoted(label(sources.firstIndex(of: provenance) ?? 0))
  }

  private func object(_ provenance: Provenance) -> String {
    switch provenance {
    case .measured(let recording, let digest):
      "{\"measured\": \(quoted(recording)), \"values\": \(quoted(digest))}"
    case .published(let address): "{\"published\": \(quoted(address))}"
    case .assumed(let reason): "{\"assumed\": \(quoted(reason))}"
    }
  }

  private func lines(_ settings: [DeviceProfile.Setting], indent: String) -> String {
    settings.map { setting in
      let value = "{\"value\": \(json(setting.value.value)), "
      return "\(indent)\"\(setting.name)\": \(value)\"from\": \(from(setting.value.provenance))}"
    }.joined(separator: ",\n")
  }

  private func service(_ service: DeviceProfile.Service) -> String {
    let rows = service.characteristics.map { characteristic in
      var row = "      {\"uuid\": \"\(characteristic.uuid)\", \"properties\": "
      row += quoted(PropertyWords.text(characteristic.properties.value))
      row += ", \"from\": " + from(characteristic.properties.provenance)
      if let value = characteristic.value {
        row += ",\n       \"value\": {\"value\": \(json(.octets(value.value))), "
        row += "\"from\": \(from(value.provenance))}"
      }
      return row + "}"
    }
    return "    {\"uuid\": \"\(service.uuid)\", \"characteristics\": [\n"
      + rows.joined(separator: ",\n") + "\n    ]}"
  }

  private func json(_ value: ProfileValue) -> String {
    switch value {
    case .text(let text): quoted(text)
    case .flag, .integer: value.text
    case .integers(let numbers): "[" + numbers.map(String.init).joined(separator: ", ") + "]"
    case .octets: quoted(value.text)
    case .octetLists(let lists):
      "[" + lists.map { quoted(Hex.text($0, separator: " ")) }.joined(separator: ", ") + "]"
    }
  }

  private func quoted(_ text: String) -> String {
    var json = JSONWriter(capacity: 64)
    json.string(text)
    return json.text.string
  }
}
