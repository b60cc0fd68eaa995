internal import RulloBase
internal import RulloBluetooth

/// Which characteristics hold what identifies a device or a person.
enum IdentifyingValue {
  /// Sources: spec/csc-hr-misc, "Device Information"; Assigned Numbers, user data.
  static func kind(of uuid: BluetoothUUID?) -> Pseudonyms.Kind? {
    switch uuid?.short {
    case 0x2A00: .name
    case 0x2A25: .serial
    case 0x2A23: .systemID
    // First and last name, and the address for mail, of the user data service.
    case 0x2A8A, 0x2A90, 0x2A87: .personal
    default: nil
    }
  }
}
