internal import RulloBase

extension CharacteristicLayout {
  /// Battery Level (2A19): 0 to 100 percent, more is reserved.
  public static let batteryLevel = CharacteristicLayout(
    0x2A19,
    [
      Field(
        "battery_level_pct", "Battery Level", "battery", .always, .uint8, .one, "%", maximum: 100)
    ])

  /// System ID (2A23): manufacturer identifier, then organizationally unique identifier.
  public static let systemID = CharacteristicLayout(
    0x2A23,
    [
      Field(
        "manufacturer_identifier_hex", "Manufacturer Identifier", "manufacturer", .always,
        Format(octets: 5), content: .identifier),
      Field(
        "organizationally_unique_identifier_hex", "Organizationally Unique Identifier", "OUI",
        .always, Format(octets: 3), content: .identifier),
    ])

  /// Model Number String (2A24).
  public static let modelNumber = text(0x2A24, "model_number", "Model Number", "model")

  /// Serial Number String (2A25).
  public static let serialNumber = text(0x2A25, "serial_number", "Serial Number", "serial")

  /// Firmware Revision String (2A26).
  public static let firmwareRevision = text(
    0x2A26, "firmware_revision", "Firmware Revision", "firmware")

  /// Hardware Revision String (2A27).
  public static let hardwareRevision = text(
    0x2A27, "hardware_revision", "Hardware Revision", "hardware")

  /// Software Revision String (2A28).
  public static let softwareRevision = text(
    0x2A28, "software_revision", "Software Revision", "software")

  /// Manufacturer Name String (2A29).
  public static let manufacturerName = text(
    0x2A29, "manufacturer_name", "Manufacturer Name", "manufacturer")

  /// PnP ID (2A50).
  public static let pnpID = CharacteristicLayout(
    0x2A50,
    [
      Field(
        "vendor_id_source", "Vendor ID Source", "vendor by", .always, .uint8,
        content: .openCode(
          CodeTable(from: 1, ["bluetooth_sig", "usb"]), numberKey: "vendor_id_source_code")),
      Field("vendor_id", "Vendor ID", "vendor", .always, .uint16),
      Field("product_id", "Product ID", "product", .always, .uint16),
      Field("product_version", "Product Version", "version", .always, .uint16),
    ])

  /// UTF-8 to the end of the value; NUL octets behind it are kept but not printed.
  static func text(
    _ uuid: BluetoothUUID, _ key: StaticString, _ name: StaticString, _ label: StaticString
  ) -> CharacteristicLayout {
    CharacteristicLayout(uuid, [Field(key, name, label, content: .text)])
  }
}

/// A Battery Level (2A19), in percent.
public struct BatteryLevel: FieldRecord {
  public enum Row: Int, CaseIterable, Sendable { case batteryLevel }

  public static var layout: CharacteristicLayout { .batteryLevel }
  public var storage: FieldStorage
  public init(storage: FieldStorage) { self.storage = storage }
}
