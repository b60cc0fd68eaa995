internal import RulloBase
internal import RulloBluetooth

/// Reads the rows of a table: CSV with a heading (comma, semicolon or tab), or JSON Lines.
struct LogTable: Sendable {
  enum Row {
    case heading
    case exchange(LogExchange)
    case skip(SkipReason)
    /// Nothing of the file can be read.
    case unusable(String)
  }

  private let columns: LogColumns
  private let vocabulary: LogVocabulary
  private var heading: [String]?
  private var mark: UInt8 = 0x2C
  private var isJSON = false

  init(_ columns: LogColumns, _ vocabulary: LogVocabulary) {
    self.columns = columns
    self.vocabulary = vocabulary
  }

  mutating func take(_ line: RawSpan) -> Row {
    guard let heading else { return first(line) }
    if isJSON { return json(line) }
    let cells = Self.cells(line, mark)
    guard cells.count >= heading.count else { return .skip(.fewCells) }
    return exchange { name in heading.firstIndex(of: name).map { cells[$0] } }
  }

  private mutating func first(_ line: RawSpan) -> Row {
    if line.octet(0) == 0x7B {
      isJSON = true
      heading = []
      return json(line)
    }
    // The mark that finds most of the named columns parts the cells.
    var best = -1
    for mark: UInt8 in [0x2C, 0x3B, 0x09] {
      let names = Self.cells(line, mark)
      let found = columns.sources.values.count { names.contains($0) }
      if found > best {
        best = found
        self.mark = mark
        heading = names
      }
    }
    let names = heading ?? []
    for (role, source) in columns.sources.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where !names.contains(source) && !Self.isConstant(source, for: role) {
      return .unusable(
        "the table has no column '\(source)'; its columns are \(names.joined(separator: ", "))")
    }
    return .heading
  }

  /// Whether what is no column's name can be a value for every row.
  private static func isConstant(_ text: String, for role: LogColumns.Role) -> Bool {
    switch role {
    case .uuid: BluetoothUUID(text) != nil
    case .direction: direction(text) != nil
    case .kind: LogFormat.kind(text) != nil
    case .device: true
    case .time, .handle, .value: false
    }
  }

  private func json(_ line: RawSpan) -> Row {
    guard let json = try? JSONValue(line.copied()), json.members != nil else {
      return .skip(.prose)
    }
    return exchange { name in
      switch Self.member(name, of: json) {
      case .string(let text): text
      case .number(let digits): digits
      case .array(let items): Self.hex(items)
      // What Node makes of a buffer.
      case .some(let value): value["data"]?.items.flatMap(Self.hex)
      default: nil
      }
    }
  }

  /// A member by its name, or by the names that lead to it: `event.at`.
  private static func member(_ name: String, of json: JSONValue) -> JSONValue? {
    if let value = json[name] { return value }
    guard name.utf8.contains(0x2E) else { return nil }
    return name.split(separator: ".", maxSplits: 15).reduce(json) { $0?[String($1)] }
  }

  /// An array of octets, as programs print their buffers.
  private static func hex(_ items: [JSONValue]) -> String? {
    var octets: [UInt8] = []
    for item in items {
      guard case .number(let digits) = item, let octet = UInt8(digits) else { return nil }
      octets.append(octet)
    }
    return Hex.text(octets)
  }

  private func exchange(_ cell: (String) -> String?) -> Row {
    var exchange = LogExchange()
    for (role, source) in columns.sources {
      let text = cell(source) ?? (Self.isConstant(source, for: role) ? source : nil)
      guard let text else { return .skip(.prose) }
      switch role {
      case .time:
        exchange.stamp = Self.stamp(mark == 0x2C ? text : text.replacing(",", with: "."))
        exchange.hasOddTime = exchange.stamp == nil
      case .direction:
        let octets = Array(text.utf8)
        let known = vocabulary.directions.first { $0.word == octets }?.meaning
        guard let direction = known ?? Self.direction(text) else { return .skip(.noDirection) }
        exchange.direction = direction
      case .kind:
        let word = text.lowercased()
        guard let kind = LogFormat.kind(word) ?? Self.read(word) else { return .skip(.prose) }
        exchange.kind = kind
      case .uuid:
        let octets = Array(text.utf8)
        let known = vocabulary.attributes.first { $0.word == octets }?.meaning
        guard let uuid = known ?? BluetoothUUID(text) else { return .skip(.noAttribute) }
        exchange.uuid = uuid
      case .handle:
        let digits = text.hasPrefix("0x") ? String(text.dropFirst(2)) : text
        guard let handle = UInt16(digits, radix: 16) else { return .skip(.noAttribute) }
        exchange.handle = handle
      case .device: exchange.device = text
      case .value:
        guard let octets = Self.octets(text) else { return .skip(.noBytes) }
        exchange.octets = octets
      }
    }
    if exchange.direction == nil, exchange.kind == nil { exchange.direction = .fromDevice }
    // A table that says `read` or `write` for both ways means the answer where the device sends.
    if exchange.direction == .fromDevice {
      switch exchange.kind {
      case .readRequest: exchange.kind = .readResponse
      case .writeRequest: exchange.kind = .writeResponse
      default: break
      }
    }
    return .exchange(exchange)
  }

  private static func read(_ word: String) -> Event.Kind? { word == "read" ? .readRequest : nil }

  private static func direction(_ word: String) -> Event.Direction? {
    switch word.lowercased() {
    case "from_device", "rx", "in", "received", "trainer>app", "device>app", "<", "<-", "←":
      .fromDevice
    case "to_device", "tx", "out", "sent", "app>trainer", "app>device", ">", "->", "→": .toDevice
    default: nil
    }
  }

  private static func octets(_ text: String) -> [UInt8]? {
    let trimmed = text.filter { $0 != " " }
    if trimmed.isEmpty { return [] }
    let octets = Array(text.utf8)
    return octets.withRawSpan { line in
      var value: [UInt8] = []
      var place = 0
      LineCursor.skipBlanks(line, &place)
      let slot: Slot =
        [0x62].contains(line.octet(place)) && line.octet(place + 1) == 0x27
          || line.holds("bytearray(", at: place) ? .python : .bytes
      guard Octets.read(slot, line, &place, isLast: true, into: &value) == nil else { return nil }
      LineCursor.skipBlanks(line, &place)
      return place == line.byteCount ? value : nil
    }
  }

  /// A stamp as text, or a number: since 1970 where it is that large, else seconds.
  private static func stamp(_ text: String) -> Stamp? {
    Array(text.utf8).withRawSpan { line in
      var place = 0
      if let stamp = Stamp.read(line, &place, isDescribed: true) {
        return place == line.byteCount ? stamp : nil
      }
      for slot in [Slot.epochMilliseconds, .epochSeconds, .seconds] {
        place = 0
        if let stamp = StampCount.read(slot, line, &place), place == line.byteCount {
          return stamp
        }
      }
      return nil
    }
  }

  private static func cell(_ octets: [UInt8]) -> String {
    octets.withRawSpan { cell in
      var (start, end) = (0, cell.byteCount)
      LineCursor.skipBlanks(cell, &start)
      while end > start, LineCursor.isBlank(cell.octet(end - 1)) { end -= 1 }
      return String(decoding: cell.extracting(start..<end).copied(), as: UTF8.self)
    }
  }

  /// How the quotes of a row end.
  enum Quotes {
    /// Each cell in quotes ends with them.
    case closed
    /// The last cell is still in quotes: the row goes on in the next line.
    case open
    /// Something stands between quotes and the mark behind them: they were no cell's.
    case stray
  }

  func quotes(of line: RawSpan) -> Quotes {
    guard heading != nil, !isJSON else { return .closed }
    var quotes = Quotes.closed
    _ = Self.cells(line, mark, &quotes)
    return quotes
  }

  private static func cells(_ line: RawSpan, _ mark: UInt8) -> [String] {
    var quotes = Quotes.closed
    return cells(line, mark, &quotes)
  }

  /// The cells of a row without blanks at their ends; quotes around a cell are taken off, doubled ones inside it are one.
  private static func cells(_ line: RawSpan, _ mark: UInt8, _ quotes: inout Quotes) -> [String] {
    var cells: [String] = []
    var cell: [UInt8] = []
    // Blanks may stand before and behind the quotes of a cell.
    var (isQuoted, isBlank, wasQuoted) = (false, true, false)
    var place = 0
    while let byte = line.octet(place) {
      place += 1
      if byte == 0x22, isQuoted || isBlank && !wasQuoted {
        if isQuoted, line.octet(place) == 0x22 {
          cell.append(byte)
          place += 1
        } else {
          wasQuoted = isQuoted
          isQuoted.toggle()
        }
      } else if byte == mark, !isQuoted {
        cells.append(Self.cell(cell))
        cell = []
        (isBlank, wasQuoted) = (true, false)
      } else {
        cell.append(byte)
        guard !LineCursor.isBlank(byte) else { continue }
        isBlank = false
        if wasQuoted { quotes = .stray }
      }
    }
    cells.append(Self.cell(cell))
    if isQuoted, quotes == .closed { quotes = .open }
    return cells
  }
}
