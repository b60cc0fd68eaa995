internal import RulloBase
internal import RulloBluetooth
public import RulloRecordings

/// The app's side of a recording: what it asked, and when, as requests to any engine.
public struct RecordedApp: Sendable {
  struct Action: Sendable {
    var time: Int64
    let device: Int
    let operation: TransportRequest.Operation
    /// Where an answer of its own followed, the characteristic that sent it.
    var awaited: CharacteristicIdentity?
    /// Whether it is a write, and the device had said something at its time before: clocks of 1 ms give an answer
    /// and the request that it led to one stamp.
    var isAfterDevice = false
  }

  let hasClock: Bool

  /// In the order of their times.
  let actions: [Action]

  /// When its last request is made, in nanoseconds of virtual time.
  public var lastTime: Int64 { actions.last?.time ?? 0 }

  /// The app's side of a recording; what a log does not show is implied: the connection, and a
  /// subscription from the first value on.
  public init(_ recording: Recording, _ options: ReplayOptions = ReplayOptions()) {
    self.init(ReplayScript(recording, options))
  }

  init(_ script: ReplayScript) {
    hasClock = script.hasClock
    var answered: Set<Int> = []
    for exchange in script.map.exchanges where exchange.response != nil {
      answered.insert(exchange.request)
    }
    var found: [(time: Int64, rank: Int, position: Int, action: Action)] = []
    var lastSaid: Int64?
    let last = script.hasClock ? script.axis.max() : nil
    func add(_ position: Int, rank: Int, _ device: Int, _ operation: TransportRequest.Operation) {
      let time = script.hasClock ? script.axis[position] : 0
      var action = Action(time: time, device: device, operation: operation)
      if rank == 2, answered.contains(position) { action.awaited = operation.characteristic }
      // A subscription still goes first: behind the values of its moment it would miss them. So does
      // what stands at the very end, which is the device's last word.
      if case .write = operation, time != last {
        action.isAfterDevice = script.hasClock && lastSaid == time
      }
      found.append((time, rank, position, action))
    }
    for (device, party) in script.parties.enumerated() {
      for segment in party.segments {
        let start = segment.start
        add(start, rank: 0, device, .connect)
        // Before its first value a subscription brings nothing, so that all may begin here.
        for channel in script.channels
        where channel.device == device && channel.subscriptions.isEmpty && channel.hasValues {
          add(start, rank: 1, device, .subscribe(channel.identity))
        }
        if let end = segment.disconnect, script.recording.events[end].detail == 0x16 {
          add(end, rank: 2, device, .disconnect)
        }
      }
    }
    for (position, event) in script.recording.events.enumerated() {
      let channel = script.channelOfEvent[position]
      if event.direction == .fromDevice, script.hasClock { lastSaid = script.axis[position] }
      guard channel >= 0, event.direction == .toDevice else { continue }
      let (device, identity) = (script.channels[channel].device, script.channels[channel].identity)
      switch event.kind {
      case .subscribe: add(position, rank: 2, device, .subscribe(identity))
      case .unsubscribe: add(position, rank: 2, device, .unsubscribe(identity))
      case .writeRequest, .writeCommand:
        add(
          position, rank: 2, device,
          .write(
            identity, Array(script.value(position)), withResponse: event.kind == .writeRequest))
      case .readRequest where event.detail == 0: add(position, rank: 2, device, .read(identity))
      default: break
      }
    }
    // The run begins with the first thing that the app does.
    let zero = found.map(\.time).min() ?? 0
    actions = found.sorted {
      ($0.time, $0.position, $0.rank) < ($1.time, $1.position, $1.rank)
    }.map { entry in
      var action = entry.action
      action.time = entry.time &- zero
      return action
    }
  }
}
