internal import RulloBase

/// Finds the attribute of a UUID: a small flat table for 16-bit ones, a dictionary behind it.
///
/// An entry is the index of the attribute, shifted, with 1 where it answers by indication.
@usableFromInline
struct AttributeCache: Sendable {
  @usableFromInline var slots = [UInt64](repeating: 0, count: 64)
  private var all: [BluetoothUUID: Int] = [:]

  @usableFromInline init() {}

  @inlinable @inline(__always)
  func find(_ uuid: UInt16) -> Int? {
    let slot = slots[Int(uuid & 63)]
    // The mark in front tells an empty slot from UUID 0000.
    guard slot >> 32 == 0x1_0000 | UInt64(uuid) else { return nil }
    return Int(slot & 0xFFFF_FFFF)
  }

  func find(_ uuid: BluetoothUUID) -> Int? { all[uuid] }

  mutating func store(_ uuid: BluetoothUUID, _ attribute: Int, indicates: Bool) -> Int {
    let entry = attribute << 1 | (indicates ? 1 : 0)
    // A hostile log may name more UUIDs than an emitter keeps; those share its last place.
    if all.count < 4096 { all[uuid] = entry }
    if let short = uuid.short, attribute < 0x4000_0000 {
      slots[Int(short & 63)] = (0x1_0000 | UInt64(short)) << 32 | UInt64(entry)
    }
    return entry
  }
}
