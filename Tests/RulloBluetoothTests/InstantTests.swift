import RulloBluetooth
import Testing

@Suite("Times")
struct InstantTests {
  // 1969-12-28T03:35:12 is 332,688 s before 1970, by calendar.
  @Test("before 1970 count downwards, with a fraction that counts up") func before1970() {
    let instant = Instant(units: -332_688_000_000 + 1, perSecond: 1_000_000)
    #expect(instant == Instant(seconds: -332_688, nanoseconds: 1_000))
    #expect(instant.nanoseconds(since: Instant(seconds: -332_688)) == 1_000)
    #expect(
      Instant(seconds: -332_688).advanced(by: -1)
        == Instant(seconds: -332_689, nanoseconds: 999_999_999))
  }

  @Test("too far apart for 64 bits are told so") func overflow() {
    #expect(Instant(seconds: .max).nanoseconds(since: Instant(seconds: .min)) == nil)
    #expect(Instant(seconds: 10_000_000_000).nanoseconds(since: Instant()) == nil)
  }

  @Test("devices are lettered like columns") func aliases() {
    #expect(
      [0, 25, 26, 51, 52, 701, 702].map { Device.alias(of: $0) } == [
        "A", "Z", "AA", "AZ", "BA", "ZZ", "AAA",
      ])
  }
}
