/// The log formats that Rullo knows besides the app log, each written as a user would write one.
public enum BuiltInFormats {
  /// In the order in which equal scores decide.
  public static let all: [LogFormat] = texts.compactMap { try? LogFormat(json: Array($0.utf8)) }

  /// The descriptions themselves.
  static let texts = [
    serialMonitor, btmon, hcidump, hcidumpRaw, gatttool, bluetoothctl,
    nrfConnectAndroid, nrfConnectIOS, nrfConnectDesktop, qz, smartSpin2k, smartSpin2k2021,
    packetLoggerRaw, packetLoggerL2CAP, packetLoggerText, nimble, arduinoBLE, bleak, nodeDebug,
  ]
}
