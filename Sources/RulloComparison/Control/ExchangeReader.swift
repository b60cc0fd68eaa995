internal import RulloBase
internal import RulloBluetooth
internal import RulloRecordings

/// The exchanges of one session in the form that the control plane compares.
struct ExchangeReader: Sendable {
  /// By the position of their request.
  private(set) var exchanges: [Int: ControlExchange] = [:]

  /// Status messages that follow from nothing, by device and op code.
  private(set) var autonomous: [Int: Tally] = [:]

  /// A request without a response for this long is not answered any more, and a status this long
  /// behind the response is the machine's own.
  private static let patience: Int64 = 1_000_000_000

  init(_ facts: SessionFacts) {
    let map = ExchangeMap(facts.recording)
    let strays = Strays(facts, map)
    let requests = Self.requests(facts, map)
    for (device, list) in requests.enumerated() {
      var connections = facts.connections(of: device)[...]
      var state = ControlState()
      for (place, link) in list.enumerated() {
        while let next = connections.dropFirst().first,
          next.positions.lowerBound <= link.request
        {
          connections.removeFirst()
          state = ControlState()
        }
        let last = connections.first?.positions.upperBound ?? link.request
        let next = place + 1 < list.count ? list[place + 1].request : nil
        let exchange = exchange(link, state, min(next ?? last, last), strays, facts.recording)
        exchanges[link.request] = exchange
        state.take(exchange)
      }
    }
    sortStatuses(strays.statuses, requests, facts)
  }

  /// The requests to control points, by device, in order.
  private static func requests(_ facts: SessionFacts, _ map: ExchangeMap) -> [[Exchange]] {
    var requests = [[Exchange]](repeating: [], count: facts.recording.devices.count)
    for link in map.exchanges {
      let event = facts.recording.events[link.request]
      guard event.kind == .writeRequest || event.kind == .writeCommand,
        requests.indices.contains(event.device),
        facts.role(of: event.attribute) == .controlPoint
      else { continue }
      requests[event.device].append(link)
    }
    return requests
  }

  /// `end` is the next request, or the last event of the connection.
  private func exchange(
    _ link: Exchange, _ state: ControlState, _ end: Int, _ strays: Strays, _ recording: Recording
  ) -> ControlExchange {
    let request = recording.events[link.request]
    var exchange = ControlExchange(
      octets: Array(recording.value(at: link.request)), event: request.number)
    exchange.hasControl = state.hasControl
    exchange.isAfterReset = state.isAfterReset
    for position in link.statuses {
      exchange.add(status: position, response: link.response, recording)
    }
    // Which of several requests was answered cannot be told; then nothing is said of any.
    if link.isAmbiguous, link.response != nil { return exchange }
    if let position = link.response {
      let response = recording.events[position]
      exchange.response = Array(recording.value(at: position))
      exchange.responseEvent = response.number
      exchange.outcome = exchange.response.count > 2 ? .result(exchange.response[2]) : .malformed
      if request.hasTime, response.hasTime {
        exchange.latency = max(0, response.time &- request.time)
      }
    } else if let position = link.result, recording.events[position].kind == .error {
      exchange.outcome = .attError(UInt8(truncatingIfNeeded: recording.events[position].detail))
      exchange.responseEvent = recording.events[position].number
    } else {
      unanswered(&exchange, link, strays, end, recording)
    }
    return exchange
  }

  /// Tells a malformed answer from silence, and both from a recording that cannot tell.
  private func unanswered(
    _ exchange: inout ControlExchange, _ link: Exchange, _ strays: Strays, _ end: Int,
    _ recording: Recording
  ) {
    let request = recording.events[link.request]
    if let stray = strays.firstResponse(to: request.attribute, between: link.request, end) {
      exchange.outcome = .malformed
      exchange.response = Array(recording.value(at: stray))
      exchange.responseEvent = recording.events[stray].number
      return
    }
    guard recording.events.indices.contains(end) else { return }
    let last = recording.events[end]
    if request.hasTime, last.hasTime {
      if last.time &- request.time >= Self.patience { exchange.outcome = .silent }
    } else if last.direction == .toDevice {
      // Without a clock, the app went on with another request.
      exchange.outcome = .silent
    }
  }

  /// Gives status messages that report no change to the request just before, or to nobody.
  private mutating func sortStatuses(
    _ positions: [Int], _ requests: [[Exchange]], _ facts: SessionFacts
  ) {
    let recording = facts.recording
    var places = [Int](repeating: 0, count: requests.count)
    for position in positions {
      let event = recording.events[position]
      guard requests.indices.contains(event.device) else { continue }
      let list = requests[event.device]
      var place = places[event.device]
      while place < list.count, list[place].request < position { place += 1 }
      places[event.device] = place
      let link = place > 0 ? list[place - 1] : nil
      if let link, Self.isNear(event, link, recording) {
        exchanges[link.request]?.add(status: position, response: link.response, recording)
      } else if let code = recording.value(at: position).first {
        autonomous[event.device, default: Tally()].add(UInt32(code), event: event.number)
      }
    }
  }

  /// Whether a status comes before the response or soon behind it; without a clock, right behind.
  private static func isNear(_ status: Event, _ link: Exchange, _ recording: Recording) -> Bool {
    let answer = recording.events[link.response ?? link.request]
    guard status.hasTime, answer.hasTime else { return status.number - answer.number <= 3 }
    return status.time &- answer.time <= patience
  }
}

extension ControlExchange {
  fileprivate mutating func add(status position: Int, response: Int?, _ recording: Recording) {
    statuses.append(
      Status(
        octets: Array(recording.value(at: position)), event: recording.events[position].number,
        isBeforeResponse: response.map { position < $0 } ?? false))
  }
}

/// What an app has asked of a control point so far, as far as it bears on permission.
private struct ControlState: Sendable {
  private(set) var hasControl = false
  private(set) var isAfterReset = false

  mutating func take(_ exchange: ControlExchange) {
    guard exchange.outcome.isSuccess else { return }
    switch exchange.opCode {
    case 0x00:
      hasControl = true
      isAfterReset = false
    case 0x01: isAfterReset = true
    default: break
    }
  }
}
