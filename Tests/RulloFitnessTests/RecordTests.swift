import RulloBase
import RulloFitness
import RulloTestSupport
import Testing

/// Values of cases A2 and A3; the record is put together by hand.
@Suite("More Data records")
struct RecordTests {
  private func bike(_ hex: String) throws -> IndoorBikeData {
    try IndoorBikeData(decoding: octets(hex))
  }

  @Test("in one notification are complete at once") func single() throws {
    var joiner = RecordJoiner<IndoorBikeData>()
    let data = try bike("44 00 CA 0C A0 00 2C 01")
    #expect(joiner.add(data) == data)
    #expect(joiner.partial == nil)
  }

  @Test("join the fields of their parts") func joined() throws {
    var joiner = RecordJoiner<IndoorBikeData>()
    // Cadence and power with More Data, then speed, distance and time.
    #expect(joiner.add(try bike("45 00 A0 00 2C 01")) == nil)
    #expect(joiner.partCount == 1)
    let record = try #require(joiner.add(try bike("10 08 CA 0C 5C 03 00 94 03")))
    #expect(record.instantaneousSpeed == ExactDecimal(3274, exponent: -2))
    #expect(record.instantaneousCadence == 80)
    #expect(record.totalDistance == 860)
    #expect(record.instantaneousPower == 300)
    #expect(record.elapsedTime == 916)
    #expect(!record.hasMoreData)
    // Flags 0x0854: speed, cadence, distance, power, time in the order of their bits.
    #expect(record.encoded == octets("54 08 CA 0C A0 00 5C 03 00 2C 01 94 03"))
    #expect(joiner.partial == nil && joiner.partCount == 0)
  }

  @Test("take the later of two values of a field, and keep trailing octets") func later() throws {
    var joiner = RecordJoiner<IndoorBikeData>()
    _ = joiner.add(try bike("45 00 A0 00 2C 01 EE"))
    _ = joiner.add(try bike("41 00 2D 01"))
    #expect(joiner.partCount == 2)
    let record = try #require(joiner.add(try bike("00 00 CA 0C DD")))
    #expect(record.instantaneousPower == 301)
    #expect(record.instantaneousCadence == 80)
    #expect(record.trailing == octets("EE DD"))
  }

  /// One pace of two octets, 120 s for 500 m, then the speed: the record keeps the wider table.
  @Test("keep the table that the length of a part told") func widePaces() throws {
    var joiner = RecordJoiner<TreadmillData>()
    #expect(joiner.add(TreadmillData(tolerating: octets("21 00 78 00"))) == nil)
    let record = try #require(joiner.add(try TreadmillData(decoding: octets("00 00 E8 03"))))
    #expect(record.hasWidePace)
    #expect(record[.instantaneousPace] == 120)
    #expect(record[.instantaneousSpeed] == 10)
    #expect(record.encoded == octets("20 00 E8 03 78 00"))
  }

  @Test("are dropped when the link ends inside") func dropped() throws {
    var joiner = RecordJoiner<IndoorBikeData>()
    _ = joiner.add(try bike("45 00 A0 00 2C 01"))
    #expect(joiner.drop()?.instantaneousPower == 300)
    #expect(joiner.drop() == nil)
    #expect(joiner.add(try bike("00 00 CA 0C"))?.instantaneousPower == nil)
  }

  /// The first group of a rower is stroke rate and count, of a climber floors (and steps).
  @Test("are of every machine") func machines() throws {
    var rower = RecordJoiner<RowerData>()
    #expect(rower.add(try RowerData(decoding: octets("21 00 64 00"))) == nil)
    let row = try #require(rower.add(try RowerData(decoding: octets("00 00 30 0A 00"))))
    #expect(row[.instantaneousPower] == 100)
    #expect(row[.strokeRate] == 24)
    #expect(DataRecords.areIn(0x2ACD) && DataRecords.areIn(0x2AD2))
    #expect(!DataRecords.areIn(0x2ACC) && !DataRecords.areIn(0x2AD3) && !DataRecords.areIn(nil))
  }
}
