public import RulloBase
public import RulloBluetooth
internal import RulloRecordings

/// One session as the head of a comparison names it.
public struct SessionDescription: Sendable {
  /// Devices that took part and were held against one of the other session, in its order.
  public let devices: [Device]

  /// Devices without a partner.
  public let unpairedDevices: [Device]
  public let clock: Clock
  public let eventCount: Int

  /// Control writes and values of streams: how many there are, and how many have a partner.
  public let writes: (aligned: Int, total: Int)
  public let values: (aligned: Int, total: Int)

  /// The share of writes and values that have a partner, with three decimals; `nil` without any.
  public var aligned: ExactDecimal? {
    ExactDecimal.ratio(
      Int128(writes.aligned + values.aligned), Int128(writes.total + values.total), places: 3)
  }

  init(_ alignment: SessionAlignment, _ survey: StreamSurvey, _ side: Side) {
    let facts = alignment.facts[side]
    clock = facts.recording.clock
    eventCount = facts.recording.events.count
    devices = alignment.devices.map { $0.device[side].device }
    let paired = Set(alignment.devices.map { $0.device[side].index })
    unpairedDevices = facts.devices.filter { !paired.contains($0.index) && !$0.isEmpty }
      .map(\.device)
    let allWrites = facts.devices.reduce(0) { sum, device in
      device.connections.reduce(sum) { $0 + $1.writes.count }
    }
    let pairedWrites = alignment.devices.reduce(0) { sum, pair in
      pair.connections.reduce(sum) { $0 + $1.alignment.pairCount }
    }
    writes = (pairedWrites, allWrites)
    values = (survey.taken, survey.total)
  }
}
