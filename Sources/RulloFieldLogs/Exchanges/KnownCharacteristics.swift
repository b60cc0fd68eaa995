internal import RulloBase

/// What a text log leaves unsaid about well-known characteristics: their service, how they answer.
enum KnownCharacteristics {
  /// The service that a characteristic stands in on every fitness device; `nil` where there are several.
  static func service(of uuid: BluetoothUUID) -> BluetoothUUID? {
    guard let short = uuid.short else { return uuid == wahooControl ? 0x1818 : nil }
    return switch short {
    case 0x2ACC...0x2ADA: 0x1826
    case 0x2A63...0x2A66: 0x1818
    case 0x2A5B, 0x2A5C: 0x1816
    case 0x2A53, 0x2A54: 0x1814
    case 0x2A37...0x2A39: 0x180D
    case 0x2A19: 0x180F
    case 0x2A23...0x2A2A, 0x2A50: 0x180A
    case 0x2A00, 0x2A01, 0x2A04: 0x1800
    default: nil
    }
  }

  /// Whether a characteristic sends its values as indications: control points do.
  static func indicates(_ uuid: BluetoothUUID) -> Bool {
    switch uuid.short {
    case 0x2AD9, 0x2A66, 0x2A55: true
    default: uuid == wahooControl
    }
  }

  /// A026E005-0A7D-4AB3-97FA-F1500F9FEB8B, Wahoo's trainer control (spec/proprietary).
  private static let wahooControl = BluetoothUUID(
    high: 0xA026_E005_0A7D_4AB3, low: 0x97FA_F150_0F9F_EB8B)
}
