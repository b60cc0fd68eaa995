internal import RulloBase
internal import RulloBluetooth
public import RulloRecordings
internal import RulloTransport

/// The app of a recording as the client of a simulated trainer: whether it gets the same answers.
public struct RecordedClient: Sendable {
  /// An answer of the device in the recording, and that of the trainer.
  public struct Answer: Hashable, Sendable {
    /// The number of the event that asked, or that holds the value.
    public let event: Int

    /// `read 1826/2ACC`, `write 1826/2AD9 00`, `indication 1`, `status 1`.
    public let request: String
    public let recorded: String
    public let given: String

    public var agrees: Bool { recorded == given }
  }

  /// The answers to reads, writes and subscriptions, then the responses of the control point, then
  /// the statuses, each in order.
  public let answers: [Answer]

  /// Hands the requests of one device's app to a trainer at their times; without times a second apart.
  public init(_ recording: Recording, device: Int, trainer: FakeTrainer) {
    var run = Run(recording, device, trainer)
    run.ask()
    answers = run.compare()
  }
}

private struct Run {
  let recording: Recording
  let device: Int
  var trainer: FakeTrainer
  private var effects: [TransportEffect] = []
  private var asked: [(place: Int, text: String)] = []
  private var given: [Int: String] = [:]
  private var indications: [[UInt8]] = []
  private var statuses: [[UInt8]] = []

  init(_ recording: Recording, _ device: Int, _ trainer: FakeTrainer) {
    self.recording = recording
    self.device = device
    self.trainer = trainer
  }

  /// A longer silence is cut: answers depend on what was asked before, and a log may sleep for years.
  private static let longestPause: Int64 = 60_000_000_000

  mutating func ask() {
    trainer.handle(TransportRequest(TransportRequest.ID(-1), .connect), &effects)
    advance(to: trainer.now + 60_000_000_000, untilConnected: true)
    subscribeAsImplied()
    var last: Int64?
    for (place, event) in recording.events.enumerated() where event.device == device {
      guard let (operation, text) = operation(event, Array(recording.value(at: place))) else {
        continue
      }
      let pause = event.hasTime ? event.time &- (last ?? 0) : 1_000_000_000
      last = event.hasTime ? event.time : last
      advance(to: trainer.now + min(max(0, pause), Self.longestPause))
      trainer.handle(TransportRequest(TransportRequest.ID(asked.count), operation), &effects)
      asked.append((place, text))
      take()
    }
    advance(to: trainer.now + 2_000_000_000)
  }

  /// A log shows no subscription: what sent values was subscribed to.
  private mutating func subscribeAsImplied() {
    var id = -2
    for (index, attribute) in recording.attributes.enumerated()
    where attribute.device == device && (attribute.uuid == 0x2AD9 || attribute.uuid == 0x2ADA) {
      let events = recording.events.filter { $0.attribute == index }
      guard let uuid = attribute.uuid, !events.contains(where: { $0.kind == .subscribe }),
        events.contains(where: { $0.kind == .notification || $0.kind == .indication })
      else { continue }
      let identity = CharacteristicIdentity(uuid: uuid, service: attribute.service)
      trainer.handle(TransportRequest(TransportRequest.ID(id), .subscribe(identity)), &effects)
      id -= 1
    }
    advance(to: trainer.now + 50_000_000)
  }

  private func operation(
    _ event: Event, _ octets: [UInt8]
  ) -> (TransportRequest.Operation, String)? {
    guard let attribute = recording.attribute(of: event), let uuid = attribute.uuid else {
      return nil
    }
    let identity = CharacteristicIdentity(
      uuid: uuid, service: attribute.service, instance: attribute.instance)
    let hex = Hex.text(octets, separator: " ")
    switch event.kind {
    case .readRequest where event.detail == 0: return (.read(identity), "read \(attribute.path)")
    case .subscribe: return (.subscribe(identity), "subscribe \(attribute.path)")
    case .unsubscribe: return (.unsubscribe(identity), "unsubscribe \(attribute.path)")
    case .writeRequest:
      return (
        .write(identity, octets, withResponse: true), "write \(attribute.path) \(hex)"
      )
    default: return nil
    }
  }

  private mutating func advance(to time: Int64, untilConnected: Bool = false) {
    while trainer.now < time, !(untilConnected && trainer.isConnected) {
      trainer.advance(to: time, &effects)
      take()
    }
  }

  private mutating func take() {
    for effect in effects {
      switch effect.kind {
      case .completed(let id, let result) where id.rawValue >= 0:
        given[id.rawValue] = Self.text(result)
      case .received(let value) where value.characteristic.uuid == 0x2AD9:
        indications.append(value.bytes)
      case .received(let value) where value.characteristic.uuid == 0x2ADA:
        statuses.append(value.bytes)
      default: break
      }
    }
    effects.removeAll(keepingCapacity: true)
  }

  private static func text(_ result: Result<[UInt8], TransportError>) -> String {
    switch result {
    case .success(let octets): octets.isEmpty ? "done" : Hex.text(octets, separator: " ")
    case .failure(.refused(let code)): "error 0x\(Hex.text([code]))"
    case .failure(let error): "\(error)"
    }
  }

  func compare() -> [RecordedClient.Answer] {
    var answers: [RecordedClient.Answer] = []
    for (index, request) in asked.enumerated() {
      // A log that shows no acknowledgements says nothing of them.
      guard let recorded = recordedAnswer(to: request.place) else { continue }
      answers.append(
        RecordedClient.Answer(
          event: recording.events[request.place].number, request: request.text,
          recorded: recorded, given: given[index] ?? "nothing"))
    }
    answers += compare("indication", 0x2AD9, .indication, indications)
    // Statuses that were never subscribed to are in neither.
    answers += compare("status", 0x2ADA, .notification, statuses)
    return answers
  }

  private func recordedAnswer(to place: Int) -> String? {
    let request = recording.events[place]
    for next in recording.events.indices[(place + 1)...] {
      let event = recording.events[next]
      guard event.attribute == request.attribute else { continue }
      switch event.kind {
      case .readResponse: return Hex.text(recording.value(at: next), separator: " ")
      case .writeResponse: return "done"
      case .error: return "error 0x" + Hex.text([UInt8(truncatingIfNeeded: event.detail)])
      case .readRequest, .writeRequest, .subscribe, .unsubscribe: return nil
      default: continue
      }
    }
    return nil
  }

  private func compare(
    _ word: String, _ uuid: BluetoothUUID, _ kind: Event.Kind, _ given: [[UInt8]]
  ) -> [RecordedClient.Answer] {
    var recorded: [(number: Int, octets: [UInt8])] = []
    for (place, event) in recording.events.enumerated()
    where event.device == device && event.kind == kind
      && recording.attribute(of: event)?.uuid == uuid
    {
      recorded.append((event.number, Array(recording.value(at: place))))
    }
    // Without one in the recording nobody may have looked.
    guard !recorded.isEmpty else { return [] }
    return (0..<max(recorded.count, given.count)).map { index in
      func text(_ octets: [UInt8]?) -> String {
        octets.map { Hex.text($0, separator: " ") } ?? "nothing"
      }
      let inRecording = recorded.indices.contains(index) ? recorded[index] : nil
      return RecordedClient.Answer(
        event: inRecording?.number ?? 0, request: "\(word) \(index + 1)",
        recorded: text(inRecording?.octets),
        given: text(given.indices.contains(index) ? given[index] : nil))
    }
  }
}
