extension BuiltInFormats {
  /// The debug log of the NimBLE host: ACL packets as octets, in one line or one octet a line.
  ///
  /// Mynewt writes microseconds in front, ESP-IDF milliseconds since boot, a bare host nothing.
  static let nimble = #"""
    {
      "name": "nimble",
      "title": "NimBLE host",
      "begins": ["{number} [ts={us}ssb, {any}]", "{any}({ms}) NimBLE:", ""],
      "lines": [
        {"line": "ble_hs_hci_evt_acl_process(): conn_handle={connection} pb={boundary} len={length} data={bytes}",
         "packet": "l2cap", "direction": "from_device"},
        {"line": "ble_hs_hci_evt_acl_process(): conn_handle={connection} pb={boundary} len={length} data=",
         "packet": "l2cap", "direction": "from_device"},
        {"line": "ble_hs_hci_acl_tx(): {bytes}", "packet": "acl", "direction": "to_device"},
        {"line": "ble_hs_hci_acl_tx():", "packet": "acl", "direction": "to_device"},
        {"line": "{bytes}", "part": "more"}
      ]
    }
    """#
}
