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

/// Packets of an interface as they come, written to a pcap file that is whole at any moment.
@safe public final class LiveCapture {
  /// What came of a capture.
  public struct Count: Hashable, Sendable {
    public var written = 0

    /// Packets that the system had no room for.
    public var dropped = 0
  }

  public private(set) var count = Count()

  /// What the records hold, in words.
  public let linkType: String

  private let interface: String
  private let capture: OpaquePointer
  private let link: LinkLayer
  private var output: OpaquePointer?
  private var clock = RecordClock()

  /// The frames of Direct Connect, at its usual ports, and of what announces it.
  public static let directConnectFilter = "tcp portrange 36866-36899 or udp port 5353"

  /// Opens an interface.
  ///
  /// `filter` is libpcap's expression, for networks alone. Throws ``InputError`` with what to do where
  /// there is no such interface, no permission, or an expression that libpcap does not understand.
  public init(interface: String, filter: String) throws(InputError) {
    self.interface = interface
    var message = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
    guard let opened = unsafe pcap_create(interface, &message) else {
      throw InputError("cannot capture on \(interface): \(Self.text(message))")
    }
    unsafe capture = opened
    _ = unsafe pcap_set_snaplen(opened, 262_144)
    // Only what this machine sends and receives; wake up at least ten times a second.
    _ = unsafe pcap_set_promisc(opened, 0)
    _ = unsafe pcap_set_timeout(opened, 100)
    _ = unsafe pcap_set_immediate_mode(opened, 1)
    let answer = unsafe pcap_activate(opened)
    guard answer >= 0 else {
      let reason = unsafe String(cString: pcap_geterr(opened))
      unsafe pcap_close(opened)
      throw Self.failure(answer, interface, reason)
    }
    link = LinkLayer(linkType: PcapFile.linkType(of: unsafe pcap_datalink(opened)))
    linkType = link.name
    // From here on the capture is closed with this object, also where these throw.
    if let refusal = link.refusal { throw InputError("cannot capture on \(interface): \(refusal)") }
    if !filter.isEmpty, link.isNetwork { try unsafe Self.narrow(opened, filter) }
    // So that a call waits in poll() alone, where a signal or the end of time can come.
    guard unsafe pcap_setnonblock(opened, 1, &message) == 0 else {
      throw InputError("cannot capture on \(interface): \(Self.text(message))")
    }
  }

  deinit {
    if let output = unsafe output { unsafe pcap_dump_close(output) }
    unsafe pcap_close(capture)
  }

  /// Whether the interface carries frames of a network, which a filter can narrow.
  public var isNetwork: Bool { link.isNetwork }

  /// Begins the file that the packets go to; `-` is standard output.
  ///
  /// Throws ``InputError`` where the file is there already or cannot be written.
  public func write(to path: String, replacing: Bool) throws(InputError) {
    let isTaken = unsafe access(path, F_OK) == 0
    guard path == "-" || replacing || !isTaken else {
      throw InputError("\(path) is there already; name another file, or use --force")
    }
    guard let opened = unsafe pcap_dump_open(capture, path) else {
      throw InputError("cannot write \(path): \(unsafe String(cString: pcap_geterr(capture)))")
    }
    unsafe output = opened
    try flush()
  }

  /// Takes packets until `isOver` says so or `most` have come; it is asked ten times a second and
  /// after each batch.
  ///
  /// Each packet stands in the file before the next one is taken. Throws ``InputError`` where the
  /// interface goes away or the disk is full; what came before is in the file.
  public func run<Sink: PacketSink & ~Copyable>(
    into sink: inout Sink, most: Int = .max, until isOver: (inout Sink) -> Bool
  ) throws(InputError) {
    defer { countDrops() }
    while count.written < most {
      if isOver(&sink) { return }
      guard try take(into: &sink) else {
        var waiting = pollfd(
          fd: unsafe pcap_get_selectable_fd(capture), events: Int16(POLLIN), revents: 0)
        // Without a descriptor to wait for, just a pause.
        _ = unsafe waiting.fd >= 0 ? poll(&waiting, 1, 100) : poll(nil, 0, 10)
        continue
      }
    }
  }

  /// Takes one packet; answers whether there was one.
  private func take<Sink: PacketSink & ~Copyable>(into sink: inout Sink) throws(InputError) -> Bool
  {
    var header: UnsafeMutablePointer<pcap_pkthdr>?
    var octets: UnsafePointer<UInt8>?
    let answer = unsafe pcap_next_ex(capture, &header, &octets)
    guard answer >= 0 else {
      throw InputError(
        "capturing on \(interface) ended: \(unsafe String(cString: pcap_geterr(capture)))")
    }
    guard answer == 1, let header = unsafe header, let octets = unsafe octets else { return false }
    if let output = unsafe output {
      unsafe pcap_dump(UnsafeMutablePointer<UInt8>(output), header, octets)
      try flush()
    }
    count.written += 1
    let bytes = unsafe UnsafeRawBufferPointer(
      start: octets, count: Int(header.pointee.caplen)
    ).bytes
    let stamp = unsafe header.pointee.ts
    var instant = Instant(units: Int64(stamp.tv_usec), perSecond: 1_000_000)
    instant.seconds &+= Int64(stamp.tv_sec)
    let time = clock.time(instant, resolution: 1_000, record: count.written, into: &sink)
    let original = unsafe Int(header.pointee.len)
    let packet = Packet(
      number: count.written, time: time, content: .other, direction: .unknown,
      cut: max(0, original - bytes.byteCount))
    link.deliver(packet, bytes, into: &sink)
    return true
  }

  private func flush() throws(InputError) {
    guard let output = unsafe output, unsafe pcap_dump_flush(output) != 0 else { return }
    throw InputError("cannot write the capture: \(unsafe String(cString: strerror(errno)))")
  }

  private func countDrops() {
    var statistics = pcap_stat()
    guard unsafe pcap_stats(capture, &statistics) == 0 else { return }
    count.dropped = Int(statistics.ps_drop) + Int(statistics.ps_ifdrop)
  }

  @unsafe private static func narrow(
    _ capture: OpaquePointer, _ filter: String
  ) throws(InputError) {
    var program = unsafe bpf_program()
    guard unsafe pcap_compile(capture, &program, filter, 1, UInt32(0xFFFF_FFFF)) == 0 else {
      throw InputError(
        "'\(filter)' is no filter of libpcap: \(unsafe String(cString: pcap_geterr(capture)))")
    }
    defer { unsafe pcap_freecode(&program) }
    guard unsafe pcap_setfilter(capture, &program) == 0 else {
      throw InputError(
        "the filter cannot be set: \(unsafe String(cString: pcap_geterr(capture)))")
    }
  }

  private static func failure(_ code: Int32, _ interface: String, _ reason: String) -> InputError {
    switch code {
    case PCAP_ERROR_PERM_DENIED, PCAP_ERROR_PROMISC_PERM_DENIED:
      return InputError(
        "no permission to capture on \(interface): run it with sudo; on Linux"
          + " 'sudo setcap cap_net_raw,cap_net_admin+ep PROGRAM' gives a program the right once and"
          + " for all")
    case PCAP_ERROR_NO_SUCH_DEVICE:
      let names = (try? CaptureInterface.all().map(\.name)) ?? []
      return InputError(
        "there is no interface \(interface)"
          + (names.isEmpty ? "" : "; there are \(names.joined(separator: ", "))"))
    case PCAP_ERROR_IFACE_NOT_UP:
      return InputError("the interface \(interface) is down; bring it up first")
    default:
      let hint =
        interface.hasPrefix("bluetooth") ? "; does this system have a Bluetooth stack at all?" : ""
      return InputError(
        "cannot capture on \(interface): \(reason.isEmpty ? "error \(code)" : reason)\(hint)")
    }
  }

  static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
