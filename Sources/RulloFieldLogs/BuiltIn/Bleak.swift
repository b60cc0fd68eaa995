extension BuiltInFormats {
  /// What Python programs print with bleak, and Home Assistant: a UUID with `bytearray(b'…')` or hex.
  ///
  /// A line that names no direction is a callback's: the device sent.
  static let bleak = #"""
    {
      "name": "bleak",
      "title": "bleak, Home Assistant",
      "begins": ["{time}", ""],
      "directions": {
        "Writing": "to_device", "writing": "to_device", "Write": "to_device", "write": "to_device",
        "Wrote": "to_device", "wrote": "to_device", "Sending": "to_device", "sending": "to_device",
        "Notification": "from_device", "notification": "from_device",
        "Received": "from_device", "received": "from_device"
      },
      "lines": [
        {"line": "{any}{direction}{any}{uuid}{any}: {python}"},
        {"line": "{any}{direction}{any}{uuid}{any}: {bytes}"},
        {"line": "{any}{direction}{any}{python}{any}{uuid}{any}"},
        {"line": "{any}{uuid}{any}: {python}", "direction": "from_device"}
      ]
    }
    """#
}
