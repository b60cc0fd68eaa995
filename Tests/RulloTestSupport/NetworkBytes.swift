/// Ethernet frames of one TCP connection by hand: 192.0.2.10:50000 opens, 192.0.2.1 answers.
public struct NetworkBytes: Sendable {
  public var isVersion6 = false
  /// The identifier of a VLAN tag, where there is one.
  public var vlan: UInt16?
  public var serverPort: UInt16 = 36_866

  public init() {}

  /// A segment; `flags` are 0x01 FIN, 0x02 SYN, 0x04 RST, 0x10 ACK.
  public func segment(
    fromClient: Bool, sequence: UInt32, acknowledged: UInt32 = 0, flags: UInt8 = 0x10,
    _ payload: [UInt8] = []
  ) -> [UInt8] {
    let from: UInt16 = fromClient ? 50_000 : serverPort
    let to: UInt16 = fromClient ? serverPort : 50_000
    var transport = big(from) + big(to) + big(sequence) + big(acknowledged)
    transport += [0x50, flags, 0xFF, 0xFF, 0, 0, 0, 0] as [UInt8]
    transport += payload
    var frame = [UInt8](repeating: 2, count: 12)
    if let vlan { frame += [0x81, 0x00] + big(vlan) }
    let length = UInt16(transport.count)
    let ends: [UInt8] = fromClient ? [10, 1] : [1, 10]
    if isVersion6 {
      frame += [0x86, 0xDD, 0x60, 0, 0, 0] as [UInt8]
      frame += big(length)
      frame += [6, 64] as [UInt8]
      for end in ends {
        frame += [0x20, 0x01, 0x0D, 0xB8] as [UInt8]
        frame += [UInt8](repeating: 0, count: 11)
        frame.append(end)
      }
    } else {
      frame += [0x08, 0x00, 0x45, 0] as [UInt8]
      frame += big(20 + length)
      frame += [0, 1, 0x40, 0, 64, 6, 0, 0] as [UInt8]
      for end in ends { frame += [192, 0, 2, end] as [UInt8] }
    }
    frame += transport
    // Ethernet pads what is short.
    return frame + [UInt8](repeating: 0xEE, count: max(0, 60 - frame.count))
  }

  private func big(_ value: some FixedWidthInteger) -> [UInt8] {
    stride(from: value.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: value >> $0)
    }
  }
}
