internal import RulloBluetooth

/// What is seen of a control point while a profile is learned.
struct ControlObservation: Sendable {
  /// Rules that showed themselves, by the name of their setting; the first sight counts.
  private(set) var rules: [(name: String, value: ProfileValue)] = []

  /// Nanoseconds from write to acknowledgement, from there to the response, from there to a status.
  private(set) var acknowledgements: [Int64] = []
  private(set) var responses: [Int64] = []
  private(set) var statuses: [Int64] = []

  /// Op codes that were answered with success, and those that a status told.
  private(set) var succeeded: Set<UInt8> = []
  private(set) var told: Set<UInt8> = []
  private(set) var isStarted = false

  private var hasControl = false
  private var askedForControl = false
  private var afterReset = false
  private var request: (octets: [UInt8], time: Int64)?
  private var acknowledged: Int64?
  private var answered: (opCode: UInt8, time: Int64)?
  private static let most = 1_024

  private mutating func learn(_ name: String, _ value: ProfileValue) {
    if !rules.contains(where: { $0.name == name }) { rules.append((name, value)) }
  }

  mutating func linkChanged() {
    (hasControl, askedForControl, afterReset, isStarted) = (false, false, false, false)
    (request, acknowledged, answered) = (nil, nil, nil)
  }

  mutating func write(_ octets: [UInt8], at time: Int64) {
    request = (octets, time)
    acknowledged = nil
    answered = nil
  }

  mutating func acknowledge(at time: Int64) {
    guard let request, acknowledged == nil else { return }
    acknowledged = time
    keep(time, since: request.time, in: \.acknowledgements)
  }

  mutating func respond(_ octets: [UInt8], at time: Int64) {
    guard octets.count >= 3, octets[0] == 0x80, let request, request.octets.first == octets[1]
    else { return }
    keep(time, since: acknowledged ?? request.time, in: \.responses)
    answered = (octets[1], time)
    if octets[2] == 1 { succeeded.insert(octets[1]) }
    judge(request.octets, result: octets[2])
    self.request = nil
  }

  private mutating func judge(_ octets: [UInt8], result: UInt8) {
    let opCode = octets[0]
    if opCode != 0, result != 2 {
      if afterReset {
        learn("reset_keeps_control", .flag(result != 5))
        afterReset = false
      } else if !hasControl, !askedForControl {
        learn("without_control", .text(result == 5 ? "refused" : "accepted"))
      }
    }
    if result == 2 { learn("unsupported", .text("answered")) }
    switch (opCode, result) {
    case (0, 1): (hasControl, askedForControl, afterReset) = (true, true, false)
    case (1, 1): (hasControl, afterReset, isStarted) = (false, true, false)
    case (7, 1):
      if isStarted { learn("no_change_succeeds", .flag(true)) }
      isStarted = true
    case (7, 4): if isStarted { learn("no_change_succeeds", .flag(false)) }
    case (8, 1): isStarted = false
    case (4, 1): learn("resistance_octets", .integers([min(max(octets.count - 1, 1), 2)]))
    case (4, 3) where octets.count == 2:
      learn("resistance_octets", .integers([2]))
      learn("other_resistance", .text("invalid_parameter"))
    case (0x11, 1) where octets.count > 7: learn("long_parameter", .text("accepted"))
    case (0x11, 3) where octets.count > 7: learn("long_parameter", .text("invalid_parameter"))
    default: break
    }
  }

  mutating func status(_ octets: [UInt8], at time: Int64) {
    guard let first = octets.first, let answered else { return }
    // A second is more than any machine was seen to take.
    guard time == Event.noTime || time - answered.time < 1_000_000_000 else { return }
    let opCode: UInt8? =
      switch first {
      case 0x01: 0x01
      case 0x02: 0x08
      case 0x04: 0x07
      case 0x05...0x09: first - 3
      case 0x0A...0x15 where first != 0x14: first - 1
      default: nil
      }
    if first == 0x04, answered.opCode == 0 { learn("starts_with_control", .flag(true)) }
    guard let opCode, opCode == answered.opCode else { return }
    told.insert(opCode)
    learn("status_echo", .text("all"))
    keep(time, since: answered.time, in: \.statuses)
  }

  private mutating func keep(
    _ time: Int64, since start: Int64, in list: WritableKeyPath<Self, [Int64]>
  ) {
    guard time != Event.noTime, start != Event.noTime, time >= start,
      self[keyPath: list].count < Self.most
    else { return }
    self[keyPath: list].append(time - start)
  }

  /// Op codes that succeeded and that no status told, on a machine that tells others.
  var untold: [Int] {
    guard !told.isEmpty else { return [] }
    return succeeded.filter { $0 > 1 && !told.contains($0) }.map(Int.init).sorted()
  }
}
