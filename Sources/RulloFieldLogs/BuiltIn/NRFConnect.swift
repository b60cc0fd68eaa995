extension BuiltInFormats {
  /// The log of nRF Connect for Android: level letter and time, the UUID in full, the octets with dashes.
  ///
  /// The line behind a value repeats it decoded, in words; the octets count.
  static let nrfConnectAndroid = #"""
    {
      "name": "nrf_connect_android",
      "title": "nRF Connect for Android",
      "begins": "{word} {time}",
      "lines": [
        {"line": "Notification received from {uuid}, value: (0x) {bytes}", "kind": "notification"},
        {"line": "Notification received from {uuid}, value: (0x) {bytes}, {any}", "kind": "notification"},
        {"line": "Indication received from {uuid}, value: (0x) {bytes}", "kind": "indication"},
        {"line": "Indication received from {uuid}, value: (0x) {bytes}, {any}", "kind": "indication"},
        {"line": "Read Response received from {uuid}, value: (0x) {bytes}", "kind": "read_response"},
        {"line": "Read Response received from {uuid}, value: (0x) {bytes}, {any}", "kind": "read_response"},
        {"line": "Data written to {uuid}, value: (0x) {bytes}", "direction": "to_device"},
        {"line": "Data written to {uuid}, value: (0x) {bytes}, {any}", "direction": "to_device"},
        {"line": "\"{any}\" received", "part": "says"},
        {"line": "\"{any}\" sent", "part": "says"}
      ]
    }
    """#

  /// The log of nRF Connect for Desktop: handles alone, octets with dashes.
  static let nrfConnectDesktop = #"""
    {
      "name": "nrf_connect_desktop",
      "title": "nRF Connect for Desktop",
      "begins": ["{time} INFO", "{time}"],
      "lines": [
        {"line": "Attribute value changed, handle: {handle}, value (0x): {bytes}", "direction": "from_device"},
        {"line": "Attribute value written, handle: {handle}, value (0x): {bytes}", "direction": "to_device"},
        {"line": "Attribute value read, handle: {handle}, value (0x): {bytes}", "kind": "read_response"}
      ]
    }
    """#

  /// The log of nRF Connect for iOS: the short UUID, the octets behind `0x` or in groups, a time where it has one.
  static let nrfConnectIOS = #"""
    {
      "name": "nrf_connect_ios",
      "title": "nRF Connect for iOS",
      "begins": ["[{time}] {word}:", "{time}", ""],
      "lines": [
        {"line": "{any}Updated Value of Characteristic {uuid} to {bytes}", "direction": "from_device"},
        {"line": "{any}Updated Value of Characteristic {uuid} to {bytes}.", "direction": "from_device"},
        {"line": "{any}Updated Value of Characteristic {uuid} to {groups}.", "direction": "from_device"},
        {"line": "{any}Writing {bytes} to characteristic {uuid}", "direction": "to_device"},
        {"line": "{any}Writing {groups} to characteristic {uuid}.", "direction": "to_device"}
      ]
    }
    """#
}
