extension BuiltInFormats {
  /// What gatttool prints: handles without a clock; its characteristics list names them.
  static let gatttool = #"""
    {
      "name": "gatttool",
      "title": "gatttool",
      "lines": [
        {"line": "{any}handle: {word} char properties: {word} char value handle: {handle}, uuid: {uuid}", "part": "map"},
        {"line": "{any}Notification handle = {handle} value: {bytes}", "kind": "notification"},
        {"line": "{any}Indication handle = {handle} value: {bytes}", "kind": "indication"},
        {"line": "{any}char-write-req {handle} {bytes}", "kind": "write_request"},
        {"line": "{any}char-write-cmd {handle} {bytes}", "kind": "write_command"}
      ]
    }
    """#
}
