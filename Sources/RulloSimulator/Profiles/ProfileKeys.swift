extension ProfileKey {
  private static func words<Word: RawRepresentable<String> & CaseIterable>(_: Word.Type) -> Kind {
    .words(Word.allCases.map(\.rawValue))
  }

  private static let second = 0...600_000_000

  /// What a device is called and how its link runs.
  static let device: [ProfileKey] = [
    ProfileKey("device", "name", .text, .text("Trainer"), "the advertised name"),
    ProfileKey("device", "advertised_services", .text, .text(""), "UUIDs in the advertisement"),
    ProfileKey(
      "device", "interval_us", .integer(7_500...4_000_000), unit: "µs", .integer(50_000),
      "the connection interval"),
    ProfileKey(
      "device", "mtu", .integer(23...517), unit: "octets", .integer(247), "the ATT MTU"),
  ]

  /// How the control point behaves.
  static let control: [ProfileKey] = [
    ProfileKey(
      "control", "without_control", words(ControlRules.WithoutControl.self), .text("refused"),
      "a command before Request Control"),
    ProfileKey(
      "control", "permission_first", .flag, .flag(true),
      "whether permission is checked before support"),
    ProfileKey(
      "control", "unsupported", words(ControlRules.Unsupported.self), .text("answered"),
      "an op code that is not supported"),
    ProfileKey(
      "control", "reset_keeps_control", .flag, .flag(false), "whether a reset leaves control"),
    ProfileKey(
      "control", "no_change_succeeds", .flag, .flag(false),
      "whether starting twice is a success"),
    ProfileKey(
      "control", "starts_with_control", .flag, .flag(false),
      "whether Request Control starts the session"),
    ProfileKey(
      "control", "needs_start", .flag, .flag(false), "whether targets wait for Start"),
    ProfileKey(
      "control", "resistance_octets", .integers(1...2), .integers([1, 2]),
      "lengths of a resistance that are understood"),
    ProfileKey(
      "control", "other_resistance", words(ControlRules.WrongLength.self),
      .text("invalid_parameter"), "a resistance of another length"),
    ProfileKey(
      "control", "long_parameter", words(ControlRules.WrongLength.self), .text("accepted"),
      "octets behind a parameter"),
    ProfileKey(
      "control", "status_echo", words(ControlRules.Echo.self), .text("all"),
      "who is told of a client's change"),
    ProfileKey(
      "control", "no_status_of", .integers(0...255), .integers([]),
      "op codes whose changes no status tells"),
    ProfileKey(
      "control", "acknowledge_us", .integer(second), unit: "µs", .integer(400),
      "from a write to its acknowledgement"),
    ProfileKey(
      "control", "response_us", .integer(second), unit: "µs", .integer(20_000),
      "from there to the response"),
    ProfileKey(
      "control", "status_us", .integer(second), unit: "µs", .integer(10_000),
      "from there to the status"),
    ProfileKey(
      "control", "training_idle", .octets, .octets([0x00, 0x01]), "Training Status at rest"),
    ProfileKey(
      "control", "training_started", .octets, .octets([0x00, 0x0D]),
      "Training Status in a session"),
    ProfileKey(
      "control", "training_follows_power", .flag, .flag(false),
      "whether it says 09, 0A, 00 as power is below, above, at its target"),
    ProfileKey(
      "control", "spin_down_low", .integer(0...65_535), unit: "× 0.01 km/h", .integer(2_000),
      "the low speed of a spin down"),
    ProfileKey(
      "control", "spin_down_high", .integer(0...65_535), unit: "× 0.01 km/h", .integer(3_200),
      "the high speed of a spin down"),
  ]

  /// How the bike moves.
  static let bike: [ProfileKey] = [
    ProfileKey(
      "bike", "mass_g", .integer(1_000...500_000), unit: "g", .integer(85_000),
      "rider and bike in a simulated slope"),
    ProfileKey(
      "bike", "inertia_g", .integer(0...500_000), unit: "g", .integer(10_000),
      "what the flywheel feels like"),
    ProfileKey(
      "bike", "wheel_mm", .integer(100...10_000), unit: "mm", .integer(2_105),
      "a turn of the wheel"),
    ProfileKey(
      "bike", "ramp_up_ms", .integer(0...60_000), unit: "ms", .integer(2_000),
      "power up to 95 % of a step"),
    ProfileKey(
      "bike", "ramp_down_ms", .integer(0...60_000), unit: "ms", .integer(3_500),
      "power down to 95 % of a step"),
    ProfileKey(
      "bike", "brake_n", .integer(1...1_000), unit: "N", .integer(120),
      "force of the highest resistance level"),
  ]

  /// How one stream is sent; the section is `streams.` and the UUID.
  static let stream: [ProfileKey] = [
    ProfileKey(
      "streams", "grid_us", .integer(1_000...60_000_000), unit: "µs", .integer(1_000_000),
      "the spacing of the delivery slots"),
    ProfileKey(
      "streams", "steps", .integers(0...4_096), .integers([1]),
      "slots from one notification to the next, in turn"),
    ProfileKey(
      "streams", "offset_us", .integer(0...60_000_000), unit: "µs", .integer(0),
      "how far behind its slot a notification comes"),
    ProfileKey(
      "streams", "burst_us", .integer(100...1_000_000), unit: "µs", .integer(1_000),
      "between two in one slot"),
    ProfileKey(
      "streams", "jitter_us", .integer(0...1_000_000), unit: "µs", .integer(0),
      "the most that an arrival is late"),
    ProfileKey(
      "streams", "fresh", words(StreamRules.Fresh.self), .text("always"),
      "when a notification has new content"),
    ProfileKey(
      "streams", "layout", .octetLists, .octetLists([[]]), "the flags of the value, in turn"),
    ProfileKey(
      "streams", "layout_started", .octetLists, .octetLists([[]]), "the flags after Start"),
    ProfileKey("streams", "trailing", .octets, .octets([]), "octets behind the last field"),
    ProfileKey(
      "streams", "resistance", .integer(-1...32_767), .integer(-1),
      "a resistance field that stays; -1 follows the level"),
    ProfileKey(
      "streams", "heart_rate", .integer(-1...255), unit: "bpm", .integer(-1),
      "a heart rate field that stays; -1 follows the rider"),
    ProfileKey(
      "streams", "cadence", words(StreamRules.Cadence.self), .text("live"),
      "what a cadence field or crank counter says"),
    ProfileKey(
      "streams", "wheel", words(StreamRules.Cadence.self), .text("live"),
      "what a wheel counter says"),
    ProfileKey(
      "streams", "before_start", .flag, .flag(true), "whether the stream runs before Start"),
  ]

  /// All of them, for pages and messages.
  static let all = device + control + bike + stream

  /// Whether the setting means anything to the stream of a section.
  func concerns(_ section: String) -> Bool {
    switch name {
    case "resistance": section.hasSuffix("2AD2")
    case "heart_rate": section.hasSuffix("2AD2") || section.hasSuffix("2A37")
    case "cadence": !section.hasSuffix("2A37")
    case "wheel": section.hasSuffix("2A63") || section.hasSuffix("2A5B")
    default: true
    }
  }

  static func of(_ section: String) -> [ProfileKey] {
    switch section {
    case "device": device
    case "control": control
    case "bike": bike
    default: section.hasPrefix("streams") ? stream : []
    }
  }
}
