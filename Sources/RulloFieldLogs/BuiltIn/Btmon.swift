extension BuiltInFormats {
  /// What btmon prints: a header line with direction and clock, then the attribute protocol below it.
  ///
  /// The clock is the last word of the header: seconds since the start, the time of day with `-t`, the
  /// date too with `-T`. Handles are named by a type beside them, or by the declarations of discovery.
  static let btmon = #"""
    {
      "name": "btmon",
      "title": "btmon text",
      "lines": [
        {"line": "> ACL Data RX: {any} [{word} {s}", "part": "begin", "direction": "from_device"},
        {"line": "< ACL Data TX: {any} [{word} {s}", "part": "begin", "direction": "to_device"},
        {"line": "> ACL Data RX: {any} #{number} {s}", "part": "begin", "direction": "from_device"},
        {"line": "< ACL Data TX: {any} #{number} {s}", "part": "begin", "direction": "to_device"},
        {"line": "> ACL Data RX: {any} {time}", "part": "begin", "direction": "from_device"},
        {"line": "< ACL Data TX: {any} {time}", "part": "begin", "direction": "to_device"},
        {"line": "> ACL Data RX: {any}", "part": "begin", "direction": "from_device"},
        {"line": "< ACL Data TX: {any}", "part": "begin", "direction": "to_device"},
        {"line": "> {any}", "part": "close"},
        {"line": "< {any}", "part": "close"},
        {"line": "@ {any}", "part": "close"},
        {"line": "= {any}", "part": "close"},
        {"line": "ATT: {any} (0x1b) len {number}", "part": "middle", "kind": "notification"},
        {"line": "ATT: {any} (0x23) len {number}", "part": "middle", "kind": "notification"},
        {"line": "ATT: {any} (0x1d) len {number}", "part": "middle", "kind": "indication"},
        {"line": "ATT: {any} (0x12) len {number}", "part": "middle", "kind": "write_request"},
        {"line": "ATT: {any} (0x52) len {number}", "part": "middle", "kind": "write_command"},
        {"line": "ATT: {any} (0xd2) len {number}", "part": "middle", "kind": "write_command"},
        {"line": "ATT: {any} (0x09) len {number}", "part": "middle"},
        {"line": "ATT: {any}", "part": "close"},
        {"line": "Handle: {handle} Type: {any} ({uuid})", "part": "middle"},
        {"line": "Handle: {handle}", "part": "middle"},
        {"line": "Value[{number}]: {declaration}", "part": "map"},
        {"line": "Value: {declaration}", "part": "map"},
        {"line": "Data[{length}]: {bytes}", "part": "each"},
        {"line": "Data: {bytes}", "part": "each"}
      ]
    }
    """#
}
