internal import RulloBase

/// Reads one line of a fault plan.
struct FaultLine {
  let word: String
  let line: Int
  private var characteristic: CharacteristicIdentity?
  private var values: [(key: String, value: String)] = []
  private var problem: String?

  init(_ words: [String], line: Int) {
    word = words.first ?? ""
    self.line = line
    for word in words.dropFirst() {
      if let mark = word.firstIndex(of: "=") {
        let key = String(word[..<mark])
        if values.contains(where: { $0.key == key }) { problem = "\(key) stands twice" }
        values.append((key, String(word[word.index(after: mark)...])))
      } else if characteristic == nil, let identity = Self.identity(word) {
        characteristic = identity
      } else {
        problem = "'\(word)' is no characteristic and no KEY=VALUE"
      }
    }
  }

  mutating func fault() throws(FaultPlanError) -> Fault {
    if let problem { throw FaultPlanError(line: line, text: problem) }
    let kind = try kind()
    var fault = Fault(kind, line: line)
    fault.selector.characteristic = characteristic
    // 'deny-once' is a word of its own because it is what trainers do.
    if word == "deny-once" { fault.selector.times = 1 }
    fault.selector.device = try integer("device", 0...63).map(Int.init)
    fault.selector.opCode = try integer("op", 0...255).map { UInt8($0) }
    fault.selector.nth = try integer("nth", 1...1_000_000_000).map(Int.init)
    fault.selector.times =
      try integer("times", 1...1_000_000_000).map(Int.init) ?? fault.selector.times
    let at = try seconds("at")
    fault.selector.from = try seconds("from") ?? at
    fault.selector.to = try seconds("to")
    fault.selector.label = take("label")
    fault.selector.chance = try chance()
    if let left = values.first {
      throw FaultPlanError(line: line, text: "'\(word)' has no \(left.key)")
    }
    switch kind {
    case .disconnect, .unsolicited, .controlLost:
      guard
        at != nil || fault.selector.from != nil || fault.selector.nth != nil
          || fault.selector.label != nil
      else {
        throw FaultPlanError(line: line, text: "'\(word)' needs a moment: at=SECONDS or nth=N")
      }
    default: break
    }
    if case .unsolicited = kind, characteristic == nil {
      throw FaultPlanError(line: line, text: "'unsolicited' needs a characteristic, such as 2ADA")
    }
    return fault
  }

  private mutating func kind() throws(FaultPlanError) -> Fault.Kind {
    switch word {
    case "silent": return .silent
    case "deny", "deny-once": return .deny(code: UInt8(try integer("code", 2...255) ?? 5))
    case "delay": return .delay(nanoseconds: try needed(seconds("by"), "by=SECONDS"))
    case "drop": return .drop
    case "duplicate": return .duplicate
    case "reorder": return .reorder(window: Int(try integer("window", 2...1_000) ?? 2))
    case "corrupt": return .corrupt(mask: try needed(octets("mask"), "mask=HEX"))
    case "truncate":
      return .truncate(octets: Int(try needed(integer("octets", 0...512), "octets=N")))
    case "wrong-echo":
      return .wrongEcho(opCode: UInt8(try needed(integer("echo", 0...255), "echo=0x05")))
    case "unsolicited": return .unsolicited(value: try needed(octets("value"), "value=HEX"))
    case "control-lost": return .controlLost
    case "stall": return .stall
    case "counter-jump":
      return .counterJump(
        offset: Int(try needed(integer("offset", 0...511), "offset=N")),
        octets: Int(try integer("octets", 1...4) ?? 2),
        by: try needed(integer("by", -0x7FFF_FFFF...0x7FFF_FFFF), "by=N"))
    case "clock-skew":
      return .clockSkew(
        partsPerMillion: try needed(integer("ppm", -500_000...1_000_000), "ppm=N"))
    case "disconnect": return .disconnect(reason: UInt8(try integer("reason", 0...255) ?? 8))
    case "refuse-reconnect": return .refuseReconnect
    case "mtu": return .mtu(Int(try needed(integer("mtu", 23...517), "mtu=23")))
    default:
      throw FaultPlanError(
        line: line,
        text: "unknown fault '\(word)'; there are silent, deny, deny-once, delay, drop, duplicate,"
          + " reorder, corrupt, truncate, wrong-echo, unsolicited, control-lost, stall,"
          + " counter-jump, clock-skew, disconnect, refuse-reconnect and mtu")
    }
  }

  private func needed<Value>(_ value: Value?, _ form: String) throws(FaultPlanError) -> Value {
    guard let value else { throw FaultPlanError(line: line, text: "'\(word)' needs \(form)") }
    return value
  }

  private mutating func take(_ key: String) -> String? {
    guard let place = values.firstIndex(where: { $0.key == key }) else { return nil }
    return values.remove(at: place).value
  }

  private mutating func integer(
    _ key: String, _ range: ClosedRange<Int64>
  ) throws(FaultPlanError) -> Int64? {
    guard let text = take(key) else { return nil }
    let number =
      text.hasPrefix("0x") || text.hasPrefix("0X")
      ? Int64(text.dropFirst(2), radix: 16) : Int64(text)
    guard let number, range.contains(number) else {
      throw FaultPlanError(
        line: line,
        text: "\(key)=\(text) is no number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Seconds with up to nine decimals, as nanoseconds.
  private mutating func seconds(_ key: String) throws(FaultPlanError) -> Int64? {
    guard let text = take(key) else { return nil }
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? String(parts[1]) : ""
    let padded = fraction + String(repeating: "0", count: max(0, 9 - fraction.utf8.count))
    guard let whole = Int64(parts.first ?? ""), (0...1_000_000_000).contains(whole),
      padded.utf8.count == 9, padded.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let part = Int64(padded)
    else {
      throw FaultPlanError(line: line, text: "\(key)=\(text) is no number of seconds, such as 0.25")
    }
    return whole * 1_000_000_000 + part
  }

  private mutating func octets(_ key: String) throws(FaultPlanError) -> [UInt8]? {
    guard let text = take(key) else { return nil }
    guard let octets = Hex.bytes(text), octets.count <= 512 else {
      throw FaultPlanError(line: line, text: "\(key)=\(text) is no hexadecimal, such as FF00")
    }
    return octets
  }

  private mutating func chance() throws(FaultPlanError) -> Fault.Chance? {
    guard let text = take("chance") else { return nil }
    let parts = text.split(separator: "/")
    guard parts.count == 2, let part = UInt64(parts[0]), let whole = UInt64(parts[1]), whole > 0,
      part <= whole, whole <= 1_000_000
    else { throw FaultPlanError(line: line, text: "chance=\(text) is no share, such as 1/4") }
    return Fault.Chance(part, in: whole)
  }

  /// `2AD9`, `1826/2AD9`, `2AD2#2`.
  static func identity(_ word: String) -> CharacteristicIdentity? {
    var rest = word[...]
    var service: BluetoothUUID?
    if let slash = rest.firstIndex(of: "/") {
      guard let found = BluetoothUUID(rest[..<slash]) else { return nil }
      service = found
      rest = rest[rest.index(after: slash)...]
    }
    var instance = 1
    if let mark = rest.firstIndex(of: "#") {
      guard let number = Int(rest[rest.index(after: mark)...]), number > 1 else { return nil }
      instance = number
      rest = rest[..<mark]
    }
    guard let uuid = BluetoothUUID(rest) else { return nil }
    return CharacteristicIdentity(uuid: uuid, service: service, instance: instance)
  }
}
