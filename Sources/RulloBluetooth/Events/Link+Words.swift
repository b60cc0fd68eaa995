internal import RulloBase

extension Link {
  /// Who ended the connection: `host`, `peer`, or `nobody` where the link was lost.
  ///
  /// Some controllers answer a host's own request with the peer's reason: the request decides.
  public var endedBy: String? {
    guard let reason else { return nil }
    return isEndedByHost ? "host" : BluetoothErrors.disconnectedBy(reason)
  }

  /// Why it ended, in words.
  public var reasonText: String? {
    guard let reason else { return nil }
    return isEndedByHost && reason != 0x16
      ? "local host terminated: we hung up (reason 0x\(Hex.text([reason])) was reported)"
      : BluetoothErrors.disconnectName(reason)
  }
}
