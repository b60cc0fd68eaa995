internal import RulloBase
internal import RulloBluetooth

/// What is seen of one stream while a profile is learned; bounded, whatever passes.
struct StreamObservation: Sendable {
  let attribute: Int

  /// Arrivals of the first notifications, in nanoseconds.
  private(set) var arrivals: [Int64] = []

  /// The flags of the first notifications, before and after Start.
  private(set) var flags: [[UInt8]] = []
  private(set) var startedFlags: [[UInt8]] = []

  /// Changes of the content with which the wheel, the crank, or neither had moved on.
  private(set) var wheelChanges = 0
  private(set) var crankChanges = 0
  private(set) var otherChanges = 0
  private(set) var repeats = 0

  /// The sum of speeds in 0.01 km/h, for the circumference of the wheel.
  private(set) var speedSum: Int64 = 0
  private(set) var speedCount: Int64 = 0
  private var last: [UInt8] = []

  private static let most = 65

  init(attribute: Int) { self.attribute = attribute }

  mutating func add(
    _ event: Event, _ octets: [UInt8], of uuid: BluetoothUUID, isStarted: Bool
  ) {
    if event.hasTime, arrivals.count < Self.most { arrivals.append(event.time) }
    let width = [0x2AD2, 0x2A63].contains(uuid) ? 2 : 1
    let front = Array(octets.prefix(width))
    if isStarted {
      if startedFlags.count < Self.most { startedFlags.append(front) }
    } else if flags.count < Self.most {
      flags.append(front)
    }
    compare(octets, of: uuid)
    if uuid == 0x2AD2, octets.count >= 4, octets[0] & 1 == 0 {
      let speed = Int64(octets[2]) | Int64(octets[3]) << 8
      if speed > 0, speedCount < 1_000_000 {
        (speedSum, speedCount) = (speedSum + speed, speedCount + 1)
      }
    }
    last = octets
  }

  private mutating func compare(_ octets: [UInt8], of uuid: BluetoothUUID) {
    guard !last.isEmpty else { return }
    guard octets != last else {
      repeats += 1
      return
    }
    let (wheel, crank) = Self.counters(octets, of: uuid)
    let (wheelBefore, crankBefore) = Self.counters(last, of: uuid)
    if let wheel, let wheelBefore, wheel != wheelBefore {
      wheelChanges += 1
    } else if let crank, let crankBefore, crank != crankBefore {
      crankChanges += 1
    } else {
      otherChanges += 1
    }
  }

  /// The octets of the wheel's and the crank's counter, where the flags have them.
  private static func counters(
    _ octets: [UInt8], of uuid: BluetoothUUID
  ) -> (wheel: ArraySlice<UInt8>?, crank: ArraySlice<UInt8>?) {
    let (hasWheel, hasCrank): (Bool, Bool)
    var place: Int
    switch uuid {
    case 0x2A63:
      guard octets.count >= 4 else { return (nil, nil) }
      let flags = UInt16(octets[0]) | UInt16(octets[1]) << 8
      (hasWheel, hasCrank) = (flags & 0x10 != 0, flags & 0x20 != 0)
      place = 4 + (flags & 1 != 0 ? 1 : 0) + (flags & 4 != 0 ? 2 : 0)
    case 0x2A5B:
      guard let flags = octets.first else { return (nil, nil) }
      (hasWheel, hasCrank) = (flags & 1 != 0, flags & 2 != 0)
      place = 1
    default: return (nil, nil)
    }
    var wheel: ArraySlice<UInt8>?
    if hasWheel, octets.count >= place + 6 {
      wheel = octets[place..<place + 6]
      place += 6
    }
    return (wheel, hasCrank && octets.count >= place + 4 ? octets[place..<place + 4] : nil)
  }

  /// The steps between the first notifications on a grid; `nil` under two of them.
  func steps(on grid: Int64) -> [Int]? {
    guard arrivals.count >= 2, grid > 0 else { return nil }
    // Slots are counted from the first arrival, so that lateness does not add up.
    let slots = arrivals.map { ($0 - arrivals[0] + grid / 2) / grid }
    let steps = zip(slots, slots.dropFirst()).map { Int(clamping: $1 - $0) }
    guard steps.allSatisfy({ $0 >= 0 && $0 <= 4_096 }), steps.contains(where: { $0 > 0 }) else {
      return nil
    }
    // A rhythm that repeats is said once.
    for period in 1...16 where period * 3 <= steps.count {
      if steps.indices.allSatisfy({ steps[$0] == steps[$0 % period] }) {
        return Array(steps.prefix(period))
      }
    }
    return steps
  }

  /// The shortest list of flags that repeats to what was seen.
  static func layout(_ flags: [[UInt8]]) -> [[UInt8]] {
    guard !flags.isEmpty else { return [] }
    for period in 1...4 where period <= flags.count {
      if flags.indices.allSatisfy({ flags[$0] == flags[$0 % period] }) {
        return Array(flags.prefix(period))
      }
    }
    // No rhythm: the most frequent one stands for all.
    var best = flags[0]
    var most = 0
    for candidate in flags {
      let count = flags.count { $0 == candidate }
      if count > most { (best, most) = (candidate, count) }
    }
    return [best]
  }
}
