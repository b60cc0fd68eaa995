internal import RulloBase

/// Where a profile agrees with what was measured in a recording, and where it departs from it.
public struct ProfileComparison: Sendable {
  public struct Row: Hashable, Sendable {
    /// `streams.2AD2 rate`, `control.reset_keeps_control`, `1826/2ACC reads`.
    public let name: String
    public let measured: String

    /// What the profile says, and how it knows.
    public let stated: String
    public let provenance: Provenance
    public let agrees: Bool

    /// Whether the profile lacks a characteristic that the recording shows.
    public var isAbsent: Bool { stated == "absent" }
  }

  public let rows: [Row]

  public var departures: [Row] { rows.filter { !$0.agrees } }

  /// Compares what a learned profile measured with what a profile says.
  public init(_ profile: DeviceProfile, with learned: DeviceProfile) {
    var rows: [Row] = []
    func add(_ name: String, _ measured: String, _ stated: Sourced<String>, _ agrees: Bool) {
      rows.append(
        Row(
          name: name, measured: measured, stated: stated.value, provenance: stated.provenance,
          agrees: agrees))
    }
    for service in learned.services {
      for characteristic in service.characteristics {
        Self.compare(characteristic, of: service.uuid, profile, add)
      }
    }
    for setting in learned.settings where setting.name != "name" {
      let stated = profile.value(setting.section, setting.name)
      let isStream = setting.section.hasPrefix("streams.")
      if isStream, !profile.settings.contains(where: { $0.section == setting.section }) { continue }
      if isStream, setting.name == "steps" || setting.name == "grid_us" {
        if setting.name == "steps" { Self.compareRate(setting.section, profile, learned, add) }
        continue
      }
      // Who saw nothing before Start saw the layout of a session.
      let other = setting.name == "layout" ? "layout_started" : setting.name
      let agrees =
        Self.agree(setting.name, setting.value.value, stated.value)
        || setting.value.value == profile.value(setting.section, other).value
      add(
        "\(setting.section).\(setting.name)", setting.value.value.text,
        Sourced(stated.value.text, stated.provenance), agrees)
    }
    self.rows = rows
  }

  private typealias Adding = (String, String, Sourced<String>, Bool) -> Void

  private static func compare(
    _ characteristic: DeviceProfile.Characteristic, of service: BluetoothUUID,
    _ profile: DeviceProfile, _ add: Adding
  ) {
    let stated = profile.services.first { $0.uuid == service }?
      .characteristics.first { $0.uuid == characteristic.uuid }
    let name = "\(service)/\(characteristic.uuid)"
    guard let stated else {
      return add(name, "there", Sourced("absent", .assumed("the profile does not have it")), false)
    }
    let (seen, said) = (characteristic.properties.value, stated.properties.value)
    // A log shows only the properties that were used.
    add(
      name, PropertyWords.text(seen),
      Sourced(PropertyWords.text(said), stated.properties.provenance), seen & ~said == 0)
    // Names, serials and battery levels are one unit's own, not its kind's.
    guard ![0x180A, 0x180F].contains(service), let value = characteristic.value else { return }
    let other = stated.value ?? Sourced([], stated.properties.provenance)
    add(
      name + " reads", Hex.text(value.value, separator: " "),
      Sourced(Hex.text(other.value, separator: " "), other.provenance),
      value.value == other.value)
  }

  /// Rates agree within a tenth: a tenth is what ten seconds of a stream can tell.
  private static func compareRate(
    _ section: String, _ profile: DeviceProfile, _ learned: DeviceProfile, _ add: Adding
  ) {
    let measured = rate(learned, section)
    let stated = rate(profile, section)
    let grids = (learned.integer(section, "grid_us"), profile.integer(section, "grid_us"))
    let provenance = profile.value(section, "steps").provenance
    add(
      "\(section) rate", text(measured), Sourced(text(stated), provenance),
      abs(measured - stated) * 10 <= max(measured, stated))
    add(
      "\(section) grid", "\(grids.0) µs",
      Sourced("\(grids.1) µs", profile.value(section, "grid_us").provenance),
      abs(grids.0 - grids.1) * 50 <= max(grids.0, grids.1))
  }

  /// Notifications in a thousand seconds.
  private static func rate(_ profile: DeviceProfile, _ section: String) -> Int {
    let steps = profile.integers(section, "steps")
    let span = steps.reduce(0, +) * profile.integer(section, "grid_us")
    guard span > 0 else { return 0 }
    return Int(clamping: Int128(steps.count) * 1_000_000_000 / Int128(span))
  }

  private static func text(_ milliHertz: Int) -> String {
    ExactDecimal(Int64(milliHertz), exponent: -3).description + " Hz"
  }

  private static func agree(
    _ name: String, _ measured: ProfileValue, _ stated: ProfileValue
  ) -> Bool {
    switch (name, measured, stated) {
    case ("resistance_octets", .integers(let seen), .integers(let said)):
      return seen.allSatisfy(said.contains)
    case (_, .integer(let seen), .integer(let said)):
      // Latencies are those of the client's radio as well: the same order of size is all they tell.
      let isTime = name.hasSuffix("_us")
      return isTime
        ? seen <= said * 4 + 2_000 && said <= seen * 4 + 2_000
        : abs(seen - said) * 20 <= max(seen, said)
    default: return measured == stated
    }
  }
}
