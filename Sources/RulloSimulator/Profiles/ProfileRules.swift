public import RulloBase
internal import RulloFitness

extension ControlRules {
  /// The rules that a profile states.
  public init(_ profile: DeviceProfile) {
    self.init()
    let section = "control"
    withoutControl = profile.word(section, "without_control", .refused)
    unsupported = profile.word(section, "unsupported", .answered)
    isPermissionFirst = profile.flag(section, "permission_first")
    keepsControlOverReset = profile.flag(section, "reset_keeps_control")
    isNoChangeSuccess = profile.flag(section, "no_change_succeeds")
    startsWithControl = profile.flag(section, "starts_with_control")
    needsStart = profile.flag(section, "needs_start")
    resistanceOctets = profile.integers(section, "resistance_octets")
    otherResistance = profile.word(section, "other_resistance", .invalidParameter)
    longParameter = profile.word(section, "long_parameter", .accepted)
    echo = profile.word(section, "status_echo", .all)
    unreported = profile.integers(section, "no_status_of").map { UInt8(clamping: $0) }
    spinDownLow = UInt16(clamping: profile.integer(section, "spin_down_low"))
    spinDownHigh = UInt16(clamping: profile.integer(section, "spin_down_high"))
  }
}

extension ControlPoint {
  /// The control point of a device, with the features and ranges that reading it gives.
  public init(_ profile: DeviceProfile) {
    let features = profile.characteristic(0x2ACC)?.value?.value ?? []
    let targets = (try? FitnessMachineFeature(decoding: features))?.targets
    self.init(
      rules: ControlRules(profile), features: targets ?? [],
      resistanceRange: Self.range(profile.characteristic(0x2AD6)?.value?.value),
      powerRange: Self.range(profile.characteristic(0x2AD8)?.value?.value))
  }

  /// Minimum and maximum, two signed integers (Fitness Machine Service 4.13 and 4.15).
  private static func range(_ octets: [UInt8]?) -> ClosedRange<Int>? {
    guard let octets, octets.count >= 4 else { return nil }
    let low = Int16(bitPattern: UInt16(octets[0]) | UInt16(octets[1]) << 8)
    let high = Int16(bitPattern: UInt16(octets[2]) | UInt16(octets[3]) << 8)
    return low <= high ? Int(low)...Int(high) : nil
  }
}

/// How one stream is sent.
public struct StreamRules: Hashable, Sendable {
  /// When a notification has new content; until then it repeats the one before.
  public enum Fresh: String, Hashable, Sendable, CaseIterable {
    case always, wheel, crank
    case wheelOrCrank = "wheel_or_crank"
  }

  /// What a cadence field, a crank counter or a wheel counter says.
  public enum Cadence: String, Hashable, Sendable, CaseIterable {
    case live, zero
  }

  public var uuid: BluetoothUUID

  /// Nanoseconds.
  public var grid: Int64
  public var steps: [Int]
  public var offset: Int64
  public var burst: Int64
  public var jitter: Int64

  public var fresh: Fresh
  public var layouts: [[UInt8]]
  public var startedLayouts: [[UInt8]]
  public var trailing: [UInt8]
  public var resistance: Int?
  public var heartRate: Int?
  public var cadence: Cadence
  public var wheel: Cadence
  public var runsBeforeStart: Bool

  public init(_ profile: DeviceProfile, _ uuid: BluetoothUUID) {
    let section = DeviceProfile.section(of: uuid)
    func time(_ name: String) -> Int64 { Int64(profile.integer(section, name)) * 1_000 }
    func constant(_ name: String) -> Int? {
      let number = profile.integer(section, name)
      return number < 0 ? nil : number
    }
    self.uuid = uuid
    grid = max(1_000_000, time("grid_us"))
    steps = profile.integers(section, "steps")
    offset = time("offset_us")
    burst = time("burst_us")
    jitter = time("jitter_us")
    fresh = profile.word(section, "fresh", .always)
    layouts = profile.octetLists(section, "layout").filter { !$0.isEmpty }
    startedLayouts = profile.octetLists(section, "layout_started").filter { !$0.isEmpty }
    if startedLayouts.isEmpty { startedLayouts = layouts }
    trailing = profile.octets(section, "trailing")
    resistance = constant("resistance")
    heartRate = constant("heart_rate")
    cadence = profile.word(section, "cadence", .live)
    wheel = profile.word(section, "wheel", .live)
    runsBeforeStart = profile.flag(section, "before_start")
  }
}
