internal import RulloBluetooth

/// Two sessions side by side: which devices, characteristics, connections and writes belong together.
struct SessionAlignment: Sendable {
  let facts: Sides<SessionFacts>
  private(set) var devices: [DevicePair] = []

  init(old: SessionFacts, new: SessionFacts) {
    facts = Sides(old: old, new: new)
    let pairs = DevicePairing.pairs(old.devices, new.devices)
    devices = pairs.map { DevicePair(Sides(old: old.devices[$0.old], new: new.devices[$0.new])) }
  }
}

/// One device as both sessions know it.
struct DevicePair: Sendable {
  let device: Sides<DeviceFacts>
  let characteristics: CharacteristicPairing
  private(set) var connections: [ConnectionPair] = []

  init(_ device: Sides<DeviceFacts>) {
    self.device = device
    characteristics = CharacteristicPairing(
      device.old.characteristics, device.new.characteristics)
    let pairOf = characteristics.pairOf
    let writes = Sides(
      old: Self.writes(device.old, pairOf.old), new: Self.writes(device.new, pairOf.new))
    let tokens = Sides(
      old: Self.tokens(writes.old, pairOf.old), new: Self.tokens(writes.new, pairOf.new))
    let weights = Sides(
      old: zip(tokens.old, device.old.connections).map {
        ConnectionPairing.Weight(tokens: $0, values: $1.valueCount)
      },
      new: zip(tokens.new, device.new.connections).map {
        ConnectionPairing.Weight(tokens: $0, values: $1.valueCount)
      })
    connections = ConnectionPairing.pairs(weights.old, weights.new).map { pair in
      ConnectionPair(
        places: pair,
        connection: Sides(
          old: device.old.connections[pair.old], new: device.new.connections[pair.new]),
        writes: Sides(old: writes.old[pair.old], new: writes.new[pair.new]),
        alignment: SequenceAlignment(tokens.old[pair.old], tokens.new[pair.new]))
    }
  }

  /// What each connection wrote to characteristics that both sessions know.
  private static func writes(_ device: DeviceFacts, _ pairOf: [Int]) -> [[AppWrite]] {
    device.connections.map { $0.writes.filter { pairOf[$0.characteristic] >= 0 } }
  }

  /// The same as numbers that mean the same in both sessions.
  private static func tokens(_ writes: [[AppWrite]], _ pairOf: [Int]) -> [[Int]] {
    writes.map { $0.map { pairOf[$0.characteristic] * 256 + Int($0.opCode) } }
  }

  /// The letters of the device in both sessions.
  var letters: Sides<String?> { device.map { $0.device.alias } }

  /// The subject of a finding; of a characteristic the path that says more.
  func subject(
    only places: Sides<Int?> = Sides(old: nil, new: nil), opCode: UInt8? = nil,
    field: String? = nil
  ) -> FindingSubject {
    let attributes = Sides(
      old: places.old.map { device.old.characteristics[$0].attribute },
      new: places.new.map { device.new.characteristics[$0].attribute })
    let attribute =
      attributes.old?.service == nil ? attributes.new ?? attributes.old : attributes.old
    return FindingSubject(
      device: letters, characteristic: attribute?.path, shortPath: attribute?.shortPath,
      uuid: attribute?.uuid, opCode: opCode, field: field)
  }

  func subject(_ pair: Sides<Int>, opCode: UInt8? = nil, field: String? = nil) -> FindingSubject {
    subject(only: Sides(old: pair.old, new: pair.new), opCode: opCode, field: field)
  }
}

/// One connection of both sessions with its writes side by side.
struct ConnectionPair: Sendable {
  /// The places of the connections in their devices.
  let places: Sides<Int>
  let connection: Sides<ConnectionFacts>

  /// What the app wrote to characteristics that both sessions know; the alignment counts in these.
  let writes: Sides<[AppWrite]>
  let alignment: SequenceAlignment
}
