internal import RulloBase

/// The shape of a line: literal text with named slots, such as `{time} {direction} {uuid} {bytes}`.
///
/// A run of blanks in the pattern stands for one or more blanks or tabs; blanks at both ends of a
/// line do not count. `{{` and `}}` stand for the braces themselves.
public struct LinePattern: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case literal([UInt8])
    case blanks
    case slot(Slot)
  }

  /// The pattern as it was written.
  public let text: String
  let parts: [Part]

  /// Reads a pattern; throws ``LogFormatFailure`` for a slot that there is none of.
  public init(_ text: String) throws(LogFormatFailure) {
    self.text = text
    var parts: [Part] = []
    var literal: [UInt8] = []
    let octets = Array(text.utf8)
    var place = 0
    while place < octets.count {
      let octet = octets[place]
      place += 1
      let isDoubled = place < octets.count && octets[place] == octet
      if octet == 0x7B, !isDoubled {
        guard let end = octets[place...].firstIndex(of: 0x7D) else {
          throw LogFormatFailure("'\(text)': a { without its }; a brace itself is written {{")
        }
        let name = String(decoding: octets[place..<end], as: UTF8.self)
        guard let slot = Slot(rawValue: name) else {
          throw LogFormatFailure("'\(text)': there is no slot {\(name)}; \(Slot.list)")
        }
        Self.close(&literal, into: &parts)
        parts.append(.slot(slot))
        place = end + 1
      } else if octet == 0x20 || octet == 0x09 {
        Self.close(&literal, into: &parts)
        if parts.last != .blanks { parts.append(.blanks) }
      } else {
        literal.append(octet)
        if octet == 0x7B || octet == 0x7D, isDoubled { place += 1 }
      }
    }
    Self.close(&literal, into: &parts)
    if parts.first == .blanks { parts.removeFirst() }
    if parts.last == .blanks { parts.removeLast() }
    self.parts = parts
  }

  func holds(_ slot: Slot) -> Bool { parts.contains(.slot(slot)) }

  var holdsOctets: Bool {
    [.bytes, .short, .python, .decimal, .groups].contains(where: holds)
  }

  private static func close(_ literal: inout [UInt8], into parts: inout [Part]) {
    if !literal.isEmpty { parts.append(.literal(literal)) }
    literal = []
  }
}

/// What a pattern can name in a line.
enum Slot: String, Hashable, Sendable, CaseIterable {
  /// A time of day or a date with one: `18:18:33.157`, `2026-08-20T18:18:33.157Z`.
  case time
  /// Time since a start that the log does not name.
  case milliseconds = "ms"
  case seconds = "s"
  case microseconds = "us"
  /// Time since the line before.
  case laterMilliseconds = "+ms"
  case laterSeconds = "+s"
  /// Time since the line before with its unit: `+539ms`, `+2s`, `+1m`.
  case later = "+time"
  /// The word of who writes, where each writer's time counts from the line before of its own.
  case writer
  /// Time since 1970.
  case epochSeconds = "epoch_s"
  case epochMilliseconds = "epoch_ms"
  /// One of the format's direction words, or an arrow.
  case direction
  /// A UUID of 16, 32 or 128 bits, with or without `0x` and dashes.
  case uuid
  /// An attribute handle in hexadecimal digits, with or without `0x`.
  case handle
  /// One of the names that the format lists as attributes.
  case name
  /// The device's address or name: one word.
  case device
  /// Octets as pairs of hexadecimal digits, apart or together, or as CoreBluetooth prints them.
  case bytes
  /// Octets in hexadecimal digits without leading zeros.
  case short
  /// Octets as Python prints them: `bytearray(b'\xfeq')`.
  case python
  /// Octets in groups of four digits: `4400 600B A0`.
  case groups
  /// Octets as decimal numbers, apart by commas or blanks.
  case decimal
  /// The number of octets, against which they are checked.
  case length
  /// The octets of a characteristic declaration, which name a handle and its UUID.
  case declaration
  /// The handle of the connection, decimal, or hexadecimal with `0x`, and the packet boundary flag.
  case connection, boundary
  /// Two blanks or more, or a tab.
  case gap
  /// Any decimal number.
  case number
  /// Any word without blanks.
  case word
  /// Any text, the shortest that lets the rest fit.
  case any

  static var list: String {
    "the slots are " + allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
  }
}

/// What is wrong with a description of a log format, in words for who writes it.
public struct LogFormatFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
