internal import RulloBase
internal import RulloBluetooth

/// Finds for each device of one session the same device of the other.
enum DevicePairing {
  /// Hostile input may declare thousands of devices; only these many are held side by side.
  private static let limit = 128

  /// Places in both lists; what has no partner stands in none.
  static func pairs(_ old: [DeviceFacts], _ new: [DeviceFacts]) -> [Sides<Int>] {
    let sides = Sides(old: candidates(old), new: candidates(new))
    var scored: [(score: Int, pair: Sides<Int>)] = []
    for left in sides.old {
      for right in sides.new {
        let score = likeness(left.marks, right.marks)
        if score > 0 { scored.append((score, Sides(old: left.place, new: right.place))) }
      }
    }
    // Where likeness decides nothing, the order does; pairs that mirror each other do not exclude
    // each other, so that exchanged sessions give exchanged pairs.
    scored.sort { left, right in
      let (one, other) = (left.pair, right.pair)
      let keys = [
        (-left.score, -right.score), (one.old + one.new, other.old + other.new),
        (abs(one.old - one.new), abs(other.old - other.new)), (one.old, other.old),
      ]
      return keys.first { $0.0 != $0.1 }.map { $0.0 < $0.1 } ?? false
    }
    var taken = (old: Set<Int>(), new: Set<Int>())
    let chosen = scored.map(\.pair).filter { pair in
      guard !taken.old.contains(pair.old), !taken.new.contains(pair.new) else { return false }
      taken.old.insert(pair.old)
      taken.new.insert(pair.new)
      return true
    }
    return chosen.sorted { $0.old < $1.old }
  }

  private static func candidates(_ devices: [DeviceFacts]) -> [(place: Int, marks: Marks)] {
    devices.indices.filter { !devices[$0].isEmpty }.prefix(limit).map { ($0, Marks(devices[$0])) }
  }

  /// What a device can be known by.
  private struct Marks {
    let device: Device
    let isHost: Bool
    let uuids: Set<BluetoothUUID>

    /// The characteristics that brought values.
    let speaking: Set<BluetoothUUID>
    let handles: Set<UInt16>

    init(_ facts: DeviceFacts) {
      device = facts.device
      isHost = facts.isHost
      uuids = Set(facts.characteristics.compactMap { $0.key.uuid })
      speaking = Set(facts.characteristics.filter { $0.valueCount > 0 }.compactMap { $0.key.uuid })
      handles = Set(facts.characteristics.compactMap { $0.key.handle })
    }
  }

  /// How much speaks for two devices being the same one; 0 for nothing at all.
  private static func likeness(_ old: Marks, _ new: Marks) -> Int {
    guard old.isHost == new.isHost else { return 0 }
    var score = 0
    if case .address = old.device.identity, old.device.identity == new.device.identity {
      score += 1_000_000
    }
    if let name = old.device.name, name == new.device.name { score += 100_000 }
    if let serial = old.device.serial, serial == new.device.serial { score += 100_000 }
    if let model = old.device.model, model == new.device.model { score += 10_000 }
    // What sends the same is more alike than what merely declares the same.
    score += old.speaking.intersection(new.speaking).count * 100
    return score + old.uuids.intersection(new.uuids).count
      + old.handles.intersection(new.handles).count
  }
}
