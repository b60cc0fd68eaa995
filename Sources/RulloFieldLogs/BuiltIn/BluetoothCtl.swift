extension BuiltInFormats {
  /// What bluetoothctl prints: an attribute that changed, then its octets with their text beside them.
  static let bluetoothctl = #"""
    {
      "name": "bluetoothctl",
      "title": "bluetoothctl",
      "lines": [
        {"line": "{any}Attribute {any}/char{handle} Value:", "part": "begin", "direction": "from_device"},
        {"line": "{bytes}  {any}", "part": "end"},
        {"line": "{bytes}", "part": "end"}
      ]
    }
    """#
}
