extension ATTLayout {
  /// Error handling (Core specification, volume 3 part F, 3.4.1).
  static let errors = [
    ATTLayout(
      ATTOpcode.errorResponse, "Error Response",
      [
        ATTPart("request_opcode_in_error", "Request Opcode In Error", .opcode),
        ATTPart("handle", "Attribute Handle In Error", .handle),
        ATTPart("error_code", "Error Code", .errorCode),
      ])
  ]
}
