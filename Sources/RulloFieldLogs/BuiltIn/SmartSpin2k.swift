extension BuiltInFormats {
  /// The log of SmartSpin2k since 2024: milliseconds since boot, service and characteristic, octets first.
  static let smartSpin2k = #"""
    {
      "name": "smartspin2k",
      "title": "SmartSpin2k",
      "begins": "[{ms}]",
      "directions": {"->": "to_device", "<-": "from_device"},
      "lines": [
        {"line": "{word} | {uuid} {bytes} {direction}{any}"},
        {"line": "{word} | {uuid} {direction} {bytes}"},
        {"line": "{bytes} {direction} {word} | {uuid}{any}"}
      ]
    }
    """#

  /// The log of SmartSpin2k up to 2021: no clock, octets without leading zeros.
  static let smartSpin2k2021 = #"""
    {
      "name": "smartspin2k_2021",
      "title": "SmartSpin2k, 2021",
      "lines": [
        {"line": "{any}{short} <-- {uuid}", "direction": "from_device"},
        {"line": "{any}{uuid} <-- {short}", "direction": "from_device"},
        {"line": "{any}{uuid} --> {short}", "direction": "to_device"}
      ]
    }
    """#
}
