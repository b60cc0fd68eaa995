extension BuiltInFormats {
  /// What hcidump prints by default: packets decoded over several lines, with `-t` a date in front.
  static let hcidump = #"""
    {
      "name": "hcidump",
      "title": "hcidump, decoded",
      "begins": ["{time}", ""],
      "lines": [
        {"line": "> ACL data: handle {number} flags {word} dlen {number}", "part": "begin",
         "direction": "from_device"},
        {"line": "< ACL data: handle {number} flags {word} dlen {number}", "part": "begin",
         "direction": "to_device"},
        {"line": "> {any}", "part": "close"},
        {"line": "< {any}", "part": "close"},
        {"line": "ATT: {any} (0x1b)", "part": "middle", "kind": "notification"},
        {"line": "ATT: {any} (0x1d)", "part": "middle", "kind": "indication"},
        {"line": "ATT: {any} (0x12)", "part": "middle", "kind": "write_request"},
        {"line": "ATT: {any} (0x52)", "part": "middle", "kind": "write_command"},
        {"line": "ATT: {any}", "part": "close"},
        {"line": "handle {handle}, value {declaration}", "part": "map"},
        {"line": "handle {handle}", "part": "middle"},
        {"line": "handle {handle} value {bytes}", "part": "end"},
        {"line": "value {bytes}", "part": "end"}
      ]
    }
    """#

  /// What hcidump prints with `-R` and `-x`: the packets' octets, twenty a line.
  static let hcidumpRaw = #"""
    {
      "name": "hcidump_raw",
      "title": "hcidump, raw octets",
      "begins": ["{time}", ""],
      "directions": {">": "from_device", "<": "to_device"},
      "lines": [
        {"line": "{direction} {bytes}", "packet": "h4"},
        {"line": "{direction} ACL data: handle {connection} flags {boundary} dlen {length}",
         "packet": "l2cap"},
        {"line": "{bytes}", "part": "more"}
      ]
    }
    """#
}
