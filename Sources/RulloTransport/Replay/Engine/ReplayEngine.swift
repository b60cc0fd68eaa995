public import RulloBluetooth
public import RulloRecordings

/// A recording that plays the device to an app: a synchronous value, driven by virtual time.
///
/// What the app writes is matched to what was written then; the answers come with their recorded
/// latency, and what the device sent by itself comes at its recorded time. Where app and recording
/// part, that is a ``Divergence``; a replay never passes by accident and never pretends to be a
/// simulation.
public struct ReplayEngine: TransportEngine {
  let script: ReplayScript
  public let options: ReplayOptions

  public internal(set) var now: Int64 = 0

  /// Where app and recording parted, in order.
  public internal(set) var divergences: [Divergence] = []

  /// Whether the stream no longer shows what this trainer would have done.
  public internal(set) var isOffScript = false

  /// Whether the recording has been played to its end, or the replay was stopped.
  public internal(set) var hasEnded = false

  var devices: [DeviceState]
  var queue = TimedQueue<Due>()
  /// Virtual time of zero on the recording's axis; set by the first connection.
  var origin: Int64?
  /// For each exchange the virtual time at which the app made it.
  var madeAt: [Int: Int64] = [:]
  /// For each channel the place behind the last write that was matched.
  var cursors: [Int]
  var strictCursor = 0
  var readCursors: [Int]
  var subscriptionCursors: [Int]
  var serial = 0
  private var hasFinished = false

  /// Something that was caused and comes later.
  struct Due: Sendable {
    enum Kind: Sendable {
      case linkUp(TransportRequest.ID)
      case completed(TransportRequest.ID, Result<[UInt8], TransportError>)
      case value(channel: Int, [UInt8], isIndication: Bool)
    }
    let device: Int
    let kind: Kind
    /// Between the request and this, in nanoseconds; `nil` where the recording does not say.
    let latency: Int64?
  }

  /// What a device is in at this moment.
  struct DeviceState: Sendable {
    enum Link: Sendable { case down(DisconnectReason), connecting, up }
    var link = Link.down(.notYetConnected)
    /// The segment that is played, and the one that the next connection plays.
    var segment: Int?
    var nextSegment = 0
    /// The segment whose link ended before its recorded end.
    var interrupted: Int?
    /// Virtual time of zero on the recording's axis.
    var base: Int64 = 0
    /// Whether the stream runs: where the link is implied it begins with the app's first request.
    var isStreaming = false
    var stream = StreamCursor()
    var subscribed: Set<Int> = []
    var hasControl = false
    /// Requests that wait, in their order.
    var pending: [TransportRequest.ID] = []
    /// Values that came before the app subscribed, by channel in order of the first.
    var dropped: [(channel: Int, first: Int, last: Int, count: Int)] = []
    var cut = 0
    /// Recorded writes of the segment that the app has not made.
    var unmade = 0
    var reachedSegments: Set<Int> = []
  }

  /// An engine at the beginning of a recording.
  public init(_ recording: Recording, _ options: ReplayOptions = ReplayOptions()) {
    script = ReplayScript(recording, options)
    self.options = options
    devices = Array(repeating: DeviceState(), count: script.parties.count)
    cursors = Array(repeating: 0, count: script.channels.count)
    readCursors = cursors
    subscriptionCursors = cursors
  }

  public var deviceCount: Int { devices.count }
  public var hasClock: Bool { script.hasClock }

  public func device(_ index: Int) -> Device {
    script.parties.indices.contains(index)
      ? script.parties[index].device : Device(.unnamed(index))
  }

  public func resolve(
    _ identity: CharacteristicIdentity, device: Int
  ) -> CharacteristicIdentity {
    script.channel(identity, device: device).map { script.channels[$0].identity } ?? identity
  }

  /// What the replay came to, with all that happened so far.
  public var verdict: ReplayVerdict { ReplayVerdict(divergences) }

  public mutating func handle(
    _ request: TransportRequest, _ effects: inout [TransportEffect]
  ) {
    guard devices.indices.contains(request.device) else {
      return complete(request, .failure(.notConnected), &effects)
    }
    if hasEnded {
      diverge(
        .afterEnd, request, "\(request.operation.word) after the end of the recording",
        &effects)
      return complete(request, .failure(.ended), &effects)
    }
    switch request.operation {
    case .connect: return connect(request, &effects)
    case .disconnect: return disconnect(request, &effects)
    default: break
    }
    guard case .up = devices[request.device].link else {
      diverge(.noLink, request, "\(request.operation.word) while there is no link", &effects)
      return complete(request, .failure(.notConnected), &effects)
    }
    startStream(request)
    switch request.operation {
    case .connect, .disconnect: break
    case .subscribe(let identity): subscribe(request, identity, &effects)
    case .unsubscribe(let identity):
      if let channel = script.channel(identity, device: request.device) {
        devices[request.device].subscribed.remove(channel)
      }
      complete(request, .success([]), &effects)
    case .write(let identity, let bytes, let withResponse):
      write(request, identity, bytes, withResponse: withResponse, &effects)
    case .read(let identity): read(request, identity, &effects)
    }
  }

  public mutating func cancel(
    _ id: TransportRequest.ID, device: Int, _ effects: inout [TransportEffect]
  ) {
    guard devices.indices.contains(device), devices[device].pending.contains(id) else { return }
    devices[device].pending.removeAll { $0 == id }
    _ = queue.removeAll { due in
      switch due.kind {
      case .completed(let other, _), .linkUp(let other): other == id
      case .value: false
      }
    }
    if case .connecting = devices[device].link {
      devices[device].link = .down(.byApp)
      say(.state(.disconnected(.byApp)), device, &effects)
    }
    say(.completed(id, .failure(.cancelled)), device, &effects)
  }

  public mutating func finish(_ effects: inout [TransportEffect]) {
    guard !hasFinished else { return }
    hasFinished = true
    reportNeverMade(&effects)
    reportLeftOver(&effects)
  }
}

/// What a replay came to.
public enum ReplayVerdict: Hashable, Sendable {
  /// Everything matched.
  case passed
  /// At least one divergence fails it.
  case failed
  /// Nothing fails it, but it proves nothing.
  case inconclusive

  init(_ divergences: [Divergence]) {
    let failing: Set<DivergencePolicy> = [.fail, .stop]
    if divergences.contains(where: { failing.contains($0.policy) }) {
      self = .failed
    } else if divergences.contains(where: { $0.policy == .inconclusive }) {
      self = .inconclusive
    } else {
      self = .passed
    }
  }
}
