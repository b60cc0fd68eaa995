public import RulloBase
public import RulloBluetooth
internal import RulloFitness

/// Whether a recording holds a usable trainer session, and if not, why not and what to do instead.
public struct Verdict: Hashable, Sendable {
  public enum Kind: String, Sendable {
    case usable
    case empty
    case encrypted
    case advertisingOnly = "advertising_only"
    case noATT = "no_att"
    case unknownHandles = "unknown_handles"
    case noFitnessData = "no_fitness_data"
  }

  public let kind: Kind

  /// One sentence for people.
  public let text: String

  public var isUsable: Bool { kind == .usable }

  /// `census` is that of the packets, for formats that hold packets.
  public init(_ summary: RecordingSummary, census: PacketCensus?) {
    let fitness = Self.streams(summary) { Self.isFitness($0.uuid) }
    let unknown = Self.streams(summary) { $0.uuid == nil }
    let unknownCount = Self.values(summary) { $0.uuid == nil }
    if let census, census.packets == 0 {
      kind = .empty
      text = "the file is intact and holds no record; start the capture before the app connects"
    } else if !fitness.isEmpty {
      kind = .usable
      text = "a usable session: " + fitness.joined(separator: ", ")
    } else if let census, census.encrypted > 0 {
      kind = .encrypted
      text =
        "the link was encrypted on the air: \(census.encrypted) packets cannot be read without its"
        + " key; \(Self.insteadOfAir)"
    } else if unknownCount * 2 > Self.values(summary, { _ in true }) {
      kind = .unknownHandles
      text =
        "values at handles without a name (\(unknown.joined(separator: ", "))): the capture began"
        + " after the discovery; record from before the app connects, forget the device first, or"
        + " name the handles with --gatt and the map of another capture"
    } else if summary.eventCount > 0, summary.attributes.values.contains(where: { $0.uuid != nil })
    {
      kind = .noFitnessData
      text = Self.withoutFitness(summary)
    } else if let census, census.attributePDUs > 0 {
      let unnamed = summary.attributes.values.filter { $0.uuid == nil }.compactMap(\.handle)
        .sorted()
      kind = unnamed.isEmpty ? .noFitnessData : .unknownHandles
      text = Self.withoutValues(census, unnamed)
    } else if let census, census.advertisingReports > 0, census.acl == 0 {
      kind = .advertisingOnly
      text = Self.withoutData(census)
    } else {
      kind = .noATT
      text = Self.withoutATT(census)
    }
  }

  private static func withoutFitness(_ summary: RecordingSummary) -> String {
    let hasService = summary.attributes.values.contains { $0.service == 0x1826 }
    return hasService
      ? "a fitness machine was discovered, but none of its characteristics sent a value; the app"
        + " may use a vendor's own service"
      : "attribute traffic, but none of a fitness service (FTMS, cycling power, speed and cadence,"
        + " heart rate)"
  }

  /// Requests and answers that came to no value of the device.
  private static func withoutValues(_ census: PacketCensus, _ unnamed: [UInt16]) -> String {
    let count = "\(census.attributePDUs) packet\(census.attributePDUs == 1 ? "" : "s")"
    let paths = unnamed.prefix(6).map { Attribute(device: 0, uuid: nil, handle: $0).path }
    let place =
      paths.isEmpty ? "" : ", some at handles without a name (\(paths.joined(separator: ", ")))"
    return "the attribute protocol was spoken (\(count)\(place)), but the device notified no value;"
      + " record a whole session, from before the app connects"
  }

  /// What to do where a radio capture does not do.
  private static let insteadOfAir =
    "capture on the phone or host instead: an HCI snoop log on Android, PacketLogger on Apple"
    + " systems, btmon -w on Linux"

  private static func withoutData(_ census: PacketCensus) -> String {
    guard census.air > 0 else {
      return "advertising only: no connection carried data; record while an app is connected"
    }
    let requests =
      census.connections == 0
      ? "the sniffer saw no connection being made"
      : "the sniffer saw \(census.connections) connection"
        + "\(census.connections == 1 ? "" : "s") being made and followed none"
    return "advertising only: \(requests); \(insteadOfAir)"
  }

  private static func withoutATT(_ census: PacketCensus?) -> String {
    guard let census else { return "no exchange with a device" }
    if census.unread * 2 > census.packets {
      return "records of a kind that this version does not read (see the note); capture on the"
        + " phone or host instead: an HCI snoop log, or Direct Connect on the network"
    }
    if census.network > 0 { return "network traffic without a Direct Connect session" }
    return census.acl > 0
      ? "Bluetooth data, but none of the attribute protocol: no Low Energy session was recorded"
      : "commands and events only, no data: enable the full HCI log, not the filtered one"
  }

  /// Characteristics that carried values, as `692 × Indoor Bike Data`.
  private static func streams(
    _ summary: RecordingSummary, _ isWanted: (Attribute) -> Bool
  ) -> [String] {
    summary.devicesInOrder.flatMap { device in
      summary.attributesInOrder(of: device.index).compactMap { index, attribute in
        let counts = summary.counts(of: index)
        let values = counts[.notification] + counts[.indication]
        guard values > 0, isWanted(attribute) else { return nil }
        let name = attribute.uuid.flatMap(AssignedNames.name(of:))?.description ?? attribute.path
        return "\(values) × \(name)"
      }
    }
  }

  /// How many values such characteristics carried.
  private static func values(
    _ summary: RecordingSummary, _ isWanted: (Attribute) -> Bool
  ) -> Int {
    summary.attributes.reduce(0) { sum, entry in
      let counts = summary.counts(of: entry.key)
      return isWanted(entry.value) ? sum + counts[.notification] + counts[.indication] : sum
    }
  }

  /// Whether a characteristic says something about the exercise or controls it.
  public static func isFitness(_ uuid: BluetoothUUID?) -> Bool {
    switch uuid?.short {
    case .some(0x2ACC...0x2ADA), 0x2A63, 0x2A64, 0x2A66, 0x2A5B, 0x2A55, 0x2A37: true
    default: false
    }
  }
}
