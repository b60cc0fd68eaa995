import RulloBase
import RulloFitness
import RulloTestSupport
import Testing

/// Faults that people met in other decoders; the values were worked out by hand from the tables.
@Suite("Reported cases")
struct CaseTests {
  static let json: [(uuid: String, hex: String, fields: String)] = [
    // A1: average speed skipped, all that follows shifted.
    (
      "2AD2", "FE 02 CA 0A 9D 06 A6 00 5C 00 9A 00 00 14 00 61 00 64 00 00",
      #""more_data":false,"instantaneous_speed_kmh":27.62,"average_speed_kmh":16.93,"#
        + #""instantaneous_cadence_rpm":83,"average_cadence_rpm":46,"total_distance_m":154,"#
        + #""resistance_level_raw":20,"instantaneous_power_w":97,"average_power_w":100,"#
        + #""heart_rate_bpm":0"#
    ),
    // A2: a 24-bit distance read as 32 bits.
    (
      "2AD2", "54 08 6F 05 96 00 5C 03 00 22 00 94 03",
      #""more_data":false,"instantaneous_speed_kmh":13.91,"instantaneous_cadence_rpm":75,"#
        + #""total_distance_m":860,"instantaneous_power_w":34,"elapsed_time_s":916"#
    ),
    (
      "2AD2", "54 08 00 00 00 00 C2 01 00 00 00 5F 00",
      #""more_data":false,"instantaneous_speed_kmh":0,"instantaneous_cadence_rpm":0,"#
        + #""total_distance_m":450,"instantaneous_power_w":0,"elapsed_time_s":95"#
    ),
    // A3: More Data taken the wrong way round.
    (
      "2AD2", "44 00 CA 0C A0 00 2C 01",
      #""more_data":false,"instantaneous_speed_kmh":32.74,"instantaneous_cadence_rpm":80,"#
        + #""instantaneous_power_w":300"#
    ),
    (
      "2AD2", "45 00 A0 00 2C 01",
      #""more_data":true,"instantaneous_cadence_rpm":80,"instantaneous_power_w":300"#
    ),
    // A4: flags 0 taken for invalid.
    ("2AD2", "00 00 83 06", #""more_data":false,"instantaneous_speed_kmh":16.67"#),
    // A6: sentinels summed up; the group stands behind flag bit 8.
    (
      "2AD2", "01 01 04 00 FF FF FF",
      #""more_data":true,"total_energy_kcal":4,"energy_per_hour_kcal":null,"#
        + #""energy_per_minute_kcal":null"#
    ),
    // A7: one octet more than announced.
    (
      "2AD2", "64 02 70 04 00 00 00 00 10 01 00 00",
      #""more_data":false,"instantaneous_speed_kmh":11.36,"instantaneous_cadence_rpm":0,"#
        + #""resistance_level_raw":0,"instantaneous_power_w":272,"heart_rate_bpm":0,"#
        + #""trailing_hex":"00""#
    ),
    // A8: a strict check of the length throws whole packets away.
    (
      "2AD2", "44 80 CA 0C A0 00 2C 01 AA BB CC DD",
      #""more_data":false,"instantaneous_speed_kmh":32.74,"instantaneous_cadence_rpm":80,"#
        + #""instantaneous_power_w":300,"rfu_flags":32768,"trailing_hex":"AABBCCDD""#
    ),
    // A10: cadence divided by 10, or not at all.
    (
      "2AD2", "44 00 00 00 A0 00 00 00",
      #""more_data":false,"instantaneous_speed_kmh":0,"instantaneous_cadence_rpm":80,"#
        + #""instantaneous_power_w":0"#
    ),
    // A11: bytes and fields do not seem to add up.
    (
      "2AD2", "44 02 9C 09 5C 00 4F 00 50",
      #""more_data":false,"instantaneous_speed_kmh":24.6,"instantaneous_cadence_rpm":46,"#
        + #""instantaneous_power_w":79,"heart_rate_bpm":80"#
    ),
    // A12: heart rate flips to 0.
    (
      "2AD2", "64 02 CB 09 8E 00 14 00 75 00 4F",
      #""more_data":false,"instantaneous_speed_kmh":25.07,"instantaneous_cadence_rpm":71,"#
        + #""resistance_level_raw":20,"instantaneous_power_w":117,"heart_rate_bpm":79"#
    ),
    (
      "2AD2", "64 02 71 09 8E 00 14 00 77 00 00",
      #""more_data":false,"instantaneous_speed_kmh":24.17,"instantaneous_cadence_rpm":71,"#
        + #""resistance_level_raw":20,"instantaneous_power_w":119,"heart_rate_bpm":0"#
    ),
    // A14: energy rates left out: uint16, uint16, uint8, then heart rate and time.
    (
      "2AD2", "01 0B 34 12 78 56 9A 50 10 27",
      #""more_data":true,"total_energy_kcal":4660,"energy_per_hour_kcal":22136,"#
        + #""energy_per_minute_kcal":154,"heart_rate_bpm":80,"elapsed_time_s":10000"#
    ),
    // The resistance in one octet: the value is one octet shorter than its flags ask for.
    (
      "2AD2", "64 02 70 04 00 00 14 10 01 50",
      #""more_data":false,"instantaneous_speed_kmh":11.36,"instantaneous_cadence_rpm":0,"#
        + #""resistance_level_raw":20,"resistance_encoding":"uint8","instantaneous_power_w":272,"#
        + #""heart_rate_bpm":80"#
    ),
    // C1: resistance in one octet or two: 0xF0 is 24.0 in both.
    (
      "2AD9", "04 F0",
      #""op":"set_target_resistance_level","target_resistance_level":24,"#
        + #""resistance_encoding":"uint8""#
    ),
    (
      "2AD9", "04 F0 00",
      #""op":"set_target_resistance_level","target_resistance_level":24,"#
        + #""resistance_encoding":"sint16""#
    ),
    ("2AD9", "80 04 03", #""op":"response","request_op_code":4,"result":"invalid_parameter""#),
    ("2AD9", "80 04 01", #""op":"response","request_op_code":4,"result":"success""#),
    // C4: start before control.
    ("2AD9", "80 07 05", #""op":"response","request_op_code":7,"result":"control_not_permitted""#),
    // C8: operation failed on a padded command.
    ("2AD9", "07 00 00 00 00 00 00 00", #""op":"start_or_resume","trailing_hex":"00000000000000""#),
    ("2AD9", "80 07 04", #""op":"response","request_op_code":7,"result":"operation_failed""#),
    // C9: op codes shifted from 0x06 on.
    ("2AD9", "06 96", #""op":"set_target_heart_rate","target_heart_rate_bpm":150"#),
    ("2AD9", "08 01", #""op":"stop_or_pause","control_information":"stop""#),
  ]

  @Test("decode to the right answer", arguments: json)
  func fields(uuid: String, hex: String, fields: String) throws {
    let layout = try #require(BluetoothUUID(uuid).flatMap(CharacteristicLayout.layout(for:)))
    let bytes = octets(hex)
    let value = layout.decoded(bytes)
    #expect(value.fault == nil)
    let head =
      layout.operations == nil ? "\"flags\":\(value.flags)," : "\"op_code\":\(value.opCode),"
    #expect(layout.json(value, bytes) == "{\(head)\(fields)}")
    #expect(try layout.encode(value, source: bytes) == bytes)
  }

  @Test("both arrays of a power vector exclude each other") func conflict() {
    let bytes = octets("0C 01 02 03 04")
    #expect(throws: DecodingFailure(.conflictingFlags, field: "flags", offset: 0)) {
      try CharacteristicLayout.cyclingPowerVector.strictly(bytes)
    }
    // Lenient decoding keeps what it read beside the fault.
    let value = CharacteristicLayout.cyclingPowerVector.decoded(bytes)
    #expect(value.fault?.kind == .conflictingFlags)
    #expect(value.consumed == 5)
  }

  @Test("a pace of two octets is taken where one asks for it") func widePace() throws {
    // Flags 0061: no speed, both paces; 0x0078 = 120 s, 0x0082 = 130 s.
    let bytes = octets("61 00 78 00 82 00")
    let layout = CharacteristicLayout.treadmillDataWithWidePace
    let value = try layout.strictly(bytes)
    #expect(
      layout.json(value, bytes)
        == #"{"flags":97,"layout":"gss_uint16_pace","more_data":true,"#
        + #""instantaneous_pace_s_per_500m":120,"average_pace_s_per_500m":130}"#)
    #expect(try layout.encode(value) == bytes)
  }

  /// Two public tables differ in the octets of a pace; the length tells, as of a resistance.
  @Test("the length of a treadmill's value tells the width of its pace") func paceByLength() throws
  {
    let layout = CharacteristicLayout.treadmillData
    // Flags 0061: no speed, both paces; 0x0078 = 120 s, 0x0082 = 130 s.
    let wide = octets("61 00 78 00 82 00")
    #expect(
      layout.json(layout.decoded(wide), wide)
        == #"{"flags":97,"layout":"gss_uint16_pace","more_data":true,"#
        + #""instantaneous_pace_s_per_500m":120,"average_pace_s_per_500m":130}"#)
    #expect(try layout.encode(layout.decoded(wide)) == wide)
    #expect(TreadmillData(tolerating: wide).hasWidePace)
    // Strict decoding follows the table of the specification: 0x78 = 12.0 km/min, the next 0.
    let strict = try TreadmillData(decoding: wide)
    #expect(!strict.hasWidePace)
    #expect(strict.trailing == octets("82 00"))
    // Neither table takes these to the last octet, and bit 13 may stand for the octet over.
    for hex in ["61 00 78 00", "61 00 78 00 82", "61 00 78 00 82 00 01", "21 20 78 00"] {
      #expect(!TreadmillData(tolerating: octets(hex)).hasWidePace, "\(hex)")
    }
  }

  @Test("an unknown page of a frame keeps its octets") func unknownPage() throws {
    let bytes = octets("A4 09 4F 05 99 01 02 03 04 05 06 07 08")
    let layout = CharacteristicLayout.tacxWrite
    let value = layout.decoded(bytes)
    #expect(layout.json(value, bytes) == #"{"page":153,"page_data_hex":"0102030405060708"}"#)
    #expect(throws: DecodingFailure(.reservedValue, field: "page", offset: 4)) {
      try layout.strictly(bytes)
    }
  }

  @Test("a response of one octet is cut, and `02` is no response") func malformedResponse() throws {
    #expect(throws: DecodingFailure(.truncated, field: "request_op_code", offset: 1, needed: 1)) {
      try FitnessMachineControlPointResponse(decoding: octets("80"))
    }
    #expect(throws: DecodingFailure.self) {
      try FitnessMachineControlPointResponse(decoding: octets("02"))
    }
  }
}
