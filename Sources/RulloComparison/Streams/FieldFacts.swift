/// What the values of one field show; nothing of it depends on when they came.
struct FieldFacts: Sendable {
  /// Records that carry the field, those of them that say "not available", and where first.
  private(set) var count = 0
  private(set) var firstEvent = 0
  private(set) var notAvailable = 0
  private(set) var firstNotAvailable = 0

  /// How often the number differs from the one before.
  private(set) var changes = 0

  /// The greatest common divisor of all steps from one number to the next; 0 without a step.
  private(set) var stepDivisor: Int64 = 0

  /// Different sizes of these steps, up to three: steps of one size are a rhythm, no resolution.
  private(set) var stepSizes = 0
  private var sizes: (Int64, Int64, Int64) = (0, 0, 0)
  private(set) var minimum = Int64.max
  private(set) var maximum = Int64.min
  private(set) var minimumEvent = 0
  private(set) var maximumEvent = 0

  /// Steps of a counter by direction; a return to its beginning is none.
  private(set) var stepsUp = 0
  private(set) var stepsBack = 0
  private(set) var firstBack = 0

  /// Ticks of an event time and the time that passed at the receiver between the same events.
  private(set) var ticks: Int64 = 0
  private(set) var ticksTime: Int64 = 0
  private(set) var ticksCount = 0

  private var last: Int64?
  private var lastChangeTime: Int64?

  var numbers: Int { count - notAvailable }

  mutating func addNotAvailable(event: Int) {
    if count == 0 { firstEvent = event }
    if notAvailable == 0 { firstNotAvailable = event }
    count += 1
    notAvailable += 1
  }

  mutating func add(_ value: Int64, _ step: FieldStep, event: Int, time: Int64?) {
    if count == 0 { firstEvent = event }
    count += 1
    if value < minimum { (minimum, minimumEvent) = (value, event) }
    if value > maximum { (maximum, maximumEvent) = (value, event) }
    guard let before = last else {
      last = value
      lastChangeTime = time
      return
    }
    guard value != before else { return }
    last = value
    changes += 1
    let distance = value - before
    guard step.isCounter else {
      take(step: abs(distance))
      return
    }
    count(distance, value, step, event: event, time: time)
  }

  /// A new connection begins: counters may start again.
  mutating func restart() {
    last = nil
    lastChangeTime = nil
  }

  private mutating func count(
    _ distance: Int64, _ value: Int64, _ step: FieldStep, event: Int, time: Int64?
  ) {
    let range = Int64(1) << Int64(step.bits)
    let forward = distance & (range - 1)
    defer { lastChangeTime = time }
    if forward < range / 2 {
      stepsUp += 1
      take(step: forward)
      if case .eventTime(let ticksPerSecond) = step.nature, let time, let start = lastChangeTime {
        let passed = time &- start
        // A longer pause may hide a whole turn of the counter.
        guard passed > 0, passed < range / 2 * 1_000_000_000 / ticksPerSecond else { return }
        ticks += forward
        ticksTime += passed
        ticksCount += 1
      }
    } else if value > 2 {
      if stepsBack == 0 { firstBack = event }
      stepsBack += 1
      take(step: range - forward)
    }
  }

  private mutating func take(step: Int64) {
    stepDivisor = Self.divisor(stepDivisor, step)
    guard stepSizes < 3, step != sizes.0, step != sizes.1, step != sizes.2 else { return }
    switch stepSizes {
    case 0: sizes.0 = step
    case 1: sizes.1 = step
    default: sizes.2 = step
    }
    stepSizes += 1
  }

  private static func divisor(_ left: Int64, _ right: Int64) -> Int64 {
    if left == 1 { return 1 }
    var (one, other) = (left, right)
    while other != 0 { (one, other) = (other, one % other) }
    return one
  }
}
