internal import RulloRecordings

extension ReplayEngine {
  /// More lines than this about one thing become a count.
  private static let listed = 16

  /// Recorded writes that the app never made, of the connections that it had.
  mutating func reportNeverMade(_ effects: inout [TransportEffect]) {
    var count = 0
    for exchange in script.writes where madeAt[exchange] == nil {
      let position = script.map.exchanges[exchange].request
      let channel = script.channelOfEvent[position]
      guard channel >= 0 else { continue }
      count += 1
      guard count <= Self.listed else { continue }
      let entry = script.channels[channel]
      diverge(
        .neverMade, device: entry.device, entry.identity,
        "the app never made the recorded write \(entry.identity)"
          + " \(WriteComparison.words(script.value(position), entry.layout))"
          + " (\(script.place(position)))", &effects)
    }
    if count > Self.listed {
      tell("\(count - Self.listed) more recorded writes were never made", nil, 0, &effects)
    }
  }

  /// What the replay could not show: dropped and cut values, connections never reached, ambiguity.
  mutating func reportLeftOver(_ effects: inout [TransportEffect]) {
    for device in devices.indices {
      let state = devices[device]
      for entry in state.dropped {
        let values = entry.count == 1 ? "value" : "values"
        tell(
          "dropped \(entry.count) \(values) that came while the app was not subscribed, events"
            + " \(entry.first) to \(entry.last)", script.channels[entry.channel].identity, device,
          &effects)
      }
      if state.cut > 0 {
        tell("cut \(state.cut) values that the recording still held", nil, device, &effects)
      }
      let segments = script.parties[device].segments.indices.filter {
        !state.reachedSegments.contains($0)
      }
      if !segments.isEmpty {
        let noun = segments.count == 1 ? "connection was" : "connections were"
        tell("\(segments.count) recorded \(noun) never reached", nil, device, &effects)
      }
    }
    let ambiguous = script.map.ambiguousCount
    if ambiguous > 0 {
      tell(
        "\(ambiguous) recorded answers could belong to another request as well; the likeliest was"
          + " taken", nil, 0, &effects)
    }
    if script.unreachable > 0 {
      tell(
        "\(script.unreachable) recorded events are of handles that no discovery named; no app can"
          + " ask for them", nil, 0, &effects)
    }
  }
}
