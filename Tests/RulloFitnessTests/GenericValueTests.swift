import RulloBase
import RulloFitness
import RulloTestSupport
import Testing

/// Octets put together by hand from the generic, heart rate and service data tables.
@Suite("Typed values of any device")
struct GenericValueTests {
  /// Least significant octet first: five of the manufacturer, three of the OUI.
  @Test("a System ID is two numbers") func systemID() throws {
    let identifier = try SystemID(decoding: octets("01 02 03 04 05 06 07 08"))
    #expect(identifier.manufacturerIdentifier == 0x05_0403_0201)
    #expect(identifier.organizationallyUniqueIdentifier == 0x08_0706)
    let built = SystemID(
      manufacturerIdentifier: 0x05_0403_0201, organizationallyUniqueIdentifier: 0x08_0706)
    #expect(built == identifier)
    #expect(built.encoded == octets("01 02 03 04 05 06 07 08"))
    #expect(throws: DecodingFailure.self) { try SystemID(decoding: octets("01 02 03 04 05 06")) }
  }

  /// Seen: 1157 from Elite is category 18, subtype 5.
  @Test("an Appearance has a category and a subtype") func appearance() throws {
    let elite = try Appearance(decoding: octets("85 04"))
    #expect(elite.code == 1157)
    #expect(elite.category == 18)
    #expect(elite.subtype == 5)
    #expect(Appearance(category: 18, subtype: 5).encoded == octets("85 04"))
  }

  /// 24 × 1.25 = 30 ms, 41 × 1.25 = 51.25 ms, 500 × 10 = 5000 ms.
  @Test("connection parameters are in milliseconds") func parameters() throws {
    var parameters = try PreferredConnectionParameters(decoding: octets("18 00 29 00 04 00 F4 01"))
    #expect(parameters.minimumInterval == 30)
    #expect(parameters.maximumInterval == ExactDecimal(5125, exponent: -2))
    #expect(parameters.latency == 4)
    #expect(parameters.supervisionTimeout == 5000)
    parameters.minimumInterval = ExactDecimal(75, exponent: -1)
    #expect(parameters.encoded == octets("06 00 29 00 04 00 F4 01"))
  }

  @Test("descriptors decode and encode back") func descriptors() throws {
    #expect(try ClientConfiguration(decoding: octets("02 00")).properties == .indications)
    #expect(ClientConfiguration([.notifications, .indications]).encoded == octets("03 00"))
    #expect(try ClientConfiguration(decoding: octets("00 80")).encoded == octets("00 80"))
    #expect(UserDescription("Grade").encoded == octets("47 72 61 64 65"))
    #expect(try UserDescription(decoding: octets("47 72 61 64 65")).text == "Grade")
    // uint16, times 10^-2, watt, Bluetooth SIG, description 0.
    var format = try PresentationFormat(decoding: octets("06 FE 26 27 01 00 00"))
    #expect(format.format == 6)
    #expect(format.exponent == -2)
    #expect(format.unit == 0x2726)
    #expect(format.nameSpace == 1)
    #expect(format.descriptionCode == 0)
    format.exponent = 3
    format.descriptionCode = 0x0102
    #expect(format.encoded == octets("06 03 26 27 01 02 01"))
  }

  @Test("text is made of a string") func text() {
    #expect(ManufacturerName("Wahoo").encoded == octets("57 61 68 6F 6F"))
    #expect(DeviceName("Ü").encoded == octets("C3 9C"))
    #expect(DeviceName("Ü").text == "Ü")
  }

  @Test("service data says which machine it is") func serviceData() throws {
    let bike = try FitnessMachineServiceData(decoding: octets("01 20 00"))
    #expect(bike.isAvailable)
    #expect(bike.machineTypes == .indoorBike)
    let built = FitnessMachineServiceData(
      isAvailable: false, machineTypes: [.treadmill, .crossTrainer])
    #expect(built.encoded == octets("00 03 00"))
  }

  @Test("a heart rate has its contact, its energy and its intervals") func heartRate() throws {
    // Flags 1E: contact detected, energy, intervals; 0x0203 kJ, 0x0405 and 0x0607 ticks.
    let rate = try HeartRateMeasurement(decoding: octets("1E 48 03 02 05 04 07 06"))
    #expect(rate.heartRate == 72)
    #expect(rate.contact == .detected)
    #expect(rate.energyExpended == 0x0203)
    #expect(rate.rrIntervals == [0x0405, 0x0607])
    let built = HeartRateMeasurement(
      heartRate: 72, contact: .detected, energyExpended: 0x0203, rrIntervals: [0x0405, 0x0607])
    #expect(built == rate)
    #expect(HeartRateMeasurement(heartRate: 300).encoded == octets("01 2C 01"))
    #expect(
      HeartRateMeasurement(heartRate: 0, contact: .notDetected).encoded == octets("04 00"))
    #expect(try HeartRateMeasurement(decoding: octets("02 48")).contact == nil)
  }

  @Test("a cut value keeps what was read and every octet") func tolerating() {
    let cut = octets("44 00 60 0B A0")
    let bike = IndoorBikeData(tolerating: cut)
    #expect(bike.instantaneousSpeed == ExactDecimal(2912, exponent: -2))
    #expect(bike.instantaneousCadence == nil)
    #expect(bike.failure?.field == "instantaneous_cadence_rpm")
    #expect(bike.failure?.offset == 4)
    #expect(bike.encoded == cut)
    #expect(IndoorBikeData(tolerating: octets("00 00 60 0B")).failure == nil)
  }

  @Test("the rows of a type are as many as those of its table") func rows() {
    func check<Record: FieldRecord>(_: Record.Type) {
      #expect(
        Record.layout.tables.first?.fields.count == Record.Row.allCases.count, "\(Record.self)")
    }
    check(SystemID.self)
    check(Appearance.self)
    check(PreferredConnectionParameters.self)
    check(ClientConfiguration.self)
    check(PresentationFormat.self)
    check(FitnessMachineServiceData.self)
    check(UserDescription.self)
  }
}
