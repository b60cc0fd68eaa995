extension BuiltInFormats {
  /// The text export of Apple's PacketLogger: the rows of the attribute protocol, values in groups.
  ///
  /// Each row says the month and the day, and no year: the time of day counts.
  static let packetLoggerText = #"""
    {
      "name": "packetlogger_text",
      "title": "Apple PacketLogger, text",
      "begins": ["{word} {number} {time}", ""],
      "directions": {"Receive": "from_device", "Send": "to_device"},
      "lines": [
        {"line": "ATT {direction} {any}Handle Value Notification - Handle:{handle} - Value: {groups}",
         "kind": "notification"},
        {"line": "ATT {direction} {any}Handle Value Notification - Handle:{handle} - {uuid} - Value: {groups}",
         "kind": "notification"},
        {"line": "ATT {direction} {any}Handle Value Indication - Handle:{handle} - Value: {groups}",
         "kind": "indication"},
        {"line": "ATT {direction} {any}Handle Value Indication - Handle:{handle} - {uuid} - Value: {groups}",
         "kind": "indication"},
        {"line": "ATT {direction} {any}Write Request - Handle:{handle} - Value: {groups}",
         "kind": "write_request"},
        {"line": "ATT {direction} {any}Write Request - Handle:{handle} - {uuid} - Value: {groups}",
         "kind": "write_request"},
        {"line": "ATT {direction} {any}Write Command - Handle:{handle} - Value: {groups}",
         "kind": "write_command"},
        {"line": "ATT {direction} {any}Write Command - Handle:{handle} - {uuid} - Value: {groups}",
         "kind": "write_command"}
      ]
    }
    """#

  /// The same export with raw octets behind each row: whole packets, so that handles get their names.
  static let packetLoggerRaw = #"""
    {
      "name": "packetlogger_raw",
      "title": "Apple PacketLogger, text with raw octets",
      "begins": ["{word} {number} {time}", ""],
      "directions": {"Receive": "from_device", "Send": "to_device"},
      "lines": [
        {"line": "ATT {direction} {any}{gap}{bytes}", "packet": "acl"}
      ]
    }
    """#

  /// The same export with the rows of L2CAP, which hold the attribute protocol's octets in brackets.
  static let packetLoggerL2CAP = #"""
    {
      "name": "packetlogger_l2cap",
      "title": "Apple PacketLogger, text with L2CAP rows",
      "begins": ["{word} {number} {time}", ""],
      "directions": {"Receive": "from_device", "Send": "to_device"},
      "lines": [
        {"line": "L2CAP {direction} {connection} {any}Channel ID: 0x0004 Length: {word} ({word} [ {bytes} ]",
         "packet": "att"}
      ]
    }
    """#
}
