import Foundation
import RulloBase
import Testing

/// Large files, which are read ahead on a thread of their own, are lent as they stand.
@Suite("chunked input") struct ChunkedInputTests {
  struct Stop: Error {}

  /// Records of a length octet-pair and a running number, one of them longer than any block.
  static let file: [UInt8] = {
    var bytes: [UInt8] = []
    for number in 0..<50_000 {
      let length = number == 20_000 ? 0xFFFF * 9 : 40 + number % 150
      bytes += [UInt8(length >> 16), UInt8(length >> 8 & 255), UInt8(length & 255)]
      bytes += repeatElement(UInt8(truncatingIfNeeded: number), count: length)
    }
    return bytes
  }()

  func path(_ bytes: [UInt8]) throws -> String {
    let name = "rullo-\(UUID().uuidString).bin"
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try Data(bytes).write(to: url)
    return url.path
  }

  /// The lengths of the records, as they come out of the chunks.
  func lengths(_ input: inout ChunkedInput) throws -> (lengths: [Int], octets: Int) {
    var lengths: [Int] = []
    var octets = 0
    try input.forEachChunk { (bytes, offset, _) throws(Stop) in
      if offset != octets { throw Stop() }
      var place = 0
      while let high = bytes.octet(place), let low = bytes.u16be(place + 1) {
        let length = Int(high) << 16 | Int(low)
        guard bytes.holds(3 + length, at: place) else { break }
        let number = UInt8(truncatingIfNeeded: lengths.count)
        if bytes.octet(place + 3) != number || bytes.octet(place + 2 + length) != number {
          throw Stop()
        }
        lengths.append(length)
        place += 3 + length
      }
      octets += place
      return place
    }
    return (lengths, octets)
  }

  @Test("every record of a large file comes whole and in order, however long") func large() throws {
    let path = try path(Self.file)
    defer { try? FileManager.default.removeItem(atPath: path) }
    var input = try ChunkedInput(path: path)
    #expect(input.size == Self.file.count)
    let read = try lengths(&input)
    #expect(read.octets == Self.file.count)
    #expect(read.lengths.count == 50_000)
    #expect(read.lengths[20_000] == 589_815)
    var memory = ChunkedInput(bytes: Self.file)
    #expect(try lengths(&memory).lengths == read.lengths)
  }

  @Test("reading that stops early ends its thread", arguments: [1, 400_000, 3_000_000])
  func early(limit: Int) throws {
    let path = try path(Self.file)
    defer { try? FileManager.default.removeItem(atPath: path) }
    var input = try ChunkedInput(path: path)
    #expect(throws: Stop.self) {
      try input.forEachChunk { (bytes, offset, _) throws(Stop) in
        if offset + bytes.byteCount >= limit { throw Stop() }
        return bytes.byteCount
      }
    }
  }
}
