/// Something that the input lacks or breaks, with the first place where it shows.
public struct Note: Hashable, Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    case emptyRecording = "empty_recording"
    case cutFile = "cut_file"
    case cutRecord = "cut_record"
    case absurdLength = "absurd_length"
    case droppedPackets = "dropped_packets"
    case timeStep = "time_step"
    case missingTime = "missing_time"
    case timeOutOfRange = "time_out_of_range"
    case unknownTimeZone = "unknown_time_zone"
    case unknownRecord = "unknown_record"
    case unknownLink = "unknown_link"
    case unknownPeer = "unknown_peer"
    case inferredDirection = "inferred_direction"
    case badChecksum = "bad_checksum"
    case lostFragment = "lost_fragment"
    case malformedPacket = "malformed_packet"
    case chipDiagnostics = "chip_diagnostics"
    case encryptedLink = "encrypted_link"
    case unknownHandle = "unknown_handle"
    case earlierDiscovery = "earlier_discovery"
    case gattMap = "gatt_map"
    case databaseChanged = "database_changed"
    case unansweredRequest = "unanswered_request"
    case unexpectedResponse = "unexpected_response"
    case undecodableValue = "undecodable_value"
    case elidedPayload = "elided_payload"
    case skippedLine = "skipped_line"
    case partialRecord = "partial_record"
    case reservedBits = "reserved_bits"
    case trailingOctets = "trailing_octets"
    case outOfRange = "out_of_range"
    case contradiction
    case overlappingProcedures = "overlapping_procedures"
    case missingSegment = "missing_segment"
    case limitReached = "limit_reached"
    case digestMismatch = "digest_mismatch"
  }

  public var kind: Kind
  public var source: SourceReference

  /// A sentence for people; the same for every place of one kind, so that places can be counted.
  public var text: String

  public init(_ kind: Kind, at source: SourceReference, _ text: String) {
    self.kind = kind
    self.source = source
    self.text = text
  }
}

/// Where something stands in its source: `packet 4711`, `line 12`.
@frozen public struct SourceReference: Hashable, Sendable {
  @frozen public enum Unit: UInt8, Sendable {
    case packet, line
    /// An octet offset in the file, where no record is known yet.
    case offset
  }

  public var unit: Unit
  public var number: Int

  @inlinable
  public init(_ unit: Unit, _ number: Int) {
    self.unit = unit
    self.number = number
  }

  /// The word that stands before the number, and the key that JSON uses.
  public var word: StaticString {
    switch unit {
    case .packet: "packet"
    case .line: "line"
    case .offset: "offset"
    }
  }
}

extension SourceReference: CustomStringConvertible {
  public var description: String { "\(word) \(number)" }
}

/// Notes of one run: each text once, with its first place and a count.
public struct NoteBook: Sendable {
  public struct Entry: Sendable {
    public let note: Note
    public var count: Int
  }

  /// In the order of their first place.
  public private(set) var entries: [Entry] = []
  private var positions: [String: Int] = [:]

  /// More different texts than this share one entry per kind, so that hostile input stays small.
  private static let limit = 200

  public init() {}

  public mutating func add(_ note: Note, count: Int = 1) {
    let isFull = entries.count >= Self.limit
    let key = isFull ? note.kind.rawValue : note.kind.rawValue + "\u{0}" + note.text
    if let position = positions[key] {
      entries[position].count += count
      return
    }
    positions[key] = entries.count
    var note = note
    if isFull { note.text = "more notes of this kind" }
    entries.append(Entry(note: note, count: count))
  }
}
