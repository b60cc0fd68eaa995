internal import CPcap
public import RulloBase

/// An interface that can be captured on, as libpcap names it.
public struct CaptureInterface: Hashable, Sendable {
  public let name: String

  /// What the system calls it; `nil` where it has no further name.
  public let title: String?
  public let isUp: Bool
  public let isLoopback: Bool

  /// Whether it gives what the Bluetooth stacks of this machine do.
  public var isBluetooth: Bool { name.hasPrefix("bluetooth") }

  /// All interfaces, in the order in which libpcap lists them.
  ///
  /// Throws ``InputError`` where the system does not tell.
  public static func all() throws(InputError) -> [CaptureInterface] {
    var first: UnsafeMutablePointer<pcap_if_t>?
    var message = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
    guard unsafe pcap_findalldevs(&first, &message) == 0 else {
      throw InputError("the interfaces cannot be listed: \(LiveCapture.text(message))")
    }
    defer { unsafe pcap_freealldevs(first) }
    var all: [CaptureInterface] = []
    var next = unsafe first
    while let device = unsafe next {
      let entry = unsafe device.pointee
      all.append(
        CaptureInterface(
          name: unsafe String(cString: entry.name),
          title: unsafe entry.description.map { unsafe String(cString: $0) },
          isUp: unsafe entry.flags & UInt32(PCAP_IF_UP) != 0,
          isLoopback: unsafe entry.flags & UInt32(PCAP_IF_LOOPBACK) != 0))
      unsafe next = entry.next
    }
    return all
  }
}
