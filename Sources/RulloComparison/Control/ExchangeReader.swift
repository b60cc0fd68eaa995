internal import RulloBase
internal import RulloBluetooth
internal import RulloFitness
internal import RulloRecordings

/// The exchanges of one session in the form that the control plane compares.
struct ExchangeReader: Sendable {
  /// By the position of their request.
  private(set) var exchanges: [Int: ControlExchange] = [:]

  /// Status messages of no exchange, by device and op code.
  private(set) var autonomous: [Int: Tally] = [:]

  /// A request without a response for this long is not answered any more.
  private static let patience: Int64 = 1_000_000_000

  init(_ facts: SessionFacts) {
    let recording = facts.recording
    let links = recording.exchanges()
    let ends = Self.ends(facts)
    let strays = Self.strays(links.strayResponses, recording)
    var states: [Int: ControlState] = [:]
    var starts = Self.starts(facts)[...]
    for (place, link) in links.list.enumerated() {
      let request = recording.events[link.request]
      while let start = starts.first, start.position <= link.request {
        states[start.device] = nil
        starts.removeFirst()
      }
      guard request.kind == .writeRequest || request.kind == .writeCommand,
        facts.roleOfAttribute.indices.contains(request.attribute),
        facts.roleOfAttribute[request.attribute] == .controlPoint
      else { continue }
      var exchange = ControlExchange(
        octets: Array(recording.value(at: link.request)), event: request.number)
      let state = states[request.device] ?? ControlState()
      exchange.hasControl = state.hasControl
      exchange.isAfterReset = state.isAfterReset
      answer(&exchange, link, recording)
      if exchange.outcome == .unknown, !link.isAmbiguous {
        unanswered(
          &exchange, link, Self.next(links.list[(place + 1)...], to: request.attribute, recording),
          strays[request.attribute] ?? [], end: ends[request.device], recording)
      }
      exchanges[link.request] = exchange
      states[request.device] = state.after(exchange)
    }
    for position in links.autonomousStatuses {
      guard let code = recording.value(at: position).first else { continue }
      let event = recording.events[position]
      autonomous[event.device, default: Tally()].add(UInt32(code), event: event.number)
    }
  }

  /// Takes what the recording links to the request.
  private func answer(_ exchange: inout ControlExchange, _ link: Exchange, _ recording: Recording) {
    let request = recording.events[link.request]
    for position in link.statuses {
      exchange.statuses.append(
        .init(
          octets: Array(recording.value(at: position)), event: recording.events[position].number,
          isBeforeResponse: link.response.map { position < $0 } ?? false))
    }
    if link.isAmbiguous { return }
    if let position = link.response {
      let response = recording.events[position]
      exchange.response = Array(recording.value(at: position))
      exchange.responseEvent = response.number
      exchange.outcome = exchange.response.count > 2 ? .result(exchange.response[2]) : .malformed
      if request.hasTime, response.hasTime {
        exchange.latency = max(0, response.time &- request.time)
      }
    } else if let position = link.attResult, recording.events[position].kind == .error {
      exchange.outcome = .attError(UInt8(truncatingIfNeeded: recording.events[position].detail))
      exchange.responseEvent = recording.events[position].number
    }
  }

  /// Tells a malformed answer from silence, and both from a recording that cannot tell.
  private func unanswered(
    _ exchange: inout ControlExchange, _ link: Exchange, _ next: Int?, _ strays: [Int],
    end: Int?, _ recording: Recording
  ) {
    let limit = next ?? end ?? link.request
    if let stray = strays.first(where: { $0 > link.request && $0 < limit }) {
      exchange.outcome = .malformed
      exchange.response = Array(recording.value(at: stray))
      exchange.responseEvent = recording.events[stray].number
      return
    }
    guard recording.events.indices.contains(limit) else { return }
    let (request, last) = (recording.events[link.request], recording.events[limit])
    if request.hasTime, last.hasTime {
      if last.time &- request.time >= Self.patience { exchange.outcome = .silent }
    } else if next != nil {
      exchange.outcome = .silent
    }
  }

  /// The next request to the same control point.
  private static func next(
    _ rest: ArraySlice<Exchange>, to attribute: Int, _ recording: Recording
  ) -> Int? {
    // Requests to other characteristics stand between, never many in front of an unanswered one.
    rest.prefix(1_000).first { link in
      let event = recording.events[link.request]
      return event.attribute == attribute
        && (event.kind == .writeRequest || event.kind == .writeCommand)
    }?.request
  }

  /// Responses that fit no request, by attribute, in order.
  private static func strays(_ positions: [Int], _ recording: Recording) -> [Int: [Int]] {
    Dictionary(grouping: positions) { recording.events[$0].attribute }
  }

  /// The last event of each device.
  private static func ends(_ facts: SessionFacts) -> [Int: Int] {
    var ends: [Int: Int] = [:]
    for device in facts.devices {
      if let last = device.connections.last { ends[device.index] = last.positions.upperBound }
    }
    return ends
  }

  /// Where connections begin, in order.
  private static func starts(_ facts: SessionFacts) -> [(position: Int, device: Int)] {
    facts.devices.flatMap { device in
      device.connections.map { ($0.positions.lowerBound, device.index) }
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
  }
}

/// What an app has asked of a control point so far, as far as it bears on permission.
private struct ControlState: Sendable {
  var hasControl = false
  var isAfterReset = false

  func after(_ exchange: ControlExchange) -> ControlState {
    var state = self
    switch exchange.opCode {
    case 0x00 where exchange.outcome.isSuccess:
      state.hasControl = true
      state.isAfterReset = false
    case 0x01 where exchange.outcome.isSuccess: state.isAfterReset = true
    default: break
    }
    return state
  }
}
