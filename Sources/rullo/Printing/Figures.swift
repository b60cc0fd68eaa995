import RulloBase
import RulloBluetooth

/// Numbers as people read them.
enum Figures {
  /// A length of time: `90 ms`, `89.889 ms`, `1.472 s`, `24 min 32 s`.
  static func duration(_ nanoseconds: Int64?) -> String {
    guard let nanoseconds else { return "-" }
    let magnitude = nanoseconds.magnitude
    if magnitude < 1_000_000_000 { return "\(rounded(nanoseconds, unit: 6)) ms" }
    if magnitude < 600_000_000_000 { return "\(rounded(nanoseconds, unit: 9)) s" }
    let seconds = nanoseconds / 1_000_000_000 + (nanoseconds % 1_000_000_000 >= 500_000_000 ? 1 : 0)
    if seconds < 36_000 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3600) h \(seconds / 60 % 60) min"
  }

  /// A number of nanoseconds in units of 10^`unit` of them, with at most three decimals.
  private static func rounded(_ nanoseconds: Int64, unit: Int) -> ExactDecimal {
    let power: Int128 = unit == 6 ? 1_000_000 : 1_000_000_000
    return ExactDecimal.ratio(Int128(nanoseconds), power, places: 3) ?? 0
  }

  /// A rate with two decimals, or `-`.
  static func hertz(_ rate: ExactDecimal?, places: Int = 3) -> String {
    guard let rate else { return "-" }
    var text = TextBuffer()
    text.append(rate, places: places)
    return text.string
  }

  /// A rate as it is spoken of: `about 11`, `about 4`, `about 0.5`.
  static func spoken(_ rate: ExactDecimal) -> String {
    // Two and more are told in whole numbers, less with one decimal.
    let tenths = ExactDecimal.ratio(Int128(rate.coefficient), Self.power(rate), places: 1) ?? rate
    guard tenths >= 2 else { return "\(tenths)" }
    return "\(ExactDecimal.ratio(Int128(rate.coefficient), Self.power(rate), places: 0) ?? rate)"
  }

  /// What the coefficient of a rate is to be divided by.
  private static func power(_ rate: ExactDecimal) -> Int128 {
    (0..<max(0, -rate.exponent)).reduce(1) { product, _ in product * 10 }
  }

  /// Text of strangers, such as a device's name, without what would move the cursor or hide letters.
  static func plain(_ text: String) -> String {
    var plain = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse:
        plain += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: plain.unicodeScalars.append(scalar)
      }
    }
    return plain
  }

  /// A word of the JSON output as people read it: `app log`.
  static func spaced(_ word: String) -> String {
    String(word.map { $0 == "_" ? " " : $0 })
  }

  /// `1 event`, `2 events`.
  static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// The clock of a source: `absolute, 1 µs`.
  static func clock(_ clock: Clock) -> String {
    switch clock.kind {
    case .none: return "no clock: only the order is known"
    case .absolute: return "date and time, \(resolution(clock.resolution)) steps"
    case .timeOfDay: return "time of day, \(resolution(clock.resolution)) steps"
    case .elapsed: return "elapsed time, \(resolution(clock.resolution)) steps"
    }
  }

  static func resolution(_ nanoseconds: Int64) -> String {
    switch nanoseconds {
    case ..<1_000: "\(nanoseconds) ns"
    case ..<1_000_000: "\(nanoseconds / 1_000) µs"
    case ..<1_000_000_000: "\(nanoseconds / 1_000_000) ms"
    default: "\(nanoseconds / 1_000_000_000) s"
    }
  }
}

extension Device {
  /// `A  KICKR CORE C26B`, or what else the source knows the device by.
  var heading: String {
    let known =
      switch identity {
      case .address(let address): address
      case .endpoint(let endpoint): "Direct Connect at \(endpoint)"
      case .link(let link): link
      case .host(let adapter): "the GATT server of the host, adapter \(adapter)"
      case .unnamed: "(no name in this source)"
      }
    return alias + "  " + Figures.plain(name.map { "\($0) (\(known))" } ?? known)
  }
}
