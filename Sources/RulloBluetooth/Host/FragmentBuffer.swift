/// The octets of an L2CAP frame that arrives in several ACL packets.
@usableFromInline
internal struct FragmentBuffer: Sendable {
  /// What is wrong with a fragment where it stands.
  @usableFromInline internal enum Fault: UInt8 {
    case none, interrupted, orphan, cut, overlong

    internal var text: String {
      switch self {
      case .none: ""
      case .interrupted: "a frame began before the last one was complete"
      case .orphan: "a continuation came without its start"
      case .cut: "a fragment was cut off by the capture"
      case .overlong: "ACL data longer than its frame"
      }
    }
  }

  /// Memory that only grows; its first ``count`` octets are the frame so far.
  @usableFromInline internal var memory: [UInt8] = []
  @usableFromInline internal var count = 0
  @usableFromInline internal var isOpen = false

  @usableFromInline internal init() {}

  /// Takes one fragment and answers whether the frame is whole now, and what was wrong.
  ///
  /// A frame holds at most 65,539 octets, and so does this buffer.
  @inlinable @inline(__always)
  internal mutating func add(
    _ fragment: RawSpan, isStart: Bool, isCut: Bool
  ) -> (isComplete: Bool, fault: Fault) {
    var fault = Fault.none
    if isStart {
      if isOpen { fault = .interrupted }
      count = 0
      isOpen = true
    } else if !isOpen {
      return (false, .orphan)
    }
    append(fragment)
    if isCut {
      isOpen = false
      return (false, .cut)
    }
    guard count >= 4 else { return (false, fault) }
    let expected = (Int(memory[0]) | Int(memory[1]) << 8) + 4
    guard count >= expected else { return (false, fault) }
    isOpen = false
    return (true, count > expected ? .overlong : fault)
  }

  @inlinable @inline(__always)
  internal mutating func append(_ fragment: RawSpan) {
    let end = count + fragment.byteCount
    if memory.count < end { memory += [UInt8](repeating: 0, count: max(512, end)) }
    unsafe memory.withUnsafeMutableBytes { target in
      unsafe fragment.withUnsafeBytes { source in
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[count..<end]).copyMemory(from: source)
      }
    }
    count = end
  }
}
