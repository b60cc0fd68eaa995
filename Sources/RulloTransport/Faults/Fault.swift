internal import RulloBase

/// One fault of a plan: what goes wrong, with what, and when.
public struct Fault: Hashable, Sendable {
  /// What goes wrong.
  public enum Kind: Hashable, Sendable {
    /// A control point acknowledges a request and never answers it.
    case silent
    /// A control point refuses a request with a result code; the request does not reach the device.
    case deny(code: UInt8)
    /// Values, or the answers of a control point, come later by so many nanoseconds.
    case delay(nanoseconds: Int64)
    /// Values are lost.
    case drop
    /// Values come twice.
    case duplicate
    /// Values change places within groups of so many.
    case reorder(window: Int)
    /// Bits of values are turned round; octets behind the mask stay.
    case corrupt(mask: [UInt8])
    /// Values are cut to so many octets.
    case truncate(octets: Int)
    /// The answer of a control point names another op code.
    case wrongEcho(opCode: UInt8)
    /// A value comes that nobody asked for.
    case unsolicited(value: [UInt8])
    /// Control is taken away: a status says so, and requests are refused until it is asked for again.
    case controlLost
    /// Streams are silent; nothing of the time comes later.
    case stall
    /// An integer in values jumps by so much and stays there.
    case counterJump(offset: Int, octets: Int, by: Int64)
    /// The device's clock runs fast by so many millionths.
    case clockSkew(partsPerMillion: Int64)
    /// The link ends with an HCI reason.
    case disconnect(reason: UInt8)
    /// A connection after the first is refused.
    case refuseReconnect
    /// A link with a small MTU: values are cut, and longer writes refused.
    case mtu(Int)
  }

  /// When, and for which of what it meets, a fault fires.
  public struct Selector: Hashable, Sendable {
    /// `nil` for every device.
    public var device: Int?
    /// `nil` for every characteristic that the kind is about.
    public var characteristic: CharacteristicIdentity?
    /// The first octet of a write.
    public var opCode: UInt8?
    /// Only the so-manieth that is met, from 1.
    public var nth: Int?
    /// So many times at most.
    public var times: Int?
    /// Nanoseconds of virtual time: not before, and not from there on.
    public var from: Int64?
    public var to: Int64?
    /// Not before a label of the recording with this text.
    public var label: String?
    /// Only some: so many in so many, by a hash of seed, fault and index.
    public var chance: Chance?

    public init() {}
  }

  /// A share, such as 1 in 4.
  public struct Chance: Hashable, Sendable {
    public var part: UInt64
    public var whole: UInt64

    public init(_ part: UInt64, in whole: UInt64) {
      self.part = part
      self.whole = max(1, whole)
    }
  }

  public var kind: Kind
  public var selector: Selector

  /// The line of its file, or its place in a plan made in Swift.
  public var line: Int

  public init(_ kind: Kind, line: Int = 0, _ change: (inout Selector) -> Void = { _ in }) {
    self.kind = kind
    self.line = line
    selector = Selector()
    change(&selector)
  }
}

extension Fault: CustomStringConvertible {
  /// The fault as a line of a plan: `silent 2AD9 op=0x11`.
  public var description: String {
    var words = [kind.word]
    if let characteristic = selector.characteristic { words.append("\(characteristic)") }
    words += kind.parameters.map { "\($0.key)=\($0.value)" }
    if let device = selector.device { words.append("device=\(device)") }
    if let opCode = selector.opCode { words.append("op=0x\(Hex.text([opCode]))") }
    if let nth = selector.nth { words.append("nth=\(nth)") }
    if let times = selector.times { words.append("times=\(times)") }
    if let from = selector.from { words.append("from=\(FaultWords.seconds(from))") }
    if let to = selector.to { words.append("to=\(FaultWords.seconds(to))") }
    if let label = selector.label { words.append("label=\(label)") }
    if let chance = selector.chance { words.append("chance=\(chance.part)/\(chance.whole)") }
    return words.joined(separator: " ")
  }
}

extension Fault.Kind {
  /// The first word of a line.
  public var word: String {
    switch self {
    case .silent: "silent"
    case .deny: "deny"
    case .delay: "delay"
    case .drop: "drop"
    case .duplicate: "duplicate"
    case .reorder: "reorder"
    case .corrupt: "corrupt"
    case .truncate: "truncate"
    case .wrongEcho: "wrong-echo"
    case .unsolicited: "unsolicited"
    case .controlLost: "control-lost"
    case .stall: "stall"
    case .counterJump: "counter-jump"
    case .clockSkew: "clock-skew"
    case .disconnect: "disconnect"
    case .refuseReconnect: "refuse-reconnect"
    case .mtu: "mtu"
    }
  }

  var parameters: [(key: String, value: String)] {
    switch self {
    case .deny(let code): [("code", "0x\(Hex.text([code]))")]
    case .delay(let nanoseconds): [("by", FaultWords.seconds(nanoseconds))]
    case .reorder(let window): [("window", "\(window)")]
    case .corrupt(let mask): [("mask", Hex.text(mask))]
    case .truncate(let octets): [("octets", "\(octets)")]
    case .wrongEcho(let opCode): [("echo", "0x\(Hex.text([opCode]))")]
    case .unsolicited(let value): [("value", Hex.text(value))]
    case .counterJump(let offset, let octets, let by):
      [("offset", "\(offset)"), ("octets", "\(octets)"), ("by", "\(by)")]
    case .clockSkew(let ppm): [("ppm", "\(ppm)")]
    case .disconnect(let reason): [("reason", "0x\(Hex.text([reason]))")]
    case .mtu(let mtu): [("mtu", "\(mtu)")]
    case .silent, .drop, .duplicate, .controlLost, .stall, .refuseReconnect: []
    }
  }
}

enum FaultWords {
  /// Nanoseconds as seconds in their shortest exact form.
  static func seconds(_ nanoseconds: Int64) -> String {
    var text = TextBuffer(capacity: 64)
    text.append(ExactDecimal(nanoseconds, exponent: -9))
    return text.string
  }
}
