extension ATTLayout {
  /// MTU exchange (Core specification, volume 3 part F, 3.4.2).
  static let mtu = [
    ATTLayout(
      ATTOpcode.mtuRequest, "Exchange MTU Request",
      [ATTPart("client_rx_mtu", "Client Rx MTU", .word)]),
    ATTLayout(
      ATTOpcode.mtuRequest + 1, "Exchange MTU Response",
      [ATTPart("server_rx_mtu", "Server Rx MTU", .word)]),
  ]
}
