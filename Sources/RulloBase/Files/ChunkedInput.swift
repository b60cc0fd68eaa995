#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file that cannot be read, in words.
public struct InputError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

/// Octets of a file, a pipe or memory, lent in chunks so that any size needs the same memory.
///
/// Reading instead of mapping: pipes work, and a file that shrinks while it is read cannot trap.
public struct ChunkedInput: ~Copyable {
  /// What the input is called in messages.
  public let name: String

  /// The size of a regular file in octets; `nil` for a pipe.
  public let size: Int?

  /// Whether the input can be opened again under its name: no pipe, no memory.
  public var isReopenable: Bool { descriptor > 0 && size != nil }

  /// Why the octets end before they should, where they do; known once they have ended.
  ///
  /// A compressed file that was cut gives what it holds, and then says so here.
  public var shortfall: String? { explain?() }

  /// How many octets have been used up.
  public var offset: Int { consumed }

  /// Called after each chunk with the octets read so far.
  public var onProgress: ((Int) -> Void)?

  private let descriptor: Int32

  /// Where the octets come from that are in no file; `nil` for a file.
  private let pull: Pull?
  private let explain: (() -> String?)?

  /// Fills a buffer from a place to its end and answers how many octets came; 0 is the end.
  public typealias Pull = (_ buffer: inout [UInt8], _ start: Int) throws(InputError) -> Int

  /// Reads ahead in a regular file that is larger than a few chunks.
  private var ahead: ReadAhead?

  private var buffer: [UInt8]
  private var filled = 0
  private var position = 0
  private var isAtEnd: Bool
  private var consumed = 0

  /// Room for one chunk; it grows only for a single record larger than this.
  private static let chunkSize = 256 * 1024

  /// What is read ahead at a time: larger, as each block costs the two threads a word with each other.
  private static let blockSize = 1024 * 1024
  private static let largestRecord = 32 * 1024 * 1024

  /// Opens a file; `-` is standard input.
  ///
  /// `name` is what messages call it, where not by its path.
  public init(path: String, name: String? = nil) throws(InputError) {
    let opened = path == "-" ? 0 : unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else {
      let reason = unsafe String(cString: strerror(errno))
      throw InputError("cannot open \(path): \(reason)")
    }
    var status = stat()
    let isKnown = unsafe fstat(opened, &status) == 0
    let kind = status.st_mode & S_IFMT
    guard !isKnown || kind != S_IFDIR else {
      if opened != 0 { close(opened) }
      throw InputError("\(path) is a directory; name a file in it")
    }
    self.name = name ?? (path == "-" ? "standard input" : path)
    size = isKnown && kind == S_IFREG ? Int(status.st_size) : nil
    descriptor = opened
    pull = nil
    explain = nil
    buffer = [UInt8](repeating: 0, count: Self.chunkSize)
    isAtEnd = false
  }

  /// Lends octets that are in memory already.
  public init(bytes: [UInt8], name: String = "memory") {
    self.name = name
    size = bytes.count
    descriptor = -1
    pull = nil
    explain = nil
    buffer = bytes
    filled = bytes.count
    isAtEnd = true
  }

  /// Lends octets as `pull` gives them, such as those of a compressed file.
  ///
  /// `shortfall` says why they ended early, where they did; `room` is the size of a chunk.
  public init(
    name: String, room: Int = 256 * 1024, shortfall: (() -> String?)? = nil,
    pull: @escaping Pull
  ) {
    self.name = name
    size = nil
    descriptor = -1
    self.pull = pull
    explain = shortfall
    buffer = [UInt8](repeating: 0, count: room)
    isAtEnd = false
  }

  deinit {
    ahead?.stop()
    if descriptor > 0 { close(descriptor) }
  }

  /// The octets from the current place on, as far as one chunk holds them.
  ///
  /// Throws ``InputError`` where the file cannot be read.
  public mutating func withHead<Result>(
    _ body: (RawSpan) -> Result
  ) throws(InputError) -> Result {
    while !isAtEnd, filled < buffer.count { try fill() }
    let range = position..<filled
    if range.isEmpty, consumed == 0, let shortfall { throw InputError("\(name): \(shortfall)") }
    return buffer.withRawSpan { body($0.extracting(range)) }
  }

  /// Moves the next octets into a buffer from `start` on; answers how many, 0 at the end.
  public mutating func move(
    into target: inout [UInt8], from start: Int = 0
  ) throws(InputError) -> Int {
    while position == filled, !isAtEnd { try fill() }
    let count = min(filled - position, target.count - start)
    guard count > 0 else { return 0 }
    let from = position
    unsafe buffer.withUnsafeBytes { source in
      unsafe target.withUnsafeMutableBytes { memory in
        unsafe UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + count])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[from..<from + count]))
      }
    }
    position += count
    consumed += count
    onProgress?(consumed)
    return count
  }

  /// Lends chunk after chunk until the end; `body` answers how many octets it has used up.
  ///
  /// What is left over is lent again with more behind it; with `isLast` nothing more will come.
  public mutating func forEachChunk<Failure: Error>(
    _ body: (_ bytes: RawSpan, _ offset: Int, _ isLast: Bool) throws(Failure) -> Int
  ) throws {
    while true {
      let range = position..<filled
      let isLast = isAtEnd
      let offset = consumed
      let used = try buffer.withRawSpan { (bytes: RawSpan) throws(Failure) in
        try body(bytes.extracting(range), offset, isLast)
      }
      position += min(max(0, used), range.count)
      consumed += min(max(0, used), range.count)
      onProgress?(consumed)
      if isLast { return }
      try fill()
    }
  }

  private mutating func fill() throws(InputError) {
    if ahead == nil, consumed > 0, let size, size > 16 * Self.chunkSize, descriptor >= 0 {
      ahead = ReadAhead(descriptor: descriptor, blockSize: Self.blockSize)
    }
    if let ahead { return try takeBlock(of: ahead) }
    if position > 0 {
      let rest = filled - position
      let start = position
      unsafe buffer.withUnsafeMutableBytes { memory in
        guard let base = memory.baseAddress else { return }
        unsafe memmove(base, base + start, rest)
      }
      position = 0
      filled = rest
    }
    if filled == buffer.count {
      guard buffer.count < Self.largestRecord else {
        throw InputError("\(name): a single record is larger than 32 MiB; the file is damaged")
      }
      buffer.append(contentsOf: repeatElement(0, count: buffer.count))
    }
    let start = filled
    let count = try pull?(&buffer, start) ?? readFile(from: start)
    guard count >= 0 else {
      let reason = unsafe String(cString: strerror(errno))
      throw InputError("cannot read \(name): \(reason)")
    }
    if count == 0 { isAtEnd = true }
    filled += count
  }

  /// Takes the next block that was read ahead, with what is left over in front of it.
  private mutating func takeBlock(of ahead: ReadAhead) throws(InputError) {
    var block = ahead.next()
    guard block.count >= 0 else {
      throw InputError("cannot read \(name): \(unsafe String(cString: strerror(block.error)))")
    }
    if block.count == 0 {
      isAtEnd = true
      return
    }
    var memory: [UInt8] = []
    swap(&memory, &block.memory)
    let rest = filled - position
    let end = ReadAhead.headroom + block.count
    if rest <= ReadAhead.headroom {
      let start = ReadAhead.headroom - rest
      let from = position
      unsafe buffer.withUnsafeBytes { source in
        unsafe memory.withUnsafeMutableBytes { target in
          unsafe UnsafeMutableRawBufferPointer(rebasing: target[start..<ReadAhead.headroom])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[from..<from + rest]))
        }
      }
      (position, filled) = (start, end)
      swap(&buffer, &memory)
    } else {
      // A record longer than the room in front: the parts are put together, up to the limit.
      guard rest < Self.largestRecord else {
        throw InputError("\(name): a single record is larger than 32 MiB; the file is damaged")
      }
      buffer.removeLast(buffer.count - filled)
      buffer.removeFirst(position)
      buffer += memory[ReadAhead.headroom..<end]
      (position, filled) = (0, buffer.count)
    }
    // The first buffer and parts put together are no blocks: they are let go.
    if memory.count == ReadAhead.headroom + Self.blockSize { ahead.give(consume memory) }
  }

  private mutating func readFile(from start: Int) -> Int {
    unsafe buffer.withUnsafeMutableBytes { memory -> Int in
      guard let base = memory.baseAddress else { return 0 }
      while true {
        let count = unsafe read(descriptor, base + start, memory.count - start)
        if count >= 0 || errno != EINTR { return count }
      }
    }
  }
}
