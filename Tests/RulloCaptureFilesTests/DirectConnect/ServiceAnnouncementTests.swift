import RulloBase
import RulloTestSupport
import Testing

@testable import RulloCaptureFiles

@Suite("service announcements")
struct ServiceAnnouncementTests {
  /// Made up: a response with the service of `Bike 7` at port 36867 and the address 192.0.2.7.
  static let message: [UInt8] = {
    let name = [6] + Array("Bike 7".utf8)
    let service = [18] + Array("_wahoo-fitness-tnp".utf8) + [4] + Array("_tcp".utf8)
    let domain = [5] + Array("local".utf8) + [0]
    // The domain stands at 12 + 7 + 19 + 5 = 0x2B.
    let services = name + service + domain
    return octets("00 00 84 00 00 00 00 02 00 00 00 00") + services
      + octets("00 21 80 01 00 00 00 78 00 0A 00 00 00 00 90 03 01 68 C0 2B")
      + octets("01 68 C0 2B 00 01 80 01 00 00 00 78 00 04 C0 00 02 07")
  }()

  static let source = Endpoint(low: 0xC000_0208, port: 5353)

  @Test("name, port and both addresses: the one told and the one it came from") func names() {
    let found = Self.message.withRawSpan { ServiceAnnouncement.names($0, from: Self.source) }
    #expect(
      found.map { "\($0.0) \($0.1)" } == ["192.0.2.8:36867 Bike 7", "192.0.2.7:36867 Bike 7"])
  }

  @Test("every prefix, every changed octet and names that point at themselves") func hostile() {
    for length in 0..<Self.message.count {
      _ = Array(Self.message.prefix(length)).withRawSpan {
        ServiceAnnouncement.names($0, from: Self.source)
      }
      for change in [0x01, 0x80, 0xC0, 0xFF] as [UInt8] {
        var changed = Self.message
        changed[length] ^= change
        _ = changed.withRawSpan { ServiceAnnouncement.names($0, from: Self.source) }
      }
    }
    let loop = octets("00 00 84 00 00 00 FF FF 00 00 00 00 C0 0C 00 21 80 01 00 00 00 00 00 06")
    let found = loop.withRawSpan { ServiceAnnouncement.names($0, from: Self.source) }
    #expect(found.isEmpty)
  }
}
