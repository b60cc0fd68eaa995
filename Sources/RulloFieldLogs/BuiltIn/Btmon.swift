extension BuiltInFormats {
  /// What btmon prints: a header line with direction and clock, then the attribute protocol below it.
  ///
  /// The clock is the last number of the header: seconds since the start, or the time of day with `-t`.
  static let btmon = #"""
    {
      "name": "btmon",
      "title": "btmon text",
      "lines": [
        {"line": "> ACL Data RX: {any} [{word} {s}", "part": "begin", "direction": "from_device"},
        {"line": "< ACL Data TX: {any} [{word} {s}", "part": "begin", "direction": "to_device"},
        {"line": "> ACL Data RX: {any} [{word} {time}", "part": "begin", "direction": "from_device"},
        {"line": "< ACL Data TX: {any} [{word} {time}", "part": "begin", "direction": "to_device"},
        {"line": "> ACL Data RX: {any} {s}", "part": "begin", "direction": "from_device"},
        {"line": "< ACL Data TX: {any} {s}", "part": "begin", "direction": "to_device"},
        {"line": "ATT: Handle Value Notification (0x1b) len {number}", "part": "middle", "kind": "notification"},
        {"line": "ATT: Handle Value Indication (0x1d) len {number}", "part": "middle", "kind": "indication"},
        {"line": "ATT: Write Request (0x12) len {number}", "part": "middle", "kind": "write_request"},
        {"line": "ATT: Write Command (0x52) len {number}", "part": "middle", "kind": "write_command"},
        {"line": "Handle: {handle} Type: {any} ({uuid})", "part": "middle"},
        {"line": "Handle: {handle}", "part": "middle"},
        {"line": "Data[{length}]: {bytes}", "part": "end"},
        {"line": "Data: {bytes}", "part": "end"}
      ]
    }
    """#
}
