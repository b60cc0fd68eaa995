extension BuiltInFormats {
  /// The log of SmartSpin2k since 2024: milliseconds since boot, service and characteristic, octets first.
  static let smartSpin2k = #"""
    {
      "name": "smartspin2k",
      "title": "SmartSpin2k",
      "begins": ["[{ms}]", "[ {ms}]", "{word} {ms} {word}:"],
      "directions": {"->": "to_device", "<-": "from_device"},
      "lines": [
        {"line": "{word} | {uuid} {bytes} {direction}{any}"},
        {"line": "{word} | {uuid} {direction} {bytes}"},
        {"line": "{bytes} {direction} {word} | {uuid}{any}"},
        {"line": "{any}: {bytes} {direction} {word} | {uuid}{any}"},
        {"line": "{any}) {bytes} {direction} {word} | {uuid}{any}"},
        {"line": "\"{bytes} {direction} {word} | {uuid}{any}"}
      ]
    }
    """#

  /// The log of SmartSpin2k up to 2021: no clock, octets without leading zeros.
  static let smartSpin2k2021 = #"""
    {
      "name": "smartspin2k_2021",
      "title": "SmartSpin2k, 2021",
      "attributes": {
        "Heart Rate Measurement": "2A37", "Cycling Power Measurement": "2A63",
        "CSC Measurement": "2A5B", "Indoor Bike Data": "2AD2", "Control Point": "2AD9"
      },
      "lines": [
        {"line": "{short} <-- {uuid}{any}", "direction": "from_device"},
        {"line": "{any}: {short} <-- {uuid}{any}", "direction": "from_device"},
        {"line": "{short} <-- {name}{any}", "direction": "from_device"},
        {"line": "{any}: {short} <-- {name}{any}", "direction": "from_device"},
        {"line": "{uuid} <-- {short}", "direction": "from_device"},
        {"line": "{any}: {uuid} <-- {short}", "direction": "from_device"},
        {"line": "{uuid} --> {short}", "direction": "to_device"},
        {"line": "{any}: {uuid} --> {short}", "direction": "to_device"}
      ]
    }
    """#
}
