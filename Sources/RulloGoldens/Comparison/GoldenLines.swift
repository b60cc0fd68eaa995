internal import RulloBase

/// The lines of a golden, each with a hash so that comparing many of them is cheap.
public struct GoldenLines: Sendable {
  public let texts: [String]
  let hashes: [UInt64]

  /// Whether the last line ends with a line feed, as every golden does.
  public let isEnded: Bool

  public var count: Int { texts.count }

  public init(_ octets: [UInt8]) {
    var texts: [String] = []
    var hashes: [UInt64] = []
    var start = 0
    while start < octets.count {
      let end = octets[start...].firstIndex(of: 0x0A) ?? octets.count
      texts.append(String(decoding: octets[start..<end], as: UTF8.self))
      hashes.append(Self.hash(octets[start..<end]))
      start = end + 1
    }
    self.texts = texts
    self.hashes = hashes
    isEnded = octets.last == 0x0A
  }

  static func hash(_ octets: some Sequence<UInt8>) -> UInt64 {
    octets.reduce(FNV1a.basis) { FNV1a.add($1, to: $0) }
  }

  /// A line, or `nil` behind the last.
  func text(_ index: Int) -> String? { texts.indices.contains(index) ? texts[index] : nil }

  func isSame(_ index: Int, as other: GoldenLines, _ place: Int) -> Bool {
    hashes[index] == other.hashes[place] && texts[index] == other.texts[place]
  }
}
