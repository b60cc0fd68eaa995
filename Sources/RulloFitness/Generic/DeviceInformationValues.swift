internal import RulloBase

/// A PnP ID (2A50): who made a device, which product it is and which version.
public struct PnPID: FieldRecord {
  /// The rows of the table, in wire order.
  public enum Row: Int, CaseIterable, Sendable {
    case vendorIDSource, vendorID, productID, productVersion
  }

  public static var layout: CharacteristicLayout { .pnpID }
  public var storage: FieldStorage

  public init(storage: FieldStorage) { self.storage = storage }
}

/// A characteristic that is text to its end: 2A00, 2A24 to 2A29 and 2901.
public protocol TextRecord: FieldRecord where Row == TextRow {}

/// The only row of a text.
public enum TextRow: Int, CaseIterable, Sendable { case text }

extension TextRecord {
  /// A value of this text, sent as UTF-8 without an octet behind it.
  public init(_ text: String) { self.init(tolerating: text.utf8) }

  /// The text, without NUL octets behind it.
  public var text: String { text(of: .text) ?? "" }
}

/// A Device Name (2A00).
public struct DeviceName: TextRecord {
  public static var layout: CharacteristicLayout { .deviceName }
  public var storage: FieldStorage
  public init(storage: FieldStorage) { self.storage = storage }
}

/// A Model Number String (2A24).
public struct ModelNumber: TextRecord {
  public static var layout: CharacteristicLayout { .modelNumber }
  public var storage: FieldStorage
  public init(storage: FieldStorage) { self.storage = storage }
}

/// A Serial Number String (2A25).
public struct SerialNumber: TextRecord {
  public static var layout: CharacteristicLayout { .serialNumber }
  public var storage: FieldStorage
  public init(storage: FieldStorage) { self.storage = storage }
}

/// A Firmware Revision String (2A26).
public struct FirmwareRevision: TextRecord {
  public static var layout: CharacteristicLayout { .firmwareRevision }
  public var storage: FieldStorage
  public init(storage: FieldStorage) { self.storage = storage }
}

/// A Hardware Revision String (2A27).
public struct HardwareRevision: TextRecord {
  public static var layout: CharacteristicLayout { .hardwareRevision }
  public var storage: FieldStorage
  public init(storage: FieldStorage) { self.storage = storage }
}

/// A Software Revision String (2A28).
public struct SoftwareRevision: TextRecord {
  public static var layout: CharacteristicLayout { .softwareRevision }
  public var storage: FieldStorage
  public init(storage: FieldStorage) { self.storage = storage }
}

/// A Manufacturer Name String (2A29).
public struct ManufacturerName: TextRecord {
  public static var layout: CharacteristicLayout { .manufacturerName }
  public var storage: FieldStorage
  public init(storage: FieldStorage) { self.storage = storage }
}
