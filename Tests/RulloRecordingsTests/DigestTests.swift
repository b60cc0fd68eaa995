import RulloBase
import RulloBluetooth
import RulloTestSupport
import Testing

@testable import RulloRecordings

@Suite("Session digests")
struct DigestTests {
  /// Two events whose serialisation is written out octet by octet in the comments.
  @Test("are the SHA-256 of the documented serialisation") func serialisation() {
    var digests = SessionDigests()
    var device = Device(.unnamed(0))
    device.alias = "A"
    digests.declare(device, at: 0)
    digests.declare(Attribute(device: 0, service: 0x1826, uuid: 0x2AD9), at: 0)
    digests.declare(Attribute(device: 0, uuid: nil, handle: 0x0052), at: 1)
    let source = SourceReference(.line, 1)
    octets("80 11 05").withRawSpan {
      let event = Event(
        .indication, .fromDevice, time: 41_000_000, device: 0, attribute: 0, source: source)
      digests.event(event, $0)
    }
    octets("01").withRawSpan {
      let event = Event(
        .writeCommand, .toDevice, time: Event.noTime, device: 0, attribute: 1, source: source)
      digests.event(event, $0)
    }
    let link = Event(.disconnect, .none, time: 9, device: 0, detail: 8, source: source)
    octets("").withRawSpan { digests.event(link, $0) }

    // Python's hashlib over: 41 00 00 | 00002ad9-0000-1000-8000-00805f9b34fb | 3 | 80 11 05, and
    // 41 00 01 | fourteen 00, 00 52 | 1 | 01.
    #expect(digests.values == "343740b7c302826a62065910d14986bb6779167654887392d5ed9dab124a50db")
    // Time 41000000, 69 00, 41 00, 00, "1826/2AD9" 00, detail 0, request 00, 3, 80 11 05; time
    // -2^63, 63 00, 41 00, 01, "h0052" 00, 0, 00, 1, 01; time 9, 64 69 00, 41 00, 02, 00, 8, 00, 0.
    #expect(digests.session == "5a5d1ba8d61ee2f09ba68c30fdb208a316f696e65a68cacee083ec42813e5ccf")
    #expect(digests.count == 3)
  }
}
