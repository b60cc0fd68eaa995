internal import RulloBase
public import RulloBluetooth
public import RulloRecordings

/// Hands packets on with what identifies a device or a person replaced, every packet at its length.
///
/// Addresses and names are replaced where packets are known to hold them, then wherever their octets
/// stand in any packet. Keys, manufacturer data and what only the chip's maker knows become zero.
/// What stands across two fragments is not found here: the scan of what was written finds it.
public struct PacketRedactor<Sink: PacketSink & ~Copyable>: PacketSink, ~Copyable {
  public var sink: Sink
  public private(set) var pseudonyms: Pseudonyms
  private var search = PatternSearch()
  private var searched = -1

  public init(_ sink: consuming Sink, _ pseudonyms: Pseudonyms) {
    self.sink = sink
    self.pseudonyms = pseudonyms
  }

  /// Gives the sink back.
  public consuming func intoSink() -> Sink { sink }

  public mutating func begin(_ clock: Clock) { sink.begin(clock) }
  public mutating func note(_ note: Note) { sink.note(note) }

  public mutating func packet(_ packet: Packet, _ bytes: RawSpan) {
    var octets = bytes.copied()
    let fields = IdentifyingFields(packet, bytes)
    pseudonyms.replace(fields, in: &octets)
    if searched != pseudonyms.entries.count {
      search = PatternSearch(pseudonyms)
      searched = pseudonyms.entries.count
    }
    search.replace(in: &octets)
    octets.withRawSpan { sink.packet(packet, $0) }
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
