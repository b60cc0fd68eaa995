import Foundation
import RulloBase
import RulloFitness
import RulloTestSupport
import Testing

/// Heart rates against Bumble, the one fitness characteristic that it decodes in full.
@Suite("Bumble")
struct BumbleTests {
  static let python = ProcessInfo.processInfo.environment["RULLO_PYTHON"]

  private static let program = """
    import json, sys
    from bumble.profiles.heart_rate_service import HeartRateService
    for value in sys.argv[1:]:
        m = HeartRateService.HeartRateMeasurement.from_bytes(bytes.fromhex(value))
        rr = [round(1024 * x) for x in m.rr_intervals or []]
        print(json.dumps([m.heart_rate, m.sensor_contact_detected, m.energy_expended, rr]))
    """

  @Test(
    "reads the same heart rates",
    .enabled(
      if: python != nil, "RULLO_PYTHON names no Python with Bumble; scripts/test makes one"))
  func heartRates() throws {
    let vectors = SharedVector.all.filter { $0.uuid == "2A37" && $0.expect != nil }
    #expect(vectors.count > 5)
    let process = Process()
    process.executableURL = URL(filePath: try #require(Self.python))
    process.arguments = ["-c", Self.program] + vectors.map(\.hex)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    try #require(lines.count == vectors.count)
    for (vector, line) in zip(vectors, lines) {
      let rate = try HeartRateMeasurement(decoding: vector.bytes)
      let contact: Any =
        switch vector.bytes[0] >> 1 & 3 {
        case 2: false
        case 3: true
        default: NSNull()
        }
      let own: [Any] = [
        Self.number(rate[.heartRate]), contact, Self.number(rate[.energyExpended]),
        rate.numbers(of: .rrInterval).map { Self.number($0) },
      ]
      let other = try JSONSerialization.jsonObject(with: Data(line.utf8))
      #expect(isSame(own, other), "\(vector.hex): \(own) is not \(line)")
    }
  }

  private static func number(_ value: ExactDecimal?) -> Any {
    value.map { NSNumber(value: $0.coefficient) } ?? NSNull()
  }
}
