import RulloBase
import RulloBluetooth
import RulloTestSupport
import Testing

/// Advertising reports by hand (Core Specification, volume 4 part E, 7.7.65.2 and .13) of the peer of
/// ``HostStackTests/connect``, C1:02:03:04:05:06.
@Suite("advertising") struct AdvertisingTests {
  private func devices(_ script: String) -> [Device] {
    HostScript(script).sink.devices.values.filter {
      if case .address = $0.identity { true } else { false }
    }
  }

  /// Flags; services 1826 and 1818; then, in the scan response, service data and a company.
  static let reports = """
    E 3E 15 02 01 00 01 06 05 04 03 02 C1 09 02 01 06 05 03 26 18 18 18 C8
    E 3E 1B 02 01 04 01 06 05 04 03 02 C1 0F 06 16 26 18 01 20 00 03 19 80 04 03 FF FF 0D C8

    """

  @Test("what a device advertised stands with it once it is connected") func connected() throws {
    let device = try #require(devices(Self.reports + HostStackTests.connect).first)
    let advertisement = try #require(device.advertisement)
    #expect(advertisement.services == [0x1818, 0x1826])
    #expect(advertisement.serviceData.map(\.service) == [0x1826])
    #expect(advertisement.serviceData.first?.octets == [0x01, 0x20, 0x00])
    #expect(advertisement.appearance == 0x0480)
    #expect(advertisement.company == 0x0DFF)
  }

  @Test("an extended report tells the same, a stranger's nothing") func extended() throws {
    // Event type, address type, address, PHYs, set, powers, interval, direct address, length, data.
    let report = """
      E 3E 1E 0D 01 13 00 01 06 05 04 03 02 C1 01 00 FF 7F C8 00 00 00 00 00 00 00 00 00 04 03 03 26 18

      """
    let device = try #require(devices(report + HostStackTests.connect).first)
    #expect(device.advertisement?.services == [0x1826])
    // The same address, but a public one, is another device.
    let other = report.replacing("13 00 01 06", with: "13 00 00 06")
    #expect(devices(other + HostStackTests.connect).first?.advertisement == nil)
    #expect(devices(HostStackTests.connect + report).first?.advertisement == nil)
  }

  @Test("reports that are cut, empty or lie about their length do no harm") func hostile() {
    for report in [
      "E 3E 02 02 01", "E 3E 0C 02 01 00 01 06 05 04 03 02 C1 FF C8",
      "E 3E 0E 02 FF 00 01 06 05 04 03 02 C1 02 FF FF C8",
      "E 3E 0D 02 01 00 01 06 05 04 03 02 C1 01 00 C8", "E 3E 02 0D 01",
    ] {
      #expect(
        devices(report + "\n" + HostStackTests.connect).first?.advertisement == nil, "\(report)")
    }
  }
}
