internal import RulloBase

extension CharacteristicLayout {
  /// ANT+ FE-C frames that a Tacx trainer notifies (6E40FEC2-B5A3-F393-E0A9-E50E24DCCA9E).
  public static let tacxNotification = frames(.tacxNotification)

  /// ANT+ FE-C frames written to a Tacx trainer (6E40FEC3-B5A3-F393-E0A9-E50E24DCCA9E).
  public static let tacxWrite = frames(.tacxWrite)

  /// Thirteen octets: sync, length, message, channel, page number, seven octets, checksum.
  private static func frames(_ uuid: BluetoothUUID) -> CharacteristicLayout {
    CharacteristicLayout(
      uuid, opCodeAt: 4, key: "page", numberKey: nil, nameKey: nil,
      operations: FramePages.all.map { number, words, rows in
        FieldTable(words, code: number, header + rows + footer)
      },
      unknown: header + [Field("page_data_hex", "Page Data", "data", content: .hex)])
  }

  private static let header = [
    Field.hidden("sync", "Sync", .always, .uint8),
    Field.hidden("length", "Message Length", .always, .uint8),
    Field.hidden("message_id", "Message ID", .always, .uint8),
    Field.hidden("channel", "Channel Number", .always, .uint8),
    Field("page", "Data Page Number", "page", .always, .uint8, text: .hidden),
  ]

  private static let footer = [
    Field.hidden("checksum", "Checksum", .always, .uint8),
    Field(
      "checksum_ok", "Checksum is right", "", content: .checksum,
      slice: Slice(.previous, shift: 0, bits: 8)),
  ]
}

/// The seven octets behind the page number of each page.
enum FramePages {
  static let all: [(number: UInt8, words: Words, rows: [Field])] = [
    (16, Words("general_fe_data", "general FE data"), general),
    (25, "specific_trainer_data", trainer),
    (
      48, "basic_resistance",
      reserved(6) + [Field("resistance_pct", "Total Resistance", "", .always, .uint8, .half, "%")]
    ),
    (
      49, "target_power",
      reserved(5) + [
        Field(
          "target_power_w", "Target Power", "", .always, .uint16, Scale(25, exponent: -2), "W")
      ]
    ),
    (50, "wind_resistance", wind), (51, "track_resistance", track),
    (55, "user_configuration", user), (70, "request_data_page", request),
    (71, "command_status", status),
  ]

  /// Octets that a page does not use: FF, or 00 from some apps.
  private static func reserved(_ count: Int) -> [Field] {
    (0..<count).map { _ in Field.hidden("reserved", "Reserved", .always, .uint8) }
  }

  private static let general = [
    Field("equipment_type", "Equipment Type", "equipment type", .always, .uint8),
    Field(
      "elapsed_time_s", "Elapsed Time", "elapsed", .always, .uint8, Scale(25, exponent: -2), "s"),
    Field("distance_m", "Distance Travelled", "distance", .always, .uint8, .one, "m"),
    Field(
      "speed_mps", "Speed", "speed", .always, .uint16, Scale(1, exponent: -3), "m/s",
      notAvailable: 0xFFFF),
    Field(
      "heart_rate_bpm", "Heart Rate", "heart rate", .always, .uint8, .one, "bpm",
      notAvailable: 0xFF),
    Field.hidden("capabilities_and_state", "Capabilities and FE State", .always, .uint8),
    state,
  ]

  private static let trainer = [
    Field("update_event_count", "Update Event Count", "event", .always, .uint8),
    Field(
      "instantaneous_cadence_rpm", "Instantaneous Cadence", "cadence", .always, .uint8, .one,
      "rpm", notAvailable: 0xFF),
    Field(
      "accumulated_power_w", "Accumulated Power", "accumulated power", .always, .uint16, .one, "W"),
    Field.hidden("power_and_status", "Instantaneous Power and Trainer Status", .always, .uint16),
    Field(
      "instantaneous_power_w", "Instantaneous Power", "power", .always, .none, .one, "W",
      notAvailable: 0xFFF, slice: Slice(.previous, shift: 0, bits: 12)),
    Field(
      "trainer_status_bits", "Trainer Status", "status", slice: Slice(.previous, shift: 12, bits: 4)
    ),
    Field.hidden("limits_and_state", "Target Power Limits and FE State", .always, .uint8),
    Field(
      "target_power_limits", "Target Power Limits", "limits",
      slice: Slice(.previous, shift: 0, bits: 4)),
    state,
  ]

  /// 1 asleep, 2 ready, 3 in use, 4 finished; the bit above is the lap toggle.
  private static let state = Field(
    "fe_state", "FE State", "state", slice: Slice(.previous, shift: 4, bits: 3))

  private static let wind =
    reserved(4) + [
      Field(
        "wind_resistance_kg_per_m", "Wind Resistance Coefficient", "wind resistance", .always,
        .uint8, .hundredth, "kg/m"),
      Field("wind_speed_kmh", "Wind Speed", "wind", .always, .uint8, Scale(1, zero: 127), "km/h"),
      Field("drafting_factor", "Drafting Factor", "drafting", .always, .uint8, .hundredth),
    ]

  private static let track =
    reserved(4) + [
      Field(
        "grade_pct", "Grade", "grade", .always, .uint16, Scale(1, exponent: -2, zero: 20_000), "%"),
      Field(
        "crr", "Coefficient of Rolling Resistance", "crr", .always, .uint8,
        Scale(5, exponent: -5)),
    ]

  private static let user =
    [Field("user_weight_kg", "User Weight", "weight", .always, .uint16, .hundredth, "kg")]
    + reserved(1) + [
      Field.hidden("offset_and_bike_weight", "Wheel Offset and Bike Weight", .always, .uint16),
      Field(
        "wheel_diameter_offset_mm", "Wheel Diameter Offset", "wheel offset", .always, .none, .one,
        "mm", slice: Slice(.previous, shift: 0, bits: 4)),
      Field(
        "bike_weight_kg", "Bike Weight", "bike weight", .always, .none, Scale(5, exponent: -2),
        "kg", slice: Slice(.previous, shift: 4, bits: 12)),
      Field(
        "wheel_diameter_m", "Wheel Diameter", "wheel diameter", .always, .uint8, .hundredth, "m"),
      Field("gear_ratio", "Gear Ratio", "gear ratio", .always, .uint8, Scale(3, exponent: -2)),
    ]

  private static let request =
    reserved(4) + [
      Field("requested_transmission", "Requested Transmission Response", "", .always, .uint8),
      Field("requested_page", "Requested Page Number", "page", .always, .uint8),
      Field("command_type", "Command Type", "command type", .always, .uint8),
    ]

  private static let status =
    [
      Field("last_command_page", "Last Received Command ID", "last command", .always, .uint8),
      Field("sequence_number", "Sequence Number", "sequence", .always, .uint8),
      Field(
        "command_status", "Command Status", "status", .always, .uint8,
        content: .openCode(
          CodeTable([
            0: "pass", 1: "fail", 2: "not_supported", 3: "rejected", 0xFF: "uninitialized",
          ]), numberKey: "command_status_code")),
    ] + reserved(4)
}
