extension ATTLayout {
  /// Reading attributes (Core specification, volume 3 part F, 3.4.4).
  static let reading = [
    ATTLayout(ATTOpcode.readRequest, "Read Request", [.handle]),
    ATTLayout(ATTOpcode.readRequest + 1, "Read Response", [.value]),
    ATTLayout(ATTOpcode.readBlobRequest, "Read Blob Request", [.handle, .offset]),
    ATTLayout(
      ATTOpcode.readBlobRequest + 1, "Read Blob Response",
      [ATTPart("value_hex", "Part Attribute Value", .octets())]),
    ATTLayout(ATTOpcode.readMultipleRequest, "Read Multiple Request", [handles]),
    // The values stand without lengths, so that only the whole can be told.
    ATTLayout(
      ATTOpcode.readMultipleRequest + 1, "Read Multiple Response",
      [ATTPart("value_hex", "Set Of Values", .octets())]),
    ATTLayout(
      ATTOpcode.readMultipleVariableRequest, "Read Multiple Variable Request", [handles]),
    ATTLayout(
      ATTOpcode.readMultipleVariableRequest + 1, "Read Multiple Variable Response",
      [
        ATTPart(
          "values_hex", "Length Value Tuple List",
          .list(
            ATTList(
              "length_value_tuple_list", .counted, [ATTPart("value", "Value", .counted)])))
      ]),
  ]

  private static let handles = ATTPart(
    "handles", "Set Of Handles",
    .list(ATTList("set_of_handles", .fixed(2), [ATTPart("handle", "Handle", .handle)])))
}
