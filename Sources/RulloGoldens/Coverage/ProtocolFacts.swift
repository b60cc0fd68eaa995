internal import RulloBase
internal import RulloBluetooth
internal import RulloFitness
internal import RulloMeasurements
public import RulloRecordings

/// The facts that recordings show, and all that the field tables know of.
public enum ProtocolFacts {
  /// Control points, whose answers name the op code and a result.
  static let controlPoints: [UInt16] = [0x2A55, 0x2A66, 0x2AD9]
  static let statuses: [UInt16] = [0x2ADA]
  static let features: [UInt16] = [0x2A5C, 0x2A65, 0x2ACC]

  /// What one recording shows, in order.
  public static func of(_ recording: Recording) -> [ProtocolFact] {
    var facts: Set<ProtocolFact> = []
    var waiting: [Int: UInt8] = [:]
    for (index, event) in recording.events.enumerated() {
      guard let uuid = recording.attribute(of: event)?.uuid, let short = uuid.short else {
        continue
      }
      let value = Array(recording.value(at: index))
      let isSent = event.kind == .notification || event.kind == .indication
      if controlPoints.contains(short) {
        switch event.kind {
        case .writeRequest, .writeCommand:
          if let opCode = value.first {
            if let last = waiting[event.attribute] { facts.insert(silence(uuid, last)) }
            waiting[event.attribute] = opCode
          }
        case .notification, .indication:
          guard value.count > 2, value[0] == ControlPairing.responseCode(uuid) else { continue }
          if waiting[event.attribute] == value[1] { waiting[event.attribute] = nil }
          facts.insert(
            ProtocolFact(
              characteristic: uuid, kind: .answer, code: Int(value[1]), result: Int(value[2])))
        default: break
        }
      } else if isSent, statuses.contains(short), let opCode = value.first {
        facts.insert(
          ProtocolFact(characteristic: uuid, kind: .status, code: Int(opCode), result: 0))
      } else if isSent || (event.kind == .readResponse && event.detail == 0),
        let layout = CharacteristicLayout.layout(for: uuid)
      {
        facts.formUnion(Self.bits(in: value, layout))
      }
    }
    for (attribute, opCode) in waiting {
      guard recording.attributes.indices.contains(attribute),
        let uuid = recording.attributes[attribute].uuid
      else { continue }
      facts.insert(silence(uuid, opCode))
    }
    return facts.sorted()
  }

  private static func silence(_ uuid: BluetoothUUID, _ opCode: UInt8) -> ProtocolFact {
    ProtocolFact(characteristic: uuid, kind: .silence, code: Int(opCode), result: 0)
  }

  /// The flags and the feature bits of one value.
  private static func bits(
    in value: [UInt8], _ layout: CharacteristicLayout
  ) -> [ProtocolFact] {
    let isFeature = layout.uuid.short.map(features.contains) ?? false
    guard isFeature || layout.flagOctets > 0 else { return [] }
    return value.withRawSpan { octets in
      let decoded = layout.decode(octets)
      if isFeature { return featureBits(of: decoded, layout) }
      guard value.count >= layout.flagOctets else { return [] }
      return bits(of: layout.definedFlags | decoded.flags).map { bit in
        let kind: ProtocolFact.Kind =
          decoded.flags & (1 << UInt32(bit)) != 0 ? .flagSet : .flagClear
        return ProtocolFact(characteristic: layout.uuid, kind: kind, code: bit, result: 0)
      }
    }
  }

  private static func featureBits(
    of decoded: DecodedValue, _ layout: CharacteristicLayout
  ) -> [ProtocolFact] {
    let rows = (layout.tables.first?.fields ?? []).enumerated().compactMap { row, field in
      if case .bitSet = field.content { row } else { nil as Int? }
    }
    return rows.enumerated().flatMap { word, row in
      bits(of: decoded.raw(row: row)).map { bit in
        ProtocolFact(
          characteristic: layout.uuid, kind: .feature, code: word * 32 + bit, result: 0)
      }
    }
  }

  static func bits(of mask: UInt32) -> [Int] {
    (0..<32).filter { mask & (1 << UInt32($0)) != 0 }
  }
}
