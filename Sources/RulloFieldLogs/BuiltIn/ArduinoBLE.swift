extension BuiltInFormats {
  /// The debug output of the ArduinoBLE library: each packet with its type octet in one row of digits.
  static let arduinoBLE = #"""
    {
      "name": "arduino_ble",
      "title": "ArduinoBLE",
      "begins": ["{time} ->", "{time}", ""],
      "lines": [
        {"line": "{any}HCI {word} RX <- {bytes}", "packet": "h4", "direction": "from_device"},
        {"line": "{any}HCI {word} TX -> {bytes}", "packet": "h4", "direction": "to_device"}
      ]
    }
    """#
}
