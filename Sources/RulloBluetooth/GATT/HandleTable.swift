/// Which attribute stands behind an ATT handle.
///
/// A flat open-addressing table: a look-up costs a multiplication and usually one comparison, and its
/// size follows the handles that were really seen, never the numbers that a hostile file names.
@usableFromInline
internal struct HandleTable: Sendable {
  /// What an attribute handle is for.
  @usableFromInline internal enum Role: UInt32 {
    case value = 0
    case clientConfiguration = 1
    case descriptor = 2
    /// A declaration; its reads are discovery, not events.
    case declaration = 3
  }

  /// Handle in the high half (0 marks a free place: no attribute has handle 0), place in the low.
  @usableFromInline internal var slots: [UInt64] = []
  @usableFromInline internal var used = 0

  @usableFromInline internal init() {}

  @inlinable @inline(__always)
  internal static func start(_ handle: UInt16, _ mask: Int) -> Int {
    Int(truncatingIfNeeded: (UInt32(handle) &* 0x9E37_79B1) >> 12) & mask
  }

  /// The attribute's index × 4 + role, or `nil` for a handle that was never stored.
  @inlinable @inline(__always)
  internal func find(_ handle: UInt16) -> UInt32? {
    let mask = slots.count - 1
    guard mask > 0 else { return nil }
    var place = Self.start(handle, mask)
    while true {
      let slot = slots[place]
      if slot >> 32 == UInt64(handle), handle != 0 { return UInt32(truncatingIfNeeded: slot) }
      if slot == 0 { return nil }
      place = (place + 1) & mask
    }
  }

  /// Stores what stands behind a handle, in place of what stood there before.
  @usableFromInline
  internal mutating func store(_ handle: UInt16, attribute: Int, role: Role) {
    guard handle != 0 else { return }
    if used * 2 >= slots.count { grow() }
    let entry = UInt64(handle) << 32 | UInt64(attribute) << 2 | UInt64(role.rawValue)
    let mask = slots.count - 1
    var place = Self.start(handle, mask)
    while slots[place] != 0, slots[place] >> 32 != UInt64(handle) { place = (place + 1) & mask }
    if slots[place] == 0 { used += 1 }
    slots[place] = entry
  }

  /// The handles that are stored in a role, in order.
  internal func handles(of role: Role) -> [UInt16] {
    slots.filter { $0 != 0 && $0 & 3 == UInt64(role.rawValue) }
      .map { UInt16(truncatingIfNeeded: $0 >> 32) }.sorted()
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: max(32, old.count * 2))
    let mask = slots.count - 1
    for slot in old where slot != 0 {
      var place = Self.start(UInt16(truncatingIfNeeded: slot >> 32), mask)
      while slots[place] != 0 { place = (place + 1) & mask }
      slots[place] = slot
    }
  }
}
