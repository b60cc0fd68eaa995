public import RulloBase
internal import RulloFitness

/// One thing that a recording shows a device doing, by the field tables.
public struct ProtocolFact: Hashable, Sendable {
  public enum Kind: Int, Sendable, CaseIterable {
    /// An op code was answered with a result.
    case answer
    /// An op code was written, and nothing answered it.
    case silence
    /// A status was sent.
    case status
    /// A bit of the flags was set, or was clear.
    case flagSet, flagClear
    /// A bit of a feature characteristic was set.
    case feature

    /// The word of the JSON output.
    public var word: String {
      switch self {
      case .answer: "answer"
      case .silence: "no_answer"
      case .status: "status"
      case .flagSet: "flag_set"
      case .flagClear: "flag_clear"
      case .feature: "feature"
      }
    }
  }

  public let characteristic: BluetoothUUID
  public let kind: Kind

  /// The op code, or the number of the bit; the second word of a feature value begins at 32.
  public let code: Int

  /// The result code of an answer; 0 elsewhere.
  public let result: Int

  /// What the code means, in plain words.
  public var subject: String {
    guard let layout = CharacteristicLayout.layout(for: characteristic) else { return "\(code)" }
    switch kind {
    case .answer, .silence, .status:
      return UInt8(exactly: code).flatMap { layout.operationWords($0)?.text }
        ?? "op 0x" + Self.hex(code)
    case .flagSet, .flagClear: return layout.flagName(code) ?? "bit \(code)"
    case .feature: return layout.featureName(code) ?? "bit \(code)"
    }
  }

  /// The name of the result, or its number.
  public var outcome: String {
    switch kind {
    case .answer: resultName(characteristic, result) ?? "result 0x" + Self.hex(result)
    case .silence: "no answer"
    case .flagClear: "clear"
    case .status, .flagSet, .feature: ""
    }
  }

  private static func hex(_ code: Int) -> String {
    Hex.text([UInt8(truncatingIfNeeded: code)])
  }
}

extension ProtocolFact: Comparable {
  public static func < (one: Self, other: Self) -> Bool { one.order < other.order }

  private var order: (UInt64, UInt64, Int, Int, Int) {
    (characteristic.high, characteristic.low, kind.rawValue, code, result)
  }
}

extension ProtocolFact: CustomStringConvertible {
  /// `2AD9 set indoor bike simulation = control not permitted`.
  public var description: String {
    switch kind {
    case .answer, .silence: "\(characteristic) \(subject) = \(outcome)"
    case .status: "\(characteristic) \(subject)"
    case .flagSet: "\(characteristic) flags: \(subject)"
    case .flagClear: "\(characteristic) flags without: \(subject)"
    case .feature: "\(characteristic) announces \(subject)"
    }
  }
}

/// The name of a result code, by the response table of a control point.
func resultName(_ characteristic: BluetoothUUID, _ code: Int) -> String? {
  let layout = CharacteristicLayout.layout(for: characteristic)
  guard let response = layout?.tables.first(where: { $0.isResponse }), response.fields.count > 1,
    case .code(let names) = response.fields[1].content, let code = UInt32(exactly: code)
  else { return nil }
  return names.name(of: code)?.text
}

extension CharacteristicLayout {
  /// The field that a bit of the flags brings, or what the bit says.
  func flagName(_ bit: Int) -> String? {
    for field in tables.first?.fields ?? [] {
      switch field.presence {
      case .whenSet(bit), .whenClear(bit): return field.name.description.lowercased()
      default: break
      }
      if let slice = field.slice, slice.source == .flags, slice.covers(bit) {
        return field.name.description.lowercased()
      }
      if field.format.widerWhenSet == bit {
        return field.name.description.lowercased() + " in twice the octets"
      }
    }
    return nil
  }

  /// The name of a feature bit; the bits of a second word begin at 32.
  func featureName(_ bit: Int) -> String? {
    let names = featureTables.dropFirst(bit / 32).first?.names ?? []
    if names.indices.contains(bit % 32), let words = names[bit % 32] { return words.text }
    // A number of several bits is a field of its own behind the set.
    let field = (tables.first?.fields ?? []).first { field in
      field.slice.map { $0.source == .previous && $0.covers(bit % 32) } ?? false
    }
    return field.map { $0.name.description.lowercased() + " (bit \(bit % 32))" }
  }

  /// The sets of bits of a feature characteristic, in wire order.
  var featureTables: [BitTable] {
    (tables.first?.fields ?? []).compactMap { field in
      if case .bitSet(let table) = field.content { table } else { nil }
    }
  }
}

extension Slice {
  fileprivate func covers(_ bit: Int) -> Bool { (shift..<(shift + max(0, bits))).contains(bit) }
}
