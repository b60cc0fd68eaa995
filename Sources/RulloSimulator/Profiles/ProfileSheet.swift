internal import RulloBase

/// Everything that a profile says, row by row, with the sources numbered.
public struct ProfileSheet: Sendable {
  public struct Row: Hashable, Sendable {
    /// `device`, `control`, `bike`, `1826` for what the device has, `2AD2` for a stream.
    public let section: String
    public let name: String
    public let value: String
    public let unit: String
    public let provenance: Provenance

    /// The number of its source, from 1.
    public let source: Int
  }

  public let rows: [Row]

  /// In the order in which the rows refer to them.
  public let sources: [Provenance]

  /// The sheet of a profile; what it does not say is there as well, as assumed.
  public init(_ profile: DeviceProfile) {
    var sources: [Provenance] = []
    var rows: [Row] = []
    func add(_ section: String, _ name: String, _ value: String, _ unit: String, _ from: Provenance)
    {
      let known = sources.firstIndex(of: from)
      if known == nil { sources.append(from) }
      rows.append(
        Row(
          section: section, name: name, value: value, unit: unit, provenance: from,
          source: (known ?? sources.count - 1) + 1))
    }
    func settings(_ section: String, as shown: String) {
      for key in ProfileKey.of(section) where key.concerns(section) {
        let sourced = profile.value(section, key.name)
        let text = sourced.value == .integer(-1) ? "live" : sourced.value.text
        let unit = text == "live" ? "" : key.unit
        add(shown, key.name, text.isEmpty ? "–" : text, unit, sourced.provenance)
      }
    }
    settings("device", as: "device")
    for service in profile.services {
      for characteristic in service.characteristics {
        let properties = characteristic.properties
        add(
          "service \(service.uuid)", "\(characteristic.uuid)",
          PropertyWords.text(properties.value), "", properties.provenance)
        if let value = characteristic.value {
          add(
            "service \(service.uuid)", "\(characteristic.uuid) reads",
            Self.text(value.value, of: service.uuid), "", value.provenance)
        }
      }
    }
    for stream in profile.streams {
      settings(DeviceProfile.section(of: stream), as: "stream \(stream)")
    }
    // A sensor without a control point has no rules for it.
    if profile.characteristic(0x2AD9) != nil { settings("control", as: "control") }
    settings("bike", as: "bike")
    self.rows = rows
    self.sources = sources
  }

  /// Strings of Device Information as text, everything else as octets.
  private static func text(_ octets: [UInt8], of service: BluetoothUUID) -> String {
    let isText = octets.allSatisfy { (0x20...0x7E).contains($0) }
    return service == 0x180A && isText && !octets.isEmpty
      ? "\"" + String(decoding: octets, as: UTF8.self) + "\"" : Hex.text(octets, separator: " ")
  }

  /// How many rows are measured, published and assumed.
  public var counts: (measured: Int, published: Int, assumed: Int) {
    func count(_ word: String) -> Int { rows.filter { $0.provenance.word == word }.count }
    return (count("measured"), count("published"), count("assumed"))
  }
}
