import Testing

@testable import RulloBase

@Suite("seeded hash") struct SeededHashTests {
  @Test("FNV-1a of 64 bits, published vectors") func fnv() {
    func hash(_ text: String) -> UInt64 {
      text.utf8.reduce(FNV1a.basis) { FNV1a.add($1, to: $0) }
    }
    #expect(hash("") == 0xCBF2_9CE4_8422_2325)
    #expect(hash("a") == 0xAF63_DC4C_8601_EC8C)
    #expect(hash("foobar") == 0x8594_4171_F739_67E8)
  }

  @Test("SplitMix64, the published run of seed 1234567") func splitMix() {
    var state: UInt64 = 1_234_567
    var numbers: [UInt64] = []
    for _ in 0..<5 {
      numbers.append(SeededHash.splitMix(state))
      state &+= 0x9E37_79B9_7F4A_7C15
    }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test("seed, word and index all count, and nothing else does") func decisions() {
    let one = SeededHash.bits(seed: 1, "power", index: 7)
    #expect(one == SeededHash.bits(seed: 1, "power", index: 7))
    #expect(one != SeededHash.bits(seed: 2, "power", index: 7))
    #expect(one != SeededHash.bits(seed: 1, "cadence", index: 7))
    #expect(one != SeededHash.bits(seed: 1, "power", index: 8))
  }

  @Test("units fill 0 to 1 evenly") func units() {
    let units = (0..<10_000 as Range<UInt64>).map { SeededHash.unit(seed: 3, "u", index: $0) }
    #expect(units.allSatisfy { $0 >= 0 && $0 < 1 })
    // The mean of 10,000 even numbers strays from 1/2 by 0.0029 in one standard deviation.
    #expect(abs(units.reduce(0, +) / 10_000 - 0.5) < 0.012)
    for tenth in 0..<10 {
      let count = units.filter { Int($0 * 10) == tenth }.count
      #expect((850...1150).contains(count))
    }
  }
}
