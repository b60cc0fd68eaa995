internal import RulloBase

extension CharacteristicLayout {
  /// Characteristic Extended Properties (2900).
  public static let extendedProperties = CharacteristicLayout(
    0x2900,
    [
      Field(
        "extended_properties", "Properties", "properties:", .always, .uint16,
        content: .bitSet(
          BitTable(
            "properties", reserved: "rfu_properties", ["reliable_write", "writable_auxiliaries"])))
    ])

  /// Characteristic User Description (2901).
  public static let userDescription = text(
    0x2901, "user_description", "User Description", "description")

  /// Client Characteristic Configuration (2902).
  public static let clientConfiguration = CharacteristicLayout(
    0x2902,
    [
      Field(
        "client_configuration", "Properties", "enabled:", .always, .uint16,
        content: .bitSet(
          BitTable(
            "enabled", reserved: "rfu_client_configuration", ["notifications", "indications"])))
    ])

  /// Server Characteristic Configuration (2903).
  public static let serverConfiguration = CharacteristicLayout(
    0x2903,
    [
      Field(
        "server_configuration", "Properties", "enabled:", .always, .uint16,
        content: .bitSet(
          BitTable("enabled", reserved: "rfu_server_configuration", ["broadcast"])))
    ])

  /// Characteristic Presentation Format (2904).
  public static let presentationFormat = CharacteristicLayout(
    0x2904,
    [
      Field("format", "Format", "format", .always, .uint8),
      Field("exponent", "Exponent", "exponent", .always, .sint8),
      Field("unit", "Unit", "unit", .always, .uint16),
      Field("name_space", "Name Space", "name space", .always, .uint8),
      Field("description", "Description", "description", .always, .uint16),
    ])

  /// Characteristic Aggregate Format (2905): the handles of presentation formats.
  public static let aggregateFormat = CharacteristicLayout(
    0x2905,
    [
      Field(
        "handle", "Attribute Handles", "handles", .always, .uint16,
        content: .list(key: "handles"))
    ])
}
