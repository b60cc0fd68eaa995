/// The SHA-256 digest (FIPS 180-4), in plain Swift so that the libraries need nothing else.
public struct SHA256: Sendable {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  private var block = [UInt8](repeating: 0, count: 64)
  private var filled = 0
  private var length: UInt64 = 0
  private var schedule = [UInt32](repeating: 0, count: 64)

  public init() {}

  /// Takes more of the message.
  public mutating func update(_ bytes: RawSpan) {
    var place = 0
    while place < bytes.byteCount {
      // Whole blocks need no copy.
      if filled == 0, bytes.holds(64, at: place) {
        compress(bytes.extracting(place..<place + 64))
        length &+= 64
        place += 64
      } else {
        let count = min(64 - filled, bytes.byteCount - place)
        for offset in 0..<count { block[filled + offset] = bytes.octet(place + offset) ?? 0 }
        filled += count
        length &+= UInt64(count)
        place += count
        if filled == 64 { compressFilled() }
      }
    }
  }

  public mutating func update(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { update(byte) }
  }

  public mutating func update(_ byte: UInt8) {
    block[filled] = byte
    filled += 1
    length &+= 1
    if filled == 64 { compressFilled() }
  }

  private mutating func compressFilled() {
    var full: [UInt8] = []
    swap(&full, &block)
    full.withRawSpan { compress($0) }
    swap(&full, &block)
    filled = 0
  }

  /// Takes an integer as eight octets, least significant first.
  public mutating func update(_ value: Int64) {
    for place in 0..<8 { update(UInt8(truncatingIfNeeded: value >> (8 * place))) }
  }

  private mutating func compress(_ block: RawSpan) {
    for index in 0..<16 { schedule[index] = block.u32be(4 * index) ?? 0 }
    for index in 16..<64 {
      let early = schedule[index - 15]
      let late = schedule[index - 2]
      let sigma0 = early.rotated(7) ^ early.rotated(18) ^ (early >> 3)
      let sigma1 = late.rotated(17) ^ late.rotated(19) ^ (late >> 10)
      schedule[index] = schedule[index - 16] &+ sigma0 &+ schedule[index - 7] &+ sigma1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let sum1 = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ sum1 &+ choice &+ Self.constants[index] &+ schedule[index]
      let sum0 = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ sum0 &+ majority)
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  /// The digest as 64 lower-case digits; the message may still grow afterwards.
  public var hexDigest: String {
    var copy = self
    let bits = length &* 8
    copy.update(0x80 as UInt8)
    while copy.filled != 56 { copy.update(0 as UInt8) }
    for place in 0..<8 { copy.update(UInt8(truncatingIfNeeded: bits >> (56 - 8 * place))) }
    let octets = copy.state.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
    return Hex.text(octets).lowercased()
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}

extension UInt32 {
  fileprivate func rotated(_ places: UInt32) -> UInt32 {
    (self >> places) | (self << (32 - places))
  }
}
