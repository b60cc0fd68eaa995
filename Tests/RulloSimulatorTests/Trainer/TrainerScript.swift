import RulloBase
import RulloSimulator
import RulloTransport

/// Drives a trainer in a test and writes down what it says.
struct TrainerScript {
  var trainer: FakeTrainer
  var effects: [TransportEffect] = []
  private var next = 0

  init(_ trainer: FakeTrainer, subscribing: Bool = true) {
    self.trainer = trainer
    ask(.connect)
    pass(milliseconds: 1_000)
    if subscribing {
      ask(.subscribe(Self.controlPoint))
      ask(.subscribe(Self.status))
      pass(milliseconds: 100)
    }
    effects = []
  }

  static let controlPoint = CharacteristicIdentity(0x2AD9, service: 0x1826)
  static let status = CharacteristicIdentity(0x2ADA, service: 0x1826)

  @discardableResult
  mutating func ask(_ operation: TransportRequest.Operation) -> TransportRequest.ID {
    let id = TransportRequest.ID(next)
    next += 1
    trainer.handle(TransportRequest(id, operation), &effects)
    return id
  }

  mutating func pass(milliseconds: Int64) {
    let end = trainer.now + milliseconds * 1_000_000
    while trainer.now < end { trainer.advance(to: end, &effects) }
  }

  /// Writes to the control point, waits a second, and answers what came: `refused FD`,
  /// `indication 80 00 01`, `status 04`.
  mutating func write(_ hex: String) -> [String] {
    effects = []
    ask(.write(Self.controlPoint, Hex.bytes(hex) ?? [], withResponse: true))
    pass(milliseconds: 1_000)
    return control
  }

  /// What concerns the control point, in words.
  var control: [String] {
    effects.compactMap { effect in
      switch effect.kind {
      case .completed(_, .failure(.refused(let code))): "refused \(Hex.text([code]))"
      case .completed(_, .failure(let error)): "failed: \(error)"
      case .received(let value) where value.characteristic == Self.controlPoint:
        "indication " + Hex.text(value.bytes, separator: " ")
      case .received(let value) where value.characteristic == Self.status:
        "status " + Hex.text(value.bytes, separator: " ")
      default: nil
      }
    }
  }

  /// The values of a stream so far, with their times in nanoseconds.
  func values(_ short: UInt16) -> [(time: Int64, bytes: [UInt8])] {
    effects.compactMap { effect in
      guard case .received(let value) = effect.kind, value.characteristic.uuid.short == short
      else { return nil }
      return (effect.time, value.bytes)
    }
  }
}
