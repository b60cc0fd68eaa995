internal import RulloBase
internal import RulloBluetooth
internal import RulloFitness

/// Compares the words that a log prints beside octets with what the octets say.
///
/// The octets count, whatever the words are; a contradiction tells that the app decodes wrongly, or
/// that words and octets are of two exchanges. Words that the octets do not speak of say nothing.
enum LabelCheck {
  /// A number with its unit: `139 W` is 139, 0 places, watts.
  private struct Figure {
    var mantissa: Int64
    var places: Int
    var unit: Unit
  }

  private enum Unit { case watts, kilometresPerHour, turnsPerMinute, beatsPerMinute }

  /// Units in any case; `HBM` is what one client program calls beats a minute.
  private static let units: [(StaticString, Unit)] = [
    ("watts", .watts), ("watt", .watts), ("w", .watts),
    ("km/h", .kilometresPerHour), ("kmh", .kilometresPerHour), ("kph", .kilometresPerHour),
    ("rpm", .turnsPerMinute), ("bpm", .beatsPerMinute), ("hbm", .beatsPerMinute),
  ]

  /// Words in front of a number without a unit; a speed without one may be in any.
  private static let names: [(StaticString, Unit)] = [
    ("power", .watts), ("pw", .watts), ("cadence", .turnsPerMinute),
    ("heart rate", .beatsPerMinute), ("hr", .beatsPerMinute),
  ]

  /// More of a label than this is prose.
  private static let longest = 256

  static func note(at source: SourceReference) -> Note {
    Note(
      .contradiction, at: source,
      "words beside the octets that say something else; the octets count")
  }

  /// Whether a label says something else than the octets of this characteristic.
  static func contradicts(_ label: RawSpan, _ uuid: BluetoothUUID, _ octets: RawSpan) -> Bool {
    guard let layout = CharacteristicLayout.layout(for: uuid) else { return false }
    let words = label.extracting(0..<min(longest, label.byteCount))
    let claims = figures(words)
    let hasNames = layout.tables.contains { $0.isResponse }
    let names = hasNames ? pieces(words) : []
    guard !claims.isEmpty || !names.isEmpty else { return false }
    var own = TextBuffer(capacity: 128)
    layout.writeText(layout.decode(octets), octets, to: &own)
    return own.withBytes { facts in
      figuresDiffer(claims, figures(facts))
        || hasNames && namesDiffer(names, pieces(facts), layout)
    }
  }

  // MARK: Numbers

  private static func figuresDiffer(_ claims: [Figure], _ facts: [Figure]) -> Bool {
    claims.contains { claim in
      let known = facts.filter { $0.unit == claim.unit }
      return !known.isEmpty && !known.contains { isNear(claim, $0) }
    }
  }

  /// Whether a number is the fact, rounded or cut to the places that are printed.
  private static func isNear(_ claim: Figure, _ fact: Figure) -> Bool {
    let step = power(fact.places)
    let difference = fact.mantissa * power(claim.places) - claim.mantissa * step
    return difference.magnitude < step.magnitude
  }

  private static func power(_ places: Int) -> Int64 {
    (0..<places).reduce(1) { value, _ in value * 10 }
  }

  private static func figures(_ text: RawSpan) -> [Figure] {
    var figures: [Figure] = []
    var place = 0
    while place < text.byteCount {
      guard LineCursor.isDigit(text.octet(place)), !LineCursor.isWordPart(text.octet(place - 1))
      else {
        place += 1
        continue
      }
      let start = place
      guard var figure = number(text, &place) else { continue }
      var end = place
      LineCursor.skipBlanks(text, &end)
      if let unit = units.first(where: { isWord($0.0, text, end) })?.1 {
        figure.unit = unit
      } else if !isLetter(text.octet(place)), text.octet(end) != 0x25,
        let unit = name(text, before: start)
      {
        figure.unit = unit
      } else {
        continue
      }
      figures.append(figure)
    }
    return figures
  }

  /// Up to nine digits and three places; longer ones are no reading of a device.
  private static func number(_ text: RawSpan, _ place: inout Int) -> Figure? {
    let isNegative =
      text.octet(place - 1) == 0x2D && !LineCursor.isWordPart(text.octet(place - 2))
    var figure = Figure(mantissa: 0, places: 0, unit: .watts)
    var digits = 0
    var isFraction = false
    while let byte = text.octet(place) {
      if byte == 0x2E, !isFraction, LineCursor.isDigit(text.octet(place + 1)) {
        isFraction = true
      } else if LineCursor.isDigit(byte) {
        digits += 1
        if digits <= 12, !isFraction || figure.places < 3 {
          figure.mantissa = figure.mantissa * 10 + Int64(byte & 15)
          if isFraction { figure.places += 1 }
        }
      } else {
        break
      }
      place += 1
    }
    if isNegative { figure.mantissa.negate() }
    return digits <= 12 ? figure : nil
  }

  /// The quantity whose name stands in front of a number: `power 139`, `PW(139)`, `cadence=80`.
  private static func name(_ text: RawSpan, before start: Int) -> Unit? {
    var end = start
    while let mark = text.octet(end - 1), [0x20, 0x28, 0x3A, 0x3D, 0x2D].contains(mark) { end -= 1 }
    guard end < start else { return nil }
    return names.first { name, _ in
      let first = end - name.utf8CodeUnitCount
      guard first >= 0, !LineCursor.isWordPart(text.octet(first - 1)) else { return false }
      return isSame(name, text, first)
    }?.1
  }

  private static func isWord(_ word: StaticString, _ text: RawSpan, _ place: Int) -> Bool {
    let next = text.octet(place + word.utf8CodeUnitCount)
    return isSame(word, text, place) && !LineCursor.isWordPart(next) && next != 0x2F
  }

  /// Whether a word of small letters stands here in any case.
  private static func isSame(_ word: StaticString, _ text: RawSpan, _ place: Int) -> Bool {
    let letters = Array(word.description.utf8)
    return letters.indices.allSatisfy { index in
      let byte = text.octet(place + index)
      return (isLetter(byte) ? byte.map { $0 | 0x20 } : byte) == letters[index]
    }
  }

  private static func isLetter(_ byte: UInt8?) -> Bool {
    byte.map { 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 } ?? false
  }

  // MARK: Names of operations and results

  /// A label that names an operation or a result of this control point, and none that is there.
  private static func namesDiffer(
    _ claims: [[UInt8]], _ facts: [[UInt8]], _ layout: CharacteristicLayout
  ) -> Bool {
    let unknown = claims.filter { !facts.contains($0) }
    guard !unknown.isEmpty, let response = layout.tables.first(where: { $0.isResponse }) else {
      return false
    }
    let operations = (UInt8.min...UInt8.max).compactMap {
      layout.operationWords($0).map { letters($0.text) }
    }
    var results: [[UInt8]] = []
    if response.fields.count > 1, case .code(let names) = response.fields[1].content {
      results = (UInt32(0)...255).compactMap { names.name(of: $0).map { letters($0.text) } }
    }
    for known in [operations, results] {
      let named = claims.filter(known.contains)
      if !named.isEmpty, !named.contains(where: facts.contains) { return true }
    }
    return false
  }

  /// The parts of a text between marks, each as its small letters alone: `setIndoorBikeSimulation`
  /// and `set indoor bike simulation` are the same.
  private static func pieces(_ text: RawSpan) -> [[UInt8]] {
    var pieces: [[UInt8]] = [[]]
    for place in 0..<text.byteCount {
      let byte = text.octet(place) ?? 0
      if isLetter(byte) {
        pieces[pieces.count - 1].append(byte | 0x20)
      } else if ![0x20, 0x09, 0x5F].contains(byte) {
        pieces.append([])
      }
    }
    return pieces.filter { $0.count > 2 }
  }

  private static func letters(_ text: String) -> [UInt8] {
    text.utf8.filter { isLetter($0) }.map { $0 | 0x20 }
  }
}
