internal import RulloBase
internal import RulloBluetooth
internal import RulloFitness
internal import RulloRecordings

/// A recording made ready for replay: its time axis, its characteristics, and who caused what.
struct ReplayScript: Sendable {
  /// A characteristic of a device, with what the recorded app did to it.
  struct Channel: Sendable {
    let device: Int
    let identity: CharacteristicIdentity
    let layout: CharacteristicLayout?
    let isControlPoint: Bool
    /// Exchanges, in their order.
    var writes: [Int] = []
    var reads: [Int] = []
    var subscriptions: [Int] = []
    /// The position of its first value or write; where no subscription was recorded it is implied.
    var firstUse: Int?
    /// Whether the device sent values of it by itself.
    var hasValues = false
  }

  /// One connection of a device.
  struct Segment: Sendable {
    /// Positions of the events that belong to it.
    var lower: Int
    var upper: Int
    /// The event that began it; `nil` where it is implied.
    let connect: Int?
    var disconnect: Int?
    /// Its last event.
    var last: Int
    /// The first thing that the app or the device did on it.
    var firstUse: Int?

    /// Where the recorded app came onto it.
    var start: Int { connect ?? firstUse ?? lower }
    /// The values, labels and gaps that came by themselves, in the order of their replay.
    var stream: [Int] = []
    /// The exchanges of its writes.
    var writes: [Int] = []
  }

  struct Party: Sendable {
    let device: Device
    let index: Int
    var segments: [Segment] = []
    /// Whether the source shows ATT results at all; a log of an app does not.
    var hasResults = false
  }

  let recording: Recording
  let map: ExchangeMap
  let hasClock: Bool

  /// For each event its place on the axis: nanoseconds that never go back, or its position.
  let axis: [Int64]

  private(set) var parties: [Party] = []
  private(set) var channels: [Channel] = []

  /// For each event its channel, or -1.
  private(set) var channelOfEvent: [Int] = []

  /// Every write of the session, in its order.
  private(set) var writes: [Int] = []

  /// Positions where something of the recording is lost.
  let gaps: [Int]

  /// Events that no identity reaches: handles that no discovery named.
  private(set) var unreachable = 0

  private var channelIndex: [ChannelKey: Int] = [:]

  private struct ChannelKey: Hashable {
    let device: Int
    let identity: CharacteristicIdentity
  }

  init(_ recording: Recording, _ options: ReplayOptions) {
    self.recording = recording
    map = ExchangeMap(recording)
    hasClock = recording.clock.kind != .none && recording.events.contains { $0.hasTime }
    axis = TimeAxis.of(recording, hasClock: hasClock, options)
    gaps = recording.events.indices.filter { recording.events[$0].kind == .gap }
    addParties()
    addChannels()
    addExchanges()
    for party in parties.indices { addStreams(party) }
  }

  /// The channel that an app means; the first where it leaves the service open.
  func channel(_ identity: CharacteristicIdentity, device: Int) -> Int? {
    if let known = channelIndex[ChannelKey(device: device, identity: identity)] { return known }
    return channels.firstIndex { $0.device == device && $0.identity.matches(identity) }
  }

  /// The octets of an event.
  func value(_ position: Int) -> ArraySlice<UInt8> { recording.value(at: position) }

  /// Where a reader finds an event: `event 7, line 12`.
  func place(_ position: Int) -> String {
    let event = recording.events[position]
    return "event \(event.number), \(event.source)"
  }

  /// The time from one event to a later one; 0 without a clock.
  func latency(from request: Int, to answer: Int) -> Int64 {
    hasClock ? max(0, axis[answer] - axis[request]) : 0
  }

  // MARK: Loading

  private mutating func addParties() {
    var order: [Int] = []
    for event in recording.events {
      guard event.device >= 0, !order.contains(event.device),
        let device = recording.device(of: event)
      else { continue }
      if case .host = device.identity { continue }
      order.append(event.device)
      // More devices than this are no session.
      if order.count == 64 { break }
    }
    parties = order.compactMap { index in
      recording.devices.indices.contains(index)
        ? Party(device: recording.devices[index], index: index) : nil
    }
    for (position, event) in recording.events.enumerated() {
      guard let party = parties.firstIndex(where: { $0.index == event.device }),
        !isOwn(position)
      else { continue }
      if event.kind == .connect {
        let isOpen = parties[party].segments.last.map { $0.disconnect == nil } ?? false
        if isOpen { parties[party].segments[parties[party].segments.count - 1].upper = position }
        parties[party].segments.append(
          Segment(
            lower: position, upper: recording.events.count, connect: position, last: position))
      } else {
        if parties[party].segments.last.map({ $0.disconnect != nil }) ?? true {
          // The capture begins within a connection, or shows none.
          parties[party].segments.append(
            Segment(
              lower: position, upper: recording.events.count, connect: nil, last: position))
        }
        if event.kind == .disconnect {
          let last = parties[party].segments.count - 1
          parties[party].segments[last].disconnect = position
          parties[party].segments[last].upper = position + 1
        }
      }
      let current = parties[party].segments.count - 1
      parties[party].segments[current].last = position
      switch event.kind {
      case .notification, .indication, .writeRequest, .writeCommand, .readRequest, .subscribe,
        .unsubscribe:
        if parties[party].segments[current].firstUse == nil {
          parties[party].segments[current].firstUse = position
        }
      default: break
      }
      if event.kind == .writeResponse || event.kind == .readResponse || event.kind == .error {
        parties[party].hasResults = true
      }
    }
  }

  private mutating func addChannels() {
    channelOfEvent = Array(repeating: -1, count: recording.events.count)
    var channelOfAttribute = Array(repeating: -1, count: recording.attributes.count)
    for (index, attribute) in recording.attributes.enumerated() {
      guard let party = parties.firstIndex(where: { $0.index == attribute.device }),
        let uuid = attribute.uuid
      else { continue }
      let identity = CharacteristicIdentity(
        uuid: uuid, service: attribute.service, instance: attribute.instance)
      let key = ChannelKey(device: party, identity: identity)
      if let known = channelIndex[key] {
        channelOfAttribute[index] = known
        continue
      }
      channelIndex[key] = channels.count
      channelOfAttribute[index] = channels.count
      channels.append(
        Channel(
          device: party, identity: identity, layout: CharacteristicLayout.layout(for: uuid),
          isControlPoint: ControlPairing.responseCode(uuid) != nil))
    }
    for (position, event) in recording.events.enumerated() where event.attribute >= 0 {
      guard channelOfAttribute.indices.contains(event.attribute),
        channelOfAttribute[event.attribute] >= 0
      else {
        unreachable += 1
        continue
      }
      let channel = channelOfAttribute[event.attribute]
      channelOfEvent[position] = channel
      switch event.kind {
      case .notification, .indication, .writeRequest, .writeCommand:
        if channels[channel].firstUse == nil { channels[channel].firstUse = position }
        if event.direction == .fromDevice { channels[channel].hasValues = true }
      default: break
      }
    }
  }

  private mutating func addExchanges() {
    for (index, exchange) in map.exchanges.enumerated() {
      let channel = channelOfEvent[exchange.request]
      guard channel >= 0 else { continue }
      let event = recording.events[exchange.request]
      switch event.kind {
      case .writeRequest, .writeCommand:
        channels[channel].writes.append(index)
        writes.append(index)
      case .subscribe: channels[channel].subscriptions.append(index)
      // The parts of a long value belong to the read that began it.
      case .readRequest: if event.detail == 0 { channels[channel].reads.append(index) }
      default: break
      }
    }
  }

  private mutating func addStreams(_ party: Int) {
    var segment = 0
    for (position, event) in recording.events.enumerated() {
      guard event.device == parties[party].index || (event.device < 0 && party == 0) else {
        continue
      }
      while segment + 1 < parties[party].segments.count,
        position >= parties[party].segments[segment + 1].lower
      {
        segment += 1
      }
      guard parties[party].segments.indices.contains(segment) else { return }
      switch event.kind {
      case .notification, .indication:
        guard map.owners[position] < 0, channelOfEvent[position] >= 0 else { continue }
        parties[party].segments[segment].stream.append(position)
      case .label where isOwn(position): continue
      case .label, .gap: parties[party].segments[segment].stream.append(position)
      default: break
      }
    }
    segment = 0
    for index in map.exchanges.indices {
      let position = map.exchanges[index].request
      let event = recording.events[position]
      guard event.device == parties[party].index else { continue }
      while segment + 1 < parties[party].segments.count,
        position >= parties[party].segments[segment + 1].lower
      {
        segment += 1
      }
      guard event.kind == .writeRequest || event.kind == .writeCommand,
        parties[party].segments.indices.contains(segment)
      else { continue }
      parties[party].segments[segment].writes.append(index)
    }
    guard hasClock else { return }
    for place in parties[party].segments.indices {
      let stream = parties[party].segments[place].stream.sorted { one, other in
        (axis[one], lane(one).rawValue, one) < (axis[other], lane(other).rawValue, other)
      }
      parties[party].segments[place].stream = stream
    }
  }

  /// Whether an earlier replay speaks of itself here: that is no part of what happened.
  private func isOwn(_ position: Int) -> Bool {
    recording.events[position].kind == .label && TranscriptWords.isOwn(value(position))
  }

  /// The lane of an event that came by itself.
  func lane(_ position: Int) -> Lane {
    guard hasClock else { return .link }
    let event = recording.events[position]
    switch event.kind {
    case .indication: return .indication
    case .notification:
      let uuid = recording.attribute(of: event)?.uuid?.short
      return uuid == 0x2ADA ? .status : .data
    default: return .link
    }
  }
}

/// What goes first among things of one moment.
enum Lane: UInt8, Sendable {
  case link, result, indication, status, data
}
