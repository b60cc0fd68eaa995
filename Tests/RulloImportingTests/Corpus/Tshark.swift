import RulloTestSupport

/// What tshark reads out of a Bluetooth capture, frame by frame.
struct Tshark: Sendable {
  /// One attribute PDU.
  struct PDU: Hashable, Sendable {
    let frame: Int
    let opcode: UInt8
  }

  /// One HCI event of a connection: made, updated or ended.
  struct LinkEvent: Hashable, Sendable {
    let frame: Int
    let handle: UInt64
    /// In steps of 1.25 ms; `nil` for the end.
    let interval: UInt64?
    let reason: UInt64?
    let isUpdate: Bool
  }

  private(set) var frames = 0
  private(set) var pdus: [PDU] = []
  private(set) var linkEvents: [LinkEvent] = []
  /// The handles of the host's own commands to disconnect, with their frame.
  private(set) var hangUps: [(frame: Int, handle: UInt64)] = []
  /// Nanoseconds after the first frame, by frame number minus 1.
  private(set) var times: [Int64] = []

  static let program = Tool(named: "tshark")
  static let isExpected = Corpus.isExpected && (program != nil || isContinuousIntegration)
  static let absence = "\(Corpus.absence); or tshark is not installed"

  struct Absent: Error {}

  /// Runs tshark once over a capture of the corpus.
  init(_ name: String) throws {
    guard let program = Self.program else { throw Absent() }
    let fields = [
      "frame.number", "frame.time_relative", "btatt.opcode", "bthci_evt.code",
      "bthci_evt.le_meta_subevent", "bthci_evt.status", "bthci_evt.connection_handle",
      "bthci_evt.le_con_interval", "bthci_evt.reason", "bthci_cmd.opcode",
      "bthci_cmd.connection_handle",
    ]
    let result = try program.run(
      ["-n", "-r", Corpus.folder + "/" + name, "-T", "fields"] + fields.flatMap { ["-e", $0] })
    for line in result.text.split(separator: "\n") {
      read(line.split(separator: "\t", omittingEmptySubsequences: false))
    }
  }

  private mutating func read(_ columns: [Substring]) {
    guard columns.count == 11, let frame = Int(columns[0]) else { return }
    frames += 1
    times.append(Self.nanoseconds(columns[1]))
    for opcode in columns[2].split(separator: ",") {
      if let opcode = Self.number(opcode) {
        pdus.append(PDU(frame: frame, opcode: UInt8(truncatingIfNeeded: opcode)))
      }
    }
    if Self.number(columns[9]) == 0x0406, let handle = Self.number(columns[10]) {
      hangUps.append((frame, handle))
    }
    guard let code = Self.number(columns[3]), Self.number(columns[5]) == 0,
      let handle = Self.number(columns[6])
    else { return }
    let subevent = Self.number(columns[4]) ?? 0
    if code == 0x05 {
      linkEvents.append(
        LinkEvent(
          frame: frame, handle: handle, interval: nil, reason: Self.number(columns[8]),
          isUpdate: false))
    } else if code == 0x3E, [0x01, 0x03, 0x0A].contains(subevent) {
      linkEvents.append(
        LinkEvent(
          frame: frame, handle: handle, interval: Self.number(columns[7]), reason: nil,
          isUpdate: subevent == 0x03))
    }
  }

  /// `39` or `0x0027`.
  private static func number(_ text: Substring) -> UInt64? {
    text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
  }

  /// `12.345678000` or `-0.000584000`.
  private static func nanoseconds(_ text: Substring) -> Int64 {
    Int64(text.filter { $0 != "." }) ?? .min
  }
}
