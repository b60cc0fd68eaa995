internal import RulloBase
internal import RulloBluetooth
internal import RulloFitness

/// One kind of contradiction of one attribute, its first place and how often it came.
struct Finding: Sendable {
  enum Kind: Hashable, Sendable {
    case reservedFlags(UInt32)
    case reservedBits(row: Int, UInt32)
    case trailing
    case power
    case wheel
    case resistance
    case target(UInt8)
  }

  struct Key: Hashable, Sendable {
    let kind: Kind
    let attribute: Int
  }

  let key: Key
  let first: SourceReference
  var count = 1

  init(key: Key, first: SourceReference) {
    self.key = key
    self.first = first
  }

  var noteKind: Note.Kind {
    switch key.kind {
    case .reservedFlags, .reservedBits: .reservedBits
    case .trailing: .trailingOctets
    case .power, .wheel: .contradiction
    case .resistance, .target: .outOfRange
    }
  }

  var text: String {
    switch key.kind {
    case .reservedFlags(let bits): "reserved flags set, \(Self.bits(bits))"
    case .reservedBits(_, let bits): "reserved bits set, \(Self.bits(bits))"
    case .trailing: "octets behind the last field"
    case .power:
      "power differs from that of the other power characteristic by more than"
        + " \(MachineState.watts) W and \(MachineState.percent) % at the same time"
    case .wheel:
      "wheel revolutions and the speed of 2AD2 do not go together: the wheel would not be"
        + " between \(MachineState.smallest) and \(MachineState.largest) mm round"
    case .resistance: "resistance level outside the range of 2AD6"
    case .target(let code):
      "\(CharacteristicLayout.fitnessMachineControlPoint.operationWords(code)?.text ?? "target")"
        + " outside the announced range"
    }
  }

  private static func bits(_ mask: UInt32) -> String {
    let set = (0..<32).filter { mask & 1 << UInt32($0) != 0 }.map(String.init)
    return (set.count == 1 ? "bit " : "bits ") + set.joined(separator: ", ")
  }
}
