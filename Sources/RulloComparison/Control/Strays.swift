internal import RulloBluetooth
internal import RulloRecordings

/// Messages of control points and of the machine's status that no request owns, by position.
struct Strays: Sendable {
  /// In order.
  private(set) var statuses: [Int] = []

  /// By attribute, in order.
  private var responses: [Int: [Int]] = [:]

  init(_ facts: SessionFacts, _ map: ExchangeMap) {
    for (position, event) in facts.recording.events.enumerated()
    where event.kind == .indication || event.kind == .notification {
      guard map.owners[position] < 0 else { continue }
      switch facts.role(of: event.attribute) {
      case .status: statuses.append(position)
      case .controlPoint: responses[event.attribute, default: []].append(position)
      case .state, .stream, nil: break
      }
    }
  }

  func firstResponse(to attribute: Int, between start: Int, _ end: Int) -> Int? {
    guard let list = responses[attribute] else { return nil }
    var range = 0..<list.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = list[middle] <= start ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    let place = range.lowerBound
    return place < list.count && list[place] < end ? list[place] : nil
  }
}
