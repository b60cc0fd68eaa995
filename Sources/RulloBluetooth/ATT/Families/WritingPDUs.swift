extension ATTLayout {
  /// Writing attributes (Core specification, volume 3 part F, 3.4.5 and 3.4.6).
  static let writing = [
    ATTLayout(ATTOpcode.writeRequest, "Write Request", [.handle, .value]),
    ATTLayout(ATTOpcode.writeRequest + 1, "Write Response", []),
    ATTLayout(ATTOpcode.prepareWriteRequest, "Prepare Write Request", prepared),
    ATTLayout(ATTOpcode.prepareWriteRequest + 1, "Prepare Write Response", prepared),
    ATTLayout(
      ATTOpcode.executeWriteRequest, "Execute Write Request",
      [ATTPart("flags", "Flags", .octet(allowed: 0...1))]),
    ATTLayout(ATTOpcode.executeWriteRequest + 1, "Execute Write Response", []),
    ATTLayout(ATTOpcode.writeCommand, "Write Command", [.handle, .value]),
    ATTLayout(
      ATTOpcode.signedWriteCommand, "Signed Write Command",
      [
        .handle, ATTPart("value_hex", "Attribute Value", .octets(butLast: 12)),
        ATTPart("signature_hex", "Authentication Signature", .octets()),
      ]),
  ]

  private static let prepared: [ATTPart] = [
    .handle, .offset, ATTPart("value_hex", "Part Attribute Value", .octets()),
  ]
}
