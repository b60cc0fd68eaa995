public import RulloBase

/// Names of services, characteristics and descriptors, as the Bluetooth assigned numbers have them.
public enum AssignedNames {
  /// The name that belongs to a UUID, or `nil` for one that is not in the tables here.
  public static func name(of uuid: BluetoothUUID) -> StaticString? {
    guard let short = uuid.short else {
      return vendor.first { $0.uuid == uuid }?.name
    }
    var range = assigned.startIndex..<assigned.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let entry = assigned[middle]
      if entry.code == short { return entry.name }
      range = entry.code < short ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  /// In the order of their codes, for the search.
  static let assigned: [(code: UInt16, name: StaticString)] = [
    (0x1800, "Generic Access"),
    (0x1801, "Generic Attribute"),
    (0x180A, "Device Information"),
    (0x180D, "Heart Rate"),
    (0x180F, "Battery"),
    (0x1814, "Running Speed and Cadence"),
    (0x1816, "Cycling Speed and Cadence"),
    (0x1818, "Cycling Power"),
    (0x181C, "User Data"),
    (0x1826, "Fitness Machine"),
    (0x2800, "Primary Service"),
    (0x2801, "Secondary Service"),
    (0x2802, "Include"),
    (0x2803, "Characteristic"),
    (0x2900, "Characteristic Extended Properties"),
    (0x2901, "Characteristic User Description"),
    (0x2902, "Client Characteristic Configuration"),
    (0x2903, "Server Characteristic Configuration"),
    (0x2904, "Characteristic Presentation Format"),
    (0x2905, "Characteristic Aggregate Format"),
    (0x2A00, "Device Name"),
    (0x2A01, "Appearance"),
    (0x2A04, "Peripheral Preferred Connection Parameters"),
    (0x2A05, "Service Changed"),
    (0x2A19, "Battery Level"),
    (0x2A23, "System ID"),
    (0x2A24, "Model Number String"),
    (0x2A25, "Serial Number String"),
    (0x2A26, "Firmware Revision String"),
    (0x2A27, "Hardware Revision String"),
    (0x2A28, "Software Revision String"),
    (0x2A29, "Manufacturer Name String"),
    (0x2A37, "Heart Rate Measurement"),
    (0x2A38, "Body Sensor Location"),
    (0x2A39, "Heart Rate Control Point"),
    (0x2A50, "PnP ID"),
    (0x2A55, "SC Control Point"),
    (0x2A5B, "CSC Measurement"),
    (0x2A5C, "CSC Feature"),
    (0x2A5D, "Sensor Location"),
    (0x2A63, "Cycling Power Measurement"),
    (0x2A64, "Cycling Power Vector"),
    (0x2A65, "Cycling Power Feature"),
    (0x2A66, "Cycling Power Control Point"),
    (0x2AA6, "Central Address Resolution"),
    (0x2ACC, "Fitness Machine Feature"),
    (0x2ACD, "Treadmill Data"),
    (0x2ACE, "Cross Trainer Data"),
    (0x2ACF, "Step Climber Data"),
    (0x2AD0, "Stair Climber Data"),
    (0x2AD1, "Rower Data"),
    (0x2AD2, "Indoor Bike Data"),
    (0x2AD3, "Training Status"),
    (0x2AD4, "Supported Speed Range"),
    (0x2AD5, "Supported Inclination Range"),
    (0x2AD6, "Supported Resistance Level Range"),
    (0x2AD7, "Supported Heart Rate Range"),
    (0x2AD8, "Supported Power Range"),
    (0x2AD9, "Fitness Machine Control Point"),
    (0x2ADA, "Fitness Machine Status"),
    (0x2B29, "Client Supported Features"),
    (0x2B2A, "Database Hash"),
    (0x2B3A, "Server Supported Features"),
    (0xFC82, "Zwift Ride"),
  ]

  /// Vendors publish no names for these; the words are those in common use.
  static let vendor: [(uuid: BluetoothUUID, name: StaticString)] = [
    (.wahooTrainerControl, "Wahoo Trainer Control"),
    (.wahooTrainer, "Wahoo Trainer"),
    (.tacxService, "Tacx FE-C over Bluetooth"),
    (.tacxNotification, "Tacx FE-C Notification"),
    (.tacxWrite, "Tacx FE-C Write"),
    (.eliteService, "Elite"),
    (.zwiftService, "Zwift Play"),
  ]
}

extension BluetoothUUID {
  /// A026E005-0A7D-4AB3-97FA-F1500F9FEB8B, inside service 1818.
  public static let wahooTrainerControl = BluetoothUUID(
    high: 0xA026_E005_0A7D_4AB3, low: 0x97FA_F150_0F9F_EB8B)

  /// A026EE01-0A7D-4AB3-97FA-F1500F9FEB8B.
  public static let wahooTrainer = BluetoothUUID(
    high: 0xA026_EE01_0A7D_4AB3, low: 0x97FA_F150_0F9F_EB8B)

  /// 6E40FEC1-B5A3-F393-E0A9-E50E24DCCA9E.
  public static let tacxService = BluetoothUUID(
    high: 0x6E40_FEC1_B5A3_F393, low: 0xE0A9_E50E_24DC_CA9E)

  /// 6E40FEC2-B5A3-F393-E0A9-E50E24DCCA9E.
  public static let tacxNotification = BluetoothUUID(
    high: 0x6E40_FEC2_B5A3_F393, low: 0xE0A9_E50E_24DC_CA9E)

  /// 6E40FEC3-B5A3-F393-E0A9-E50E24DCCA9E.
  public static let tacxWrite = BluetoothUUID(
    high: 0x6E40_FEC3_B5A3_F393, low: 0xE0A9_E50E_24DC_CA9E)

  /// 347B0001-7635-408B-8918-8FF3949CE592.
  public static let eliteService = BluetoothUUID(
    high: 0x347B_0001_7635_408B, low: 0x8918_8FF3_949C_E592)

  /// 00000001-19CA-4651-86E5-FA29DCDD09D1.
  public static let zwiftService = BluetoothUUID(
    high: 0x0000_0001_19CA_4651, low: 0x86E5_FA29_DCDD_09D1)
}
