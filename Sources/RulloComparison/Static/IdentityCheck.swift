internal import RulloBase
internal import RulloBluetooth

extension Rule {
  static let modelChanged = Rule(
    "S01", "another model", .information,
    sees: "Manufacturer or model number differ: these are two kinds of device.",
    limits: "both sessions read it", example: "model T1900 → T2900",
    clause: "Device Information Service 1.1, 3.1 and 3.2")

  static let versionChanged = Rule(
    "S02", "another version", .information,
    sees: "Firmware, hardware or software revision differ.",
    limits: "both sessions read it", example: "firmware 1.4.2 → 1.5.0",
    clause: "Device Information Service 1.1, 3.4 to 3.6")
}

/// What a device says of itself; names, serial numbers and addresses are nobody's news.
struct IdentityCheck {
  func run(_ pair: DevicePair, _ judge: inout Judge) {
    let fields: [(Rule, String, UInt16, KeyPath<Device, String?>)] = [
      (.modelChanged, "manufacturer", 0x2A29, \.manufacturer),
      (.modelChanged, "model", 0x2A24, \.model),
      (.versionChanged, "firmware", 0x2A26, \.firmware),
      (.versionChanged, "hardware", 0x2A27, \.hardware),
      (.versionChanged, "software", 0x2A28, \.software),
    ]
    for (rule, word, uuid, path) in fields {
      let values = pair.device.map { $0.device[keyPath: path] }
      guard let old = values.old, let new = values.new else { continue }
      judge.comparedCount += 1
      guard old != new else { continue }
      let events = pair.device.map { Self.events($0, uuid) }
      let places = pair.characteristics.pairs.first {
        pair.device.old.characteristics[$0.old].key.uuid?.short == uuid
      }
      judge.find(
        rule, places.map { pair.subject($0, field: word) } ?? pair.subject(field: word),
        Sides(old: old, new: new), events: events)
    }
  }

  /// Where the string was read.
  private static func events(_ device: DeviceFacts, _ uuid: UInt16) -> [Int] {
    device.characteristics.filter { $0.key.uuid?.short == uuid }.compactMap { $0.read?.event }
  }
}
