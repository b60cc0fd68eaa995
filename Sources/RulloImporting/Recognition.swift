internal import RulloBase
internal import RulloCaptureFiles
internal import RulloFieldLogs
internal import RulloRecordings

/// What the first octets of a file say about its format.
enum Recognition {
  case format(SourceFormat)
  case log(LogRecognition)
  /// Why it cannot be read, as the end of a sentence that begins with the file's name.
  case none(String)

  /// Looks at the start of an input.
  ///
  /// Throws ``InputError`` with what was found and what to do.
  /// With `isText` somebody has said how a text is to be read, so that its content need not tell.
  static func of(
    _ input: inout ChunkedInput, isText: Bool = false
  ) throws(InputError) -> Recognition {
    let found = try input.withHead { (of: Recognition($0), isEmpty: $0.byteCount == 0) }
    if case .none(let reason) = found.of, !isText || found.isEmpty {
      throw InputError("\(input.name) \(reason)")
    }
    return found.of
  }

  private init(_ head: RawSpan) {
    if head.byteCount == 0 {
      self = .none("is empty: it holds 0 octets; record it again, or check the export")
    } else if BtsnoopFormat.recognises(head) {
      self = .format(.btsnoop)
    } else if PcapngFormat.recognises(head) {
      self = .format(.pcapng)
    } else if PcapFile.recognises(head) {
      self = .format(.pcap)
    } else if PacketLoggerFormat.recognises(head) {
      self = .format(.packetLogger)
    } else if SessionTextReader.recognises(head) > 0 {
      self = .format(.session)
    } else if let known = Self.foreign(head) {
      self = .none(known)
    } else {
      let log = LogRecognition(head)
      self = log.best == nil ? .none(Self.unknown(head)) : .log(log)
    }
  }

  private static func unknown(_ head: RawSpan) -> String {
    if isText(head) {
      return "is text without an exchange that Rullo knows; it reads app logs with lines such as"
        + " '18:18:33.157 ← 0x2AD2  44 00 60 0B', logs of other tools"
        + " (\(LogChoice.names.dropFirst().joined(separator: ", "))), tables with"
        + " '--columns time=…,uuid=…,value=…', and your own app's log with '--log-format my-app.json'"
    } else {
      let start = Hex.text(head.extracting(0..<min(8, head.byteCount)).copied(), separator: " ")
      return
        "is of no known format (it starts with \(start)); Rullo reads btsnoop, pcapng, pcap,"
        + " PacketLogger, app logs with lines such as '18:18:33.157 ← 0x2AD2  44 00 …', and session"
        + " texts"
    }
  }

  /// Whether the start looks like something that people can read.
  private static func isText(_ head: RawSpan) -> Bool {
    (0..<min(512, head.byteCount)).allSatisfy { place in
      head.octet(place).map { $0 >= 0x20 || [0x09, 0x0A, 0x0D].contains($0) } ?? false
    }
  }

  /// Formats that are known and not read, with what to do instead.
  private static func foreign(_ head: RawSpan) -> String? {
    switch head.u32be(0) ?? 0 {
    case 0x2550_4446: "is a PDF document, no capture"
    case 0x8950_4E47: "is a picture, no capture"
    default: nil
    }
  }
}
