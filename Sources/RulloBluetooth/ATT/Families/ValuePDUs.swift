extension ATTLayout {
  /// Values that the server sends on its own (Core specification, volume 3 part F, 3.4.7).
  static let values = [
    ATTLayout(ATTOpcode.notification, "Handle Value Notification", [.handle, .value]),
    ATTLayout(ATTOpcode.indication, "Handle Value Indication", [.handle, .value]),
    ATTLayout(ATTOpcode.confirmation, "Handle Value Confirmation", []),
    ATTLayout(
      ATTOpcode.multipleNotification, "Multiple Handle Value Notification",
      [
        ATTPart(
          "notifications", "Handle Length Value Tuple List",
          .list(
            ATTList(
              "handle_length_value_tuple_list", .counted,
              [.handle, ATTPart("value", "Value", .counted)])))
      ]),
  ]
}
