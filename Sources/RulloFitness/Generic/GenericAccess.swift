internal import RulloBase

extension CharacteristicLayout {
  /// Device Name (2A00).
  public static let deviceName = text(0x2A00, "device_name", "Device Name", "name")

  /// Appearance (2A01): ten bits of category over six bits of subtype.
  public static let appearance = CharacteristicLayout(
    0x2A01,
    [
      Field("appearance", "Appearance", "appearance", .always, .uint16),
      Field(
        "appearance_category", "Category", "category", slice: Slice(.previous, shift: 6, bits: 10)),
      Field(
        "appearance_subtype", "Subtype", "subtype", slice: Slice(.previous, shift: 0, bits: 6)),
    ])

  /// Peripheral Preferred Connection Parameters (2A04).
  public static let preferredConnectionParameters = CharacteristicLayout(
    0x2A04,
    [
      Field(
        "minimum_interval_ms", "Minimum Connection Interval", "minimum interval", .always, .uint16,
        interval, "ms"),
      Field(
        "maximum_interval_ms", "Maximum Connection Interval", "maximum interval", .always, .uint16,
        interval, "ms"),
      Field("latency", "Peripheral Latency", "latency", .always, .uint16),
      Field(
        "supervision_timeout_ms", "Connection Supervision Timeout", "supervision timeout", .always,
        .uint16, Scale(10), "ms"),
    ])

  private static let interval = Scale(125, exponent: -2)

  /// Service Changed (2A05); 0001 to FFFF means everything.
  public static let serviceChanged = CharacteristicLayout(
    0x2A05,
    [
      Field("start_handle", "Start of Affected Handle Range", "from handle", .always, .uint16),
      Field("end_handle", "End of Affected Handle Range", "to handle", .always, .uint16),
    ])

  /// Client Supported Features (2B29).
  public static let clientSupportedFeatures = CharacteristicLayout(
    0x2B29,
    [
      Field(
        "client_supported_features", "Client Features", "features:", .always, .uint8,
        content: .bitSet(
          BitTable(
            "features", reserved: "rfu_features",
            ["robust_caching", "eatt_bearer", "multiple_handle_value_notifications"])))
    ])

  /// Server Supported Features (2B3A).
  public static let serverSupportedFeatures = CharacteristicLayout(
    0x2B3A,
    [
      Field(
        "server_supported_features", "Server Features", "features:", .always, .uint8,
        content: .bitSet(
          BitTable("features", reserved: "rfu_features", ["eatt_supported"])))
    ])

  /// Database Hash (2B2A).
  public static let databaseHash = CharacteristicLayout(
    0x2B2A,
    [
      Field(
        "database_hash_hex", "Database Hash", "hash", .always, Format(octets: 16),
        content: .identifier)
    ])
}
