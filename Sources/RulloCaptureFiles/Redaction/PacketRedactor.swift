internal import RulloBase
public import RulloBluetooth
public import RulloRecordings

/// Hands packets on with what identifies a device or a person replaced, every packet at its length.
///
/// Addresses and names are replaced where packets are known to hold them, then wherever their octets
/// stand in any packet. Values that are too short to be looked for everywhere are replaced in the
/// packets that a ``RedactionSurvey`` saw them in. Keys, manufacturer data and what only the chip's maker knows become zero.
/// A frame in several fragments is looked at as a whole; packets leave in their order.
public struct PacketRedactor<Sink: PacketSink & ~Copyable>: PacketSink, ~Copyable {
  public var sink: Sink
  public private(set) var pseudonyms: Pseudonyms
  private let shortValues: [Int: [RedactionSurvey.ShortValue]]
  private var hold = FragmentHold()
  private var search = PatternSearch()
  private var searched = -1

  /// `shortValues` are those of a survey of the same capture, by the number of their packet.
  public init(
    _ sink: consuming Sink, _ pseudonyms: Pseudonyms,
    shortValues: [Int: [RedactionSurvey.ShortValue]] = [:]
  ) {
    self.sink = sink
    self.pseudonyms = pseudonyms
    self.shortValues = shortValues
  }

  /// Hands on what is held back for the rest of a frame, and gives the sink back.
  public consuming func intoSink() -> Sink {
    finish()
    return sink
  }

  /// Hands on what is held back for the rest of a frame.
  public mutating func finish() {
    hold.release()
    send()
  }

  public mutating func begin(_ clock: Clock) { sink.begin(clock) }
  public mutating func note(_ note: Note) { sink.note(note) }

  public mutating func packet(_ packet: Packet, _ bytes: RawSpan) {
    var octets = bytes.copied()
    redact([packet], &octets)
    var hold = FragmentHold()
    swap(&hold, &self.hold)
    hold.add(packet, octets) { redact($0, &$1) }
    self.hold = hold
    send()
  }

  /// Replaces what stands in a packet, or in a frame that several fragments made.
  private mutating func redact(_ packets: [Packet], _ octets: inout [UInt8]) {
    guard let first = packets.first else { return }
    let fields = octets.withRawSpan { IdentifyingFields(first, $0) }
    pseudonyms.replace(fields, in: &octets)
    if first.content == .acl {
      for value in packets.flatMap({ shortValues[$0.number] ?? [] }) {
        pseudonyms.replace(value, in: &octets)
      }
    }
    if searched != pseudonyms.entries.count {
      search = PatternSearch(pseudonyms)
      searched = pseudonyms.entries.count
    }
    search.replace(in: &octets)
  }

  private mutating func send() {
    for (packet, octets) in hold.take() { octets.withRawSpan { sink.packet(packet, $0) } }
  }
}

/// Learns addresses and names from packets, before anything is replaced.
public struct PacketSurvey: PacketSink, Sendable {
  public private(set) var pseudonyms: Pseudonyms

  public init(_ pseudonyms: Pseudonyms = Pseudonyms()) { self.pseudonyms = pseudonyms }

  public mutating func begin(_ clock: Clock) {}
  public mutating func note(_ note: Note) {}

  public mutating func packet(_ packet: Packet, _ bytes: RawSpan) {
    let fields = IdentifyingFields(packet, bytes)
    guard !fields.addresses.isEmpty || !fields.names.isEmpty else { return }
    var octets = bytes.copied()
    pseudonyms.replace(fields, in: &octets)
  }
}

extension Pseudonyms {
  /// Replaces a value where it stands last in a packet: values end the frames that hold them.
  mutating func replace(_ value: RedactionSurvey.ShortValue, in octets: inout [UInt8]) {
    let count = value.octets.count
    // Before them stand at least the header of the packet, that of the frame, and the op code.
    var place = octets.count - count
    while place >= 9, !octets[place..<place + count].elementsEqual(value.octets) { place -= 1 }
    guard count > 0, place >= 9 else { return }
    octets.replaceSubrange(
      place..<place + count, with: replacement(of: value.octets, value.kind))
  }

  /// Replaces the fields of one packet.
  mutating func replace(_ fields: IdentifyingFields, in octets: inout [UInt8]) {
    for place in fields.addresses where place >= 0 && place + 6 <= octets.count {
      let address = Array(octets[place..<place + 6].reversed())
      octets.replaceSubrange(place..<place + 6, with: replacement(of: address, .address).reversed())
    }
    for range in fields.names where range.lowerBound < min(range.upperBound, octets.count) {
      let range = range.clamped(to: 0..<octets.count)
      octets.replaceSubrange(range, with: replacement(of: Array(octets[range]), .name))
    }
    for range in fields.secrets where range.lowerBound < min(range.upperBound, octets.count) {
      for place in range.clamped(to: 0..<octets.count) { octets[place] = 0 }
    }
  }
}
