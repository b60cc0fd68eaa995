internal import RulloBase
internal import RulloTransport

/// When a stream's notifications come: on the slots of its grid, in the rhythm of its steps.
struct StreamSchedule: Sendable {
  let rules: StreamRules
  let identity: CharacteristicIdentity
  private let seed: UInt64
  private let word: String

  /// The time of the next notification; `nil` where nobody has subscribed.
  private(set) var next: Int64?

  /// How many notifications came since the subscription.
  private(set) var count = 0
  private var slot: Int64 = 0
  private var burst: Int64 = 0

  /// Whether what the stream shows has changed since its last notification.
  var isStale = true

  /// The octets of the last notification.
  var last: [UInt8]?

  init(_ rules: StreamRules, of identity: CharacteristicIdentity, seed: UInt64) {
    self.rules = rules
    self.identity = identity
    self.seed = seed
    word = "jitter \(rules.uuid)"
  }

  mutating func start(at time: Int64) {
    count = 0
    burst = 0
    isStale = true
    last = nil
    slot = time / rules.grid + 1
    schedule()
  }

  mutating func stop() { next = nil }

  /// Goes on to the next notification.
  mutating func step() {
    let step = rules.steps.isEmpty ? 1 : rules.steps[count % rules.steps.count]
    count += 1
    if step == 0 {
      burst += rules.burst
    } else {
      burst = 0
      slot += Int64(step)
    }
    let before = next ?? 0
    schedule()
    // Times rise strictly: a stream is in order, whatever its jitter.
    if let scheduled = next, scheduled <= before { next = before + 1_000 }
  }

  /// Whole microseconds, the step of the clocks that captures have.
  private mutating func schedule() {
    let part = SeededHash.unit(seed: seed, word, index: UInt64(count))
    let jitter = rules.jitter > 0 ? Int64(part * Double(rules.jitter)) / 1_000 * 1_000 : 0
    next = slot * rules.grid + rules.offset + burst + jitter
  }
}
