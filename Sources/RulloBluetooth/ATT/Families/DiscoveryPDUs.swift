extension ATTLayout {
  /// Finding and reading by type (Core specification, volume 3 part F, 3.4.3, 3.4.4.1 and .9).
  static let discovery = [
    ATTLayout(
      ATTOpcode.findInformationRequest, "Find Information Request", [.start, .end]),
    ATTLayout(
      ATTOpcode.findInformationRequest + 1, "Find Information Response",
      [
        ATTPart("format", "Format", .octet(allowed: 1...2)),
        ATTPart(
          "pairs", "Information Data",
          .list(
            ATTList(
              "information_data", .format, [.handle, ATTPart("uuid", "UUID", .uuid)]))),
      ]),
    ATTLayout(
      ATTOpcode.findByTypeValueRequest, "Find By Type Value Request",
      [
        .start, .end, ATTPart("attribute_type", "Attribute Type", .shortUUID),
        ATTPart("attribute_value_hex", "Attribute Value", .octets()),
      ]),
    ATTLayout(
      ATTOpcode.findByTypeValueRequest + 1, "Find By Type Value Response",
      [
        ATTPart(
          "ranges", "Handles Information List",
          .list(
            ATTList(
              "handles_information_list", .fixed(4),
              [
                ATTPart("handle", "Found Attribute Handle", .handle),
                ATTPart("group_end", "Group End Handle", .handle),
              ])))
      ]),
    ATTLayout(
      ATTOpcode.readByTypeRequest, "Read By Type Request",
      [.start, .end, ATTPart("attribute_type", "Attribute Type", .uuid)]),
    ATTLayout(
      ATTOpcode.readByTypeRequest + 1, "Read By Type Response",
      [
        ATTPart("length", "Length", .octet()),
        ATTPart(
          "entries", "Attribute Data List",
          .list(ATTList("attribute_data_list", .prefixed(atLeast: 2), [.handle, .value]))),
      ]),
    ATTLayout(
      ATTOpcode.readByGroupTypeRequest, "Read By Group Type Request",
      [.start, .end, ATTPart("attribute_group_type", "Attribute Group Type", .uuid)]),
    ATTLayout(
      ATTOpcode.readByGroupTypeRequest + 1, "Read By Group Type Response",
      [
        ATTPart("length", "Length", .octet()),
        ATTPart(
          "services", "Attribute Data List",
          .list(
            ATTList(
              "attribute_data_list", .prefixed(atLeast: 6),
              [
                ATTPart("start", "Attribute Handle", .handle),
                ATTPart("end", "End Group Handle", .handle),
                ATTPart("uuid", "Attribute Value", .uuid),
              ]))),
      ]),
  ]
}
