internal import RulloBase

/// What identifies a person or a device in a recording, and what stands in its place.
///
/// The same original gets the same replacement of the same length everywhere; replacements say their
/// kind and count. The table keeps its originals, for the scan that proves that none is left.
public struct Pseudonyms: Sendable {
  public enum Kind: UInt8, Sendable, CaseIterable {
    case address, name, serial, systemID, personal

    /// The word for people.
    public var word: StaticString {
      switch self {
      case .address: "address"
      case .name: "name"
      case .serial: "serial number"
      case .systemID: "system id"
      case .personal: "personal data"
      }
    }
  }

  public struct Entry: Sendable {
    public let kind: Kind
    public let original: [UInt8]
    public let replacement: [UInt8]

    /// Whether the original is looked for everywhere: short ones, and those of one or two octets over
    /// and over, stand in any traffic by chance.
    public var isSearched: Bool { Pseudonyms.isSearched(original) }
  }

  /// In the order in which they were met.
  public private(set) var entries: [Entry] = []
  private var places: [Key: Int] = [:]
  private var replacements: Set<Key> = []
  private var counts = [Int](repeating: 0, count: Kind.allCases.count)

  private struct Key: Hashable, Sendable {
    let kind: Kind
    let octets: [UInt8]
  }

  /// Shorter originals are replaced where they are known to stand, and not searched for.
  public static let shortestSearched = 5

  static func isSearched(_ octets: [UInt8]) -> Bool {
    octets.count >= shortestSearched && Set(octets).count >= 3
  }

  /// More originals than any honest recording has; a hostile one shares the last replacement.
  private static let limit = 512

  public init() {}

  /// The replacement of some octets; made at the first time.
  ///
  /// An address is most significant octet first. Octets that are a replacement already, and none at
  /// all, stay as they are.
  public mutating func replacement(of octets: [UInt8], _ kind: Kind) -> [UInt8] {
    let end = octets.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    let core = kind == .address ? octets : Array(octets[..<end])
    let tail = octets[core.count...]
    guard !core.isEmpty, core.contains(where: { $0 != 0 }) else { return octets }
    let key = Key(kind: kind, octets: core)
    if replacements.contains(key) { return octets }
    if let place = places[key] { return entries[place].replacement + tail }
    counts[Int(kind.rawValue)] += 1
    var made = Self.make(kind, counts[Int(kind.rawValue)], like: core)
    if made == core {
      counts[Int(kind.rawValue)] += 1
      made = Self.make(kind, counts[Int(kind.rawValue)], like: core)
    }
    if entries.count < Self.limit {
      places[key] = entries.count
      replacements.insert(Key(kind: kind, octets: made))
      entries.append(Entry(kind: kind, original: core, replacement: made))
    }
    return made + tail
  }

  /// The replacement of a text.
  public mutating func replacement(of text: String, _ kind: Kind) -> String {
    String(decoding: replacement(of: Array(text.utf8), kind), as: UTF8.self)
  }

  private static func make(_ kind: Kind, _ number: Int, like core: [UInt8]) -> [UInt8] {
    switch kind {
    case .address:
      // The two upper bits tell which sort of random address it is; a locally given one stays apart
      // from every manufacturer's.
      var address = [UInt8](repeating: 0, count: core.count)
      if let first = core.first { address[0] = first & 0xC0 | 0x02 }
      put(number, into: &address)
      return address
    case .systemID:
      var octets = [UInt8](repeating: 0, count: core.count)
      put(number, into: &octets)
      if octets.last == 0 { octets[octets.count - 1] = 1 }
      return octets
    case .name, .serial, .personal:
      let digits = Array(String(number).utf8)
      let word: [UInt8] = kind == .serial ? [] : Array((kind == .name ? "Name" : "Text").utf8)
      // The number stands last, so that it is told apart also where there is little room.
      let room = max(0, core.count - digits.count)
      let filler: UInt8 = kind == .serial ? 0x30 : 0x2D
      let front = word.prefix(room) + [UInt8](repeating: filler, count: max(0, room - word.count))
      return Array((front + digits).suffix(core.count))
    }
  }

  /// Puts a number into the last octets.
  private static func put(_ number: Int, into octets: inout [UInt8]) {
    for place in 0..<min(3, octets.count) {
      octets[octets.count - 1 - place] |= UInt8(truncatingIfNeeded: number >> (8 * place))
    }
  }
}
