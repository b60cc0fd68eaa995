internal import CPcap
public import RulloBase
public import RulloBluetooth
internal import RulloCaptureFiles

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The classic pcap format, read by libpcap (formats, "pcap / pcapng").
public struct PcapFile: Sendable {
  /// The word of the JSON output.
  public static let name = "pcap"

  private var link: LinkLayer?
  private var records = 0
  private var clock = RecordClock()

  public init() {}

  /// Whether a file that starts with these octets is of this format, in any of its four forms.
  public static func recognises(_ head: RawSpan) -> Bool {
    unitsPerSecond(head.u32be(0)) != nil
  }

  /// What the records hold, as soon as the header is read: `Ethernet (1)`, `HCI H4 (187)` ….
  public var linkType: String { link?.name ?? "no link type" }

  /// Reads a whole file; `-` is standard input.
  ///
  /// Throws ``InputError`` where the file cannot be opened, ``CaptureFailure`` where nothing of it
  /// can be read; what can be read in spite of a fault becomes a note.
  public mutating func read<Sink: PacketSink & ~Copyable>(
    path: String, into sink: inout Sink
  ) throws {
    // Only a regular file can be read from its start again after its magic number.
    var input = try ChunkedInput(path: path)
    guard path != "-", input.size != nil else { return try read(&input, into: &sink) }
    guard let file = unsafe fopen(path, "rb") else {
      throw InputError("cannot open \(path): \(Self.lastError())")
    }
    try unsafe read(file, into: &sink)
  }

  /// Reads the rest of an input, whatever was looked at before: a pipe, standard input, memory.
  ///
  /// libpcap wants a file, so the octets go through a temporary one that has no name.
  public mutating func read<Sink: PacketSink & ~Copyable>(
    _ input: inout ChunkedInput, into sink: inout Sink
  ) throws {
    guard let file = unsafe tmpfile() else {
      throw InputError("no temporary file for \(input.name): \(Self.lastError())")
    }
    do {
      try input.forEachChunk { (bytes, _, _) throws(InputError) in
        let written = unsafe bytes.withUnsafeBytes { memory in
          unsafe memory.isEmpty
            ? 0 : fwrite(memory.baseAddress, 1, memory.count, file)
        }
        guard written == bytes.byteCount else {
          throw InputError("cannot write a temporary file: \(Self.lastError())")
        }
        return written
      }
    } catch {
      unsafe fclose(file)
      throw error
    }
    unsafe rewind(file)
    try unsafe read(file, into: &sink)
  }

  /// Reads an open file and closes it.
  @unsafe private mutating func read<Sink: PacketSink & ~Copyable>(
    _ file: UnsafeMutablePointer<FILE>, into sink: inout Sink
  ) throws(CaptureFailure) {
    let fractions: Int64
    do throws(CaptureFailure) {
      fractions = try unsafe Self.fractions(of: file)
    } catch {
      unsafe fclose(file)
      throw error
    }
    var message = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
    // With the precision of the file itself, libpcap has nothing to scale.
    let precision =
      fractions == 1_000_000 ? PCAP_TSTAMP_PRECISION_MICRO : PCAP_TSTAMP_PRECISION_NANO
    let opened = unsafe pcap_fopen_offline_with_tstamp_precision(file, UInt32(precision), &message)
    guard let capture = unsafe opened else {
      unsafe fclose(file)
      throw CaptureFailure("the pcap file cannot be read: \(Self.text(message))")
    }
    // Closes the file as well.
    defer { unsafe pcap_close(capture) }
    let link = LinkLayer(linkType: Self.linkType(of: unsafe pcap_datalink(capture)))
    self.link = link
    while true {
      var header: UnsafeMutablePointer<pcap_pkthdr>?
      var octets: UnsafePointer<UInt8>?
      let answer = unsafe pcap_next_ex(capture, &header, &octets)
      guard answer == 1, let header = unsafe header?.pointee, let octets = unsafe octets else {
        if answer == -1 { damaged(unsafe String(cString: pcap_geterr(capture)), into: &sink) }
        return
      }
      let bytes = unsafe UnsafeRawBufferPointer(start: octets, count: Int(header.caplen)).bytes
      record(
        bytes, link, seconds: Int64(header.ts.tv_sec), fraction: Int64(header.ts.tv_usec),
        fractions, original: Int(header.len), into: &sink)
    }
  }

  private mutating func record<Sink: PacketSink & ~Copyable>(
    _ bytes: RawSpan, _ link: LinkLayer, seconds: Int64, fraction: Int64, _ fractions: Int64,
    original: Int, into sink: inout Sink
  ) {
    records += 1
    // A fraction of a second or more is damage; it counts on, as Wireshark has it.
    var instant = Instant(units: fraction, perSecond: fractions)
    instant.seconds &+= seconds
    let step = 1_000_000_000 / fractions
    let time = clock.time(instant, resolution: step, record: records, into: &sink)
    let packet = Packet(
      number: records, time: time, content: .other, direction: .unknown,
      cut: max(0, original - bytes.byteCount))
    if packet.cut > 0 {
      note(.cutRecord, "the capture holds only a part of this packet", into: &sink)
    }
    if records == 1, let refusal = link.refusal { note(.unknownLink, refusal, into: &sink) }
    link.deliver(packet, bytes, into: &sink)
  }

  /// Tells what stopped libpcap: an absurd length, or a record that the file does not hold whole.
  private func damaged<Sink: PacketSink & ~Copyable>(_ reason: String, into sink: inout Sink) {
    let isAbsurd = reason.hasPrefix("invalid packet capture length")
    sink.note(
      Note(
        isAbsurd ? .absurdLength : .cutFile, at: SourceReference(.packet, records + 1),
        "the rest of the pcap file cannot be read: \(reason)"))
  }

  private func note<Sink: PacketSink & ~Copyable>(
    _ kind: Note.Kind, _ text: String, into sink: inout Sink
  ) {
    sink.note(Note(kind, at: SourceReference(.packet, records), text))
  }

  /// The fractions of a second that the file counts, by its magic number.
  @unsafe private static func fractions(
    of file: UnsafeMutablePointer<FILE>
  ) throws(CaptureFailure) -> Int64 {
    var magic = [UInt8](repeating: 0, count: 4)
    let count = unsafe fread(&magic, 1, 4, file)
    unsafe rewind(file)
    guard count == 4, let fractions = unitsPerSecond(magic.withRawSpan { $0.u32be(0) }) else {
      throw CaptureFailure("the file does not start with a pcap header")
    }
    return fractions
  }

  private static func unitsPerSecond(_ magic: UInt32?) -> Int64? {
    switch magic {
    case 0xA1B2_C3D4, 0xD4C3_B2A1: 1_000_000
    // Written by some patched versions of libpcap, with 8 octets more in each record header.
    case 0xA1B2_CD34, 0x34CD_B2A1: 1_000_000
    case 0xA1B2_3C4D, 0x4D3C_B2A1: 1_000_000_000
    default: nil
    }
  }

  /// The link type of a file from libpcap's number for it, which differs for IP alone.
  static func linkType(of dataLink: Int32) -> UInt32 {
    dataLink == DLT_RAW ? 101 : UInt32(truncatingIfNeeded: dataLink)
  }

  private static func lastError() -> String { unsafe String(cString: strerror(errno)) }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
