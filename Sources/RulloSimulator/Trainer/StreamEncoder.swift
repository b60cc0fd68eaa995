internal import RulloBase
internal import RulloFitness

/// Turns the state of a bike into the octets of one stream, as its layout says.
struct StreamEncoder: Sendable {
  let rules: StreamRules

  /// What the machine itself adds to the state of the bike.
  struct Machine: Sendable {
    /// Seconds since Start, as long as the session runs.
    var elapsed: Int64 = 0

    /// Metres since the link came up.
    var distance: Double = 0

    /// Joules since the link came up.
    var work: Double = 0

    /// The level in force, in steps of 0.1.
    var level = 0
    var isStarted = false
  }

  /// Whether the flags are those of a layout that this can fill.
  static func canEncode(_ uuid: BluetoothUUID, flags: [UInt8]) -> Bool {
    guard let word = word(flags) else { return false }
    switch uuid.short {
    case 0x2AD2: return flags.count == 2 && word & ~0x1FFF == 0
    case 0x2A63: return flags.count == 2 && word & ~(0x1FFF & ~0x07C0) == 0
    case 0x2A5B: return flags.count == 1 && word & ~0x03 == 0
    case 0x2A37: return flags.count == 1 && word & ~0x1F == 0
    default: return false
    }
  }

  private static func word(_ flags: [UInt8]) -> UInt16? {
    switch flags.count {
    case 1: UInt16(flags[0])
    case 2: UInt16(flags[0]) | UInt16(flags[1]) << 8
    default: nil
    }
  }

  /// The octets of the notification that comes `count`th, from 0; `nil` without a layout.
  func octets(_ bike: SimulatedBike, _ machine: Machine, count: Int) -> [UInt8]? {
    let layouts = machine.isStarted ? rules.startedLayouts : rules.layouts
    guard !layouts.isEmpty, let flags = Self.word(layouts[count % layouts.count]) else {
      return nil
    }
    let value: [UInt8]? =
      switch rules.uuid.short {
      case 0x2AD2: bikeData(bike, machine, flags)
      case 0x2A63: powerMeasurement(bike, machine, flags)
      case 0x2A5B: cscMeasurement(bike, flags)
      case 0x2A37: heartRateMeasurement(bike, flags)
      default: nil
      }
    return value.map { $0 + rules.trailing }
  }

  private var isCadenceLive: Bool { rules.cadence == .live }

  // MARK: Indoor Bike Data

  private func bikeData(
    _ bike: SimulatedBike, _ machine: Machine, _ flags: UInt16
  ) -> [UInt8] {
    var out = OctetList(flags)
    func has(_ bit: UInt16) -> Bool { flags & 1 << bit != 0 }
    let speed = Self.rounded(bike.speed * 360)
    let cadence = isCadenceLive ? Self.rounded(bike.cadence * 2) : 0
    if !has(0) { out.u16(speed) }
    if has(1) {
      let seconds = Double(machine.elapsed)
      out.u16(seconds > 0 ? Self.rounded(machine.distance / seconds * 360) : speed)
    }
    if has(2) { out.u16(cadence) }
    if has(3) { out.u16(cadence) }
    if has(4) { out.u24(Self.rounded(machine.distance)) }
    if has(5) { out.s16(rules.resistance ?? machine.level) }
    if has(6) { out.s16(Self.rounded(bike.power)) }
    if has(7) {
      let seconds = Double(machine.elapsed)
      out.s16(Self.rounded(seconds > 0 ? machine.work / seconds : bike.power))
    }
    if has(8) {
      // 4.184 J a calorie, of which a rider turns about a quarter into work: 1 kJ is 1 kcal.
      out.u16(Self.rounded(machine.work / 1_000))
      out.u16(Self.rounded(bike.power * 3.6))
      out.octet(Self.rounded(bike.power * 0.06))
    }
    if has(9) { out.octet(rules.heartRate ?? Self.rounded(bike.heartRate)) }
    if has(10) { out.octet(Self.rounded(bike.power / 7)) }
    if has(11) { out.u16(Int(clamping: machine.elapsed)) }
    if has(12) { out.u16(0) }
    return out.octets
  }

  // MARK: Cycling Power Measurement

  private func powerMeasurement(
    _ bike: SimulatedBike, _ machine: Machine, _ flags: UInt16
  ) -> [UInt8] {
    var out = OctetList(flags)
    func has(_ bit: UInt16) -> Bool { flags & 1 << bit != 0 }
    out.s16(Self.rounded(bike.power))
    if has(0) { out.octet(100) }
    if has(2) {
      let torque = has(3) ? bike.crankTorque : bike.wheelTorque
      out.wrapping16(Int64(torque * 32))
    }
    if has(4) { wheel(bike, perSecond: 2_048, &out) }
    if has(5) { crank(bike, &out) }
    if has(11) { out.u16(Self.rounded(machine.work / 1_000)) }
    return out.octets
  }

  private func crank(_ bike: SimulatedBike, _ out: inout OctetList) {
    out.wrapping16(isCadenceLive ? Int64(bike.crank.turns) : 0)
    out.wrapping16(isCadenceLive ? Int64(bike.crank.ticks(perSecond: 1_024)) : 0)
  }

  private func wheel(_ bike: SimulatedBike, perSecond: Int64, _ out: inout OctetList) {
    let isLive = rules.wheel == .live
    out.u32(isLive ? bike.wheel.turns : 0)
    out.wrapping16(isLive ? Int64(bike.wheel.ticks(perSecond: perSecond)) : 0)
  }

  // MARK: Cycling speed and cadence, heart rate

  private func cscMeasurement(_ bike: SimulatedBike, _ flags: UInt16) -> [UInt8] {
    var out = OctetList()
    out.octet(Int(flags))
    if flags & 1 != 0 { wheel(bike, perSecond: 1_024, &out) }
    if flags & 2 != 0 { crank(bike, &out) }
    return out.octets
  }

  private func heartRateMeasurement(_ bike: SimulatedBike, _ flags: UInt16) -> [UInt8] {
    var out = OctetList()
    out.octet(Int(flags))
    let rate = max(1, rules.heartRate ?? Self.rounded(bike.heartRate))
    if flags & 1 != 0 { out.u16(rate) } else { out.octet(rate) }
    if flags & 8 != 0 { out.u16(Self.rounded(bike.work / 1_000)) }
    if flags & 16 != 0 { out.u16(60 * 1_024 / rate) }
    return out.octets
  }

  /// The nearest integer, halves up; what is no number is 0.
  static func rounded(_ value: Double) -> Int {
    guard value.isFinite, value.magnitude < 9e15 else { return 0 }
    return Int((value + 0.5).rounded(.down))
  }
}

/// Octets of a value under construction; numbers beyond their octets are kept within them.
struct OctetList: Sendable {
  private(set) var octets: [UInt8] = []

  init() { octets.reserveCapacity(20) }

  init(_ flags: UInt16) {
    self.init()
    wrapping16(Int64(flags))
  }

  mutating func octet(_ value: Int) { octets.append(UInt8(clamping: value)) }
  mutating func u16(_ value: Int) { wrapping16(Int64(UInt16(clamping: value))) }
  mutating func s16(_ value: Int) { wrapping16(Int64(Int16(clamping: value))) }

  mutating func u24(_ value: Int) {
    let value = min(max(value, 0), 0xFF_FFFF)
    wrapping16(Int64(value & 0xFFFF))
    octets.append(UInt8(value >> 16))
  }

  mutating func u32(_ value: UInt32) {
    wrapping16(Int64(value & 0xFFFF))
    wrapping16(Int64(value >> 16))
  }

  /// A counter that rolls over.
  mutating func wrapping16(_ value: Int64) {
    octets.append(UInt8(truncatingIfNeeded: value))
    octets.append(UInt8(truncatingIfNeeded: value >> 8))
  }
}
