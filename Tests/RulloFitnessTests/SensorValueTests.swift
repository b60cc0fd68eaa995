import RulloBase
import RulloFitness
import RulloTestSupport
import Testing

/// Octets put together by hand from the Cycling Power, CSC and Heart Rate tables.
@Suite("Typed values of sensors")
struct SensorValueTests {
  @Test("have features as sets of bits") func features() throws {
    var power = try CyclingPowerFeature(decoding: octets("0C 02 01 80"))
    #expect(
      power.features.isSuperset(of: [
        .wheelRevolutionData, .crankRevolutionData, .offsetCompensation, .measuresTorque,
      ]))
    #expect(power.encoded == octets("0C 02 01 80"))
    power.features = [.pedalPowerBalance, .enhancedOffsetCompensation]
    #expect(power.encoded == octets("01 00 08 00"))
    #expect(
      try CSCFeature(decoding: octets("03 00")).features == [
        .wheelRevolutionData, .crankRevolutionData,
      ])
  }

  @Test("keep reserved locations") func locations() throws {
    #expect(try SensorLocation(decoding: octets("0C")).code == 12)
    #expect(try SensorLocation(decoding: octets("C8")).encoded == octets("C8"))
    #expect(try BodySensorLocation(decoding: octets("01")).code == 1)
  }

  /// Torque array: 64/32 and -32/32 Nm behind the first angle of 90 degrees.
  @Test("have arrays in their unit") func arrays() throws {
    let vector = try CyclingPowerVector(decoding: octets("0A 5A 00 40 00 E0 FF"))
    #expect(vector.firstCrankMeasurementAngle == 90)
    #expect(vector.torques == [2, -1])
    #expect(vector.forces.isEmpty)
    #expect(vector.encoded == octets("0A 5A 00 40 00 E0 FF"))
  }

  /// The vectors of the table for 2A64, built from their fields.
  @Test("of forces and torques are built from their samples") func powerVectors() throws {
    let forces = CyclingPowerVector(
      .forces([100, -100]), direction: .tangential,
      crank: .init(revolutions: 10, lastEventTime: 1024), firstCrankMeasurementAngle: 45)
    #expect(forces.encoded == octets("17 0A 00 00 04 2D 00 64 00 9C FF"))
    #expect(forces.forces == [100, -100])
    #expect(forces.direction == .tangential)
    let torques = CyclingPowerVector(.torques([32, -32]), direction: .lateral)
    #expect(torques.encoded == octets("38 20 00 E0 FF"))
    #expect(torques.torques == [1, -1])
    #expect(torques.direction == .lateral)
    // A counter of 16 bits rolls over; no sample, no array.
    let empty = CyclingPowerVector(
      .forces([]), direction: .unknown,
      crank: .init(revolutions: 0x1_0001, lastEventTime: 2))
    #expect(empty.encoded == octets("01 01 00 02 00"))
  }

  @Test("have text without the octets behind it") func texts() throws {
    let name = try ManufacturerName(decoding: octets("57 61 68 6F 6F 00"))
    #expect(name.text == "Wahoo")
    #expect(name.encoded == octets("57 61 68 6F 6F 00"))
    let pnp = try PnPID(decoding: octets("01 34 12 78 56 02 01"))
    #expect(pnp[.vendorID] == 0x1234)
    #expect(pnp[.productID] == 0x5678)
    #expect(pnp[.productVersion] == 0x0102)
  }
}
