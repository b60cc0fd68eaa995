extension BuiltInFormats {
  /// What Python programs print with bleak, and Home Assistant: `bytearray(b'…')` behind a UUID.
  static let bleak = #"""
    {
      "name": "bleak",
      "title": "bleak, Home Assistant",
      "lines": [
        {"line": "{time} {any}{uuid}{any}: {python}", "direction": "from_device"},
        {"line": "{uuid}{any}: {python}", "direction": "from_device"},
        {"line": "{uuid} {any}): {python}", "direction": "from_device"}
      ]
    }
    """#
}
