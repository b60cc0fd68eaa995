internal import RulloBase
internal import RulloBluetooth
internal import RulloRecordings

/// Reads the streams of one session once, each value into the facts of its stream and its stretch.
///
/// A stretch reaches from one anchor of the control traffic to the next; it has the same number in
/// both sessions.
struct StreamSurvey: Sendable {
  /// By device pair and characteristic pair; `nil` for what is no stream.
  private(set) var streams: [[StreamFacts?]]

  /// The codes of Training Status (2AD3) by device pair.
  private(set) var states: [Tally]

  /// Values that were taken, of all that streams brought.
  private(set) var taken = 0
  private(set) var total = 0

  /// Where the connections of one device stand and which anchors divide them.
  private struct Course {
    /// The number of the device pair, or -1.
    let pair: Int
    let pairOf: [Int]
    var connections: [Int: (base: Int, anchors: [Int])] = [:]
    private(set) var connection = -1
    private var base = -1
    private var anchors: [Int] = []
    private var passed = 0

    init(pair: Int, pairOf: [Int]) {
      self.pair = pair
      self.pairOf = pairOf
    }

    mutating func enter() {
      connection += 1
      (base, anchors) = connections[connection] ?? (-1, [])
      passed = 0
    }

    /// The pair of a characteristic and the stretch at a position; `nil` where nothing is paired.
    mutating func pair(_ characteristic: Int, at position: Int) -> (
      characteristic: Int, stretch: Int
    )? {
      guard base >= 0, pairOf.indices.contains(characteristic), pairOf[characteristic] >= 0 else {
        return nil
      }
      while passed < anchors.count, anchors[passed] < position { passed += 1 }
      return (pairOf[characteristic], base + passed)
    }
  }

  init(_ alignment: SessionAlignment, _ side: Side) {
    let facts = alignment.facts[side]
    let pairs = alignment.devices
    streams = pairs.map { pair in
      pair.characteristics.pairs.map { places in
        let uuid = pair.device.old.characteristics[places.old].key.uuid
        return CharacteristicRole(uuid) == .stream ? StreamFacts(uuid) : nil
      }
    }
    states = pairs.map { _ in Tally() }
    var courses = [Course](
      repeating: Course(pair: -1, pairOf: []), count: facts.recording.devices.count)
    for (number, pair) in pairs.enumerated() {
      var course = Course(pair: number, pairOf: pair.characteristics.pairOf[side])
      var base = 0
      for connection in pair.connections {
        let writes = connection.writes[side]
        let anchors = connection.alignment.anchors.map { writes[$0[side]].position }
        course.connections[connection.places[side]] = (base, anchors)
        base += anchors.count + 1
      }
      courses[pair.device[side].index] = course
    }
    read(facts, &courses)
  }

  private mutating func read(_ facts: SessionFacts, _ courses: inout [Course]) {
    var position = -1
    facts.recording.forEachEvent { event, value in
      position += 1
      guard courses.indices.contains(event.device) else { return }
      if event.kind == .connect || courses[event.device].connection < 0 {
        begin(&courses[event.device])
      }
      guard event.kind == .notification || event.kind == .indication,
        facts.roleOfAttribute.indices.contains(event.attribute)
      else { return }
      let role = facts.roleOfAttribute[event.attribute]
      if role == .stream { total += 1 }
      let pair = courses[event.device].pair(
        facts.characteristicOfAttribute[event.attribute], at: position)
      guard let pair else { return }
      let number = courses[event.device].pair
      if role == .stream {
        taken += 1
        streams[number][pair.characteristic]?.add(event, value, stretch: pair.stretch)
      } else if role == .state, facts.recording.attributes[event.attribute].uuid?.short == 0x2AD3,
        let code = value.octet(1)
      {
        states[number].add(UInt32(code), event: event.number)
      }
    }
  }

  /// Enters the next connection of a device.
  private mutating func begin(_ course: inout Course) {
    course.enter()
    guard course.pair >= 0 else { return }
    for place in streams[course.pair].indices { streams[course.pair][place]?.restart() }
  }
}
