internal import RulloFitness

/// Lets one procedure run at a time; the others wait in order.
///
/// A newer set-point takes the place of a waiting older one, never of the running one.
struct ProcedureQueue: Hashable, Sendable {
  private(set) var running: Procedure?
  private(set) var waiting: [Procedure] = []

  /// More waiting commands than this are an app in a loop.
  static let longest = 64

  /// Puts a procedure at the end and answers the set-point that it takes the place of.
  ///
  /// Answers `nil` in `isTaken` where the queue is full.
  mutating func add(_ procedure: Procedure) -> (replaced: SetPoint?, isTaken: Bool) {
    if procedure.isSetPoint, let place = waiting.firstIndex(where: \.isSetPoint) {
      let old = waiting[place]
      waiting[place] = procedure
      return (old.setPoint, true)
    }
    guard waiting.count < Self.longest else { return (nil, false) }
    waiting.append(procedure)
    return (nil, true)
  }

  /// Puts procedures in front of all that wait, in their order.
  ///
  /// A set-point that is to be sent again gives way to a newer one that waits already; it is answered
  /// together with that one.
  mutating func addFirst(_ procedures: [Procedure]) -> (old: SetPoint, new: SetPoint)? {
    let newer = waiting.lazy.compactMap(\.setPoint).first
    let older = procedures.lazy.compactMap(\.setPoint).first
    let hasGivenWay = newer != nil && older != nil
    waiting.insert(contentsOf: procedures.filter { !($0.isSetPoint && hasGivenWay) }, at: 0)
    if let older, let newer { return (older, newer) }
    return nil
  }

  /// Takes the next one, unless one is running.
  mutating func next() -> Procedure? {
    guard running == nil, !waiting.isEmpty else { return nil }
    running = waiting.removeFirst()
    return running
  }

  /// Says how the running one is really asked for.
  mutating func replaceRunning(_ procedure: Procedure) {
    if running != nil { running = procedure }
  }

  /// Ends the running one and answers it.
  mutating func finish() -> Procedure? {
    defer { running = nil }
    return running
  }

  /// Forgets everything, as a lost link does, and answers what an app has asked for.
  mutating func removeAll() -> [Procedure] {
    let all = (running.map { [$0] } ?? []) + waiting
    running = nil
    waiting = []
    return all
  }
}
