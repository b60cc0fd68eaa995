internal import RulloBase
internal import RulloBluetooth

/// The file form of a log format.
extension LogFormat {
  /// Reads a description such as the README shows; throws ``LogFormatFailure`` with what is wrong.
  ///
  /// Keys: `name`, `title`, `begins`, `directions` (words to `from_device` or `to_device`),
  /// `attributes` (names to UUIDs), `lines` (each with `line`, and where wanted `part`, `kind`,
  /// `direction`, `uuid`, `packet`), or `columns` instead of `lines`.
  public init(json octets: [UInt8]) throws(LogFormatFailure) {
    let json: JSONValue
    do {
      json = try JSONValue(octets)
    } catch {
      throw LogFormatFailure(error.description)
    }
    guard let members = json.members else {
      throw LogFormatFailure("a log format is an object: {\"name\": …, \"lines\": […]}")
    }
    guard let given = json["name"] else {
      throw LogFormatFailure("\"name\" is missing: the word that --log-format and the output use")
    }
    let name = try Self.text(given, "\"name\"")
    guard !name.isEmpty, name.utf8.allSatisfy({ LineCursor.isWordPart($0) || $0 == 0x2D }) else {
      throw LogFormatFailure("\"name\" is one word of letters, digits, _ and -, such as my_app")
    }
    self.init(name: name)
    for member in members {
      switch member.key {
      case "name": break
      case "title": title = try Self.text(member.value, "\"title\"")
      case "begins":
        for (index, item) in (member.value.items ?? [member.value]).enumerated() {
          let place = member.value.items == nil ? "\"begins\"" : "begins[\(index)]"
          beginnings.append(try LinePattern(Self.text(item, place)))
        }
      case "directions":
        for entry in try Self.members(member.value, "\"directions\"") {
          try Self.checkWord(entry.key, "directions")
          add(entry.key, try Self.direction(entry.value, "directions: \"\(entry.key)\""))
        }
      case "attributes":
        for entry in try Self.members(member.value, "\"attributes\"") {
          try Self.checkWord(entry.key, "attributes")
          add(entry.key, try Self.uuid(entry.value, "attributes: \"\(entry.key)\""))
        }
      case "lines":
        guard let items = member.value.items else {
          throw LogFormatFailure("\"lines\" is no list in []")
        }
        for (index, item) in items.enumerated() {
          rules.append(try Self.rule(item, "lines[\(index)]"))
        }
      case "columns":
        var columns = LogColumns()
        for entry in try Self.members(member.value, "\"columns\"") {
          try columns.set(entry.key, to: Self.text(entry.value, "columns: \"\(entry.key)\""))
        }
        try columns.check()
        self.columns = columns
      default:
        throw LogFormatFailure(
          "there is no key \"\(member.key)\"; the keys are name, title, begins, directions,"
            + " attributes, lines, columns")
      }
    }
    try check()
  }

  /// Whether events can come of it at all.
  private func check() throws(LogFormatFailure) {
    guard columns != nil || !rules.isEmpty else {
      throw LogFormatFailure("\"lines\" is missing: the shapes of the lines that are exchanges")
    }
    guard columns == nil || rules.isEmpty && beginnings.isEmpty else {
      throw LogFormatFailure("a log has \"lines\" or \"columns\", not both")
    }
    let canEnd = rules.contains { [.whole, .end, .each].contains($0.part) }
    guard columns != nil || canEnd else {
      throw LogFormatFailure("no rule of \"lines\" completes an exchange (part whole or end)")
    }
    let goesOn = rules.contains { $0.part == .more }
    for (index, rule) in rules.enumerated() {
      let hasValue =
        rule.pattern.holdsOctets || rule.kind == .readRequest || rule.kind == .writeResponse
      let needsValue = [.end, .each, .more].contains(rule.part) || rule.part == .whole && !goesOn
      guard hasValue || !needsValue else {
        throw LogFormatFailure("lines[\(index)]: an exchange has its octets in {bytes}")
      }
      let completes = [.whole, .end, .each].contains(rule.part)
      guard !isOfPackets || !completes || rule.packet != nil else {
        throw LogFormatFailure(
          "lines[\(index)]: \"packet\" is missing; a format is of packets or of exchanges, not both"
        )
      }
      guard rule.packet == nil || completes || rule.part == .begin else {
        throw LogFormatFailure("lines[\(index)]: \"packet\" belongs to the line that begins it")
      }
    }
  }

  private static func rule(
    _ json: JSONValue, _ place: String
  ) throws(LogFormatFailure) -> Rule {
    let members = try members(json, place)
    guard let line = json["line"] else { throw LogFormatFailure("\(place): \"line\" is missing") }
    var rule = Rule(try LinePattern(text(line, "\(place).line")))
    for member in members {
      switch member.key {
      case "line": break
      case "part":
        guard let part = member.value.text.flatMap(Part.init(rawValue:)) else {
          let known = Part.allCases.map(\.rawValue).joined(separator: ", ")
          throw LogFormatFailure("\(place): \"part\" is one of \(known)")
        }
        rule.part = part
      case "kind":
        guard let kind = member.value.text.flatMap(Self.kind) else {
          throw LogFormatFailure(
            "\(place): \"kind\" is one of \(kinds.map { "\($0.word)" }.joined(separator: ", "))")
        }
        rule.kind = kind
      case "direction":
        rule.direction = try direction(member.value, "\(place): \"direction\"")
      case "uuid": rule.uuid = try uuid(member.value, "\(place): \"uuid\"")
      case "packet":
        guard let form = member.value.text.flatMap(PacketForm.init(rawValue:)) else {
          let known = PacketForm.allCases.map(\.rawValue).joined(separator: ", ")
          throw LogFormatFailure("\(place): \"packet\" is one of \(known)")
        }
        rule.packet = form
      default:
        throw LogFormatFailure(
          "\(place): there is no key \"\(member.key)\"; the keys are line, part, kind, direction,"
            + " uuid, packet")
      }
    }
    try checkMap(rule, place)
    return rule
  }

  private static func checkMap(_ rule: Rule, _ place: String) throws(LogFormatFailure) {
    guard rule.part == .map else { return }
    let hasName = rule.pattern.holds(.uuid) || rule.pattern.holds(.name) || rule.uuid != nil
    guard rule.pattern.holds(.handle) && hasName || rule.pattern.holds(.declaration) else {
      throw LogFormatFailure("\(place): a map names {handle} and {uuid}, or has a {declaration}")
    }
  }

  /// The kinds of events that a line of a log can be.
  static let kinds: [Event.Kind] = [
    .notification, .indication, .writeRequest, .writeCommand, .writeResponse, .readRequest,
    .readResponse,
  ]

  /// `notification`, or a shorter word that tables use.
  static func kind(_ word: String) -> Event.Kind? {
    if let kind = kinds.first(where: { "\($0.word)" == word }) { return kind }
    return switch word {
    case "notify": .notification
    case "indicate": .indication
    case "write": .writeRequest
    default: nil
    }
  }

  private static func checkWord(_ word: String, _ place: String) throws(LogFormatFailure) {
    guard !word.isEmpty else { throw LogFormatFailure("\(place): a word is empty") }
  }

  private static func text(
    _ json: JSONValue, _ place: String
  ) throws(LogFormatFailure) -> String {
    guard let text = json.text else {
      throw LogFormatFailure("\(place) is no text in quotation marks")
    }
    return text
  }

  private static func members(
    _ json: JSONValue, _ place: String
  ) throws(LogFormatFailure) -> [JSONValue.Member] {
    guard let members = json.members else { throw LogFormatFailure("\(place) is no object in {}") }
    return members
  }

  private static func direction(
    _ json: JSONValue, _ place: String
  ) throws(LogFormatFailure) -> Event.Direction {
    switch json.text {
    case "from_device": .fromDevice
    case "to_device": .toDevice
    default: throw LogFormatFailure("\(place): a direction is from_device or to_device")
    }
  }

  private static func uuid(
    _ json: JSONValue, _ place: String
  ) throws(LogFormatFailure) -> BluetoothUUID {
    guard let uuid = json.text.flatMap({ BluetoothUUID($0) }) else {
      throw LogFormatFailure("\(place): a UUID is written 2AD2, 0x2AD2 or in full")
    }
    return uuid
  }
}
