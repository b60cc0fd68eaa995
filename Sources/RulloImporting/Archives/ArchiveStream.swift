internal import CArchive
internal import RulloBase

/// The members of a compressed file or an archive, one after the other, expanded by libarchive.
///
/// Memory does not follow the size of what is expanded: octets are lent as they are asked for.
@safe final class ArchiveStream {
  /// The name of the member that is read now; `nil` for a file that is only compressed.
  private(set) var member: String?

  /// Why the member ends early, where it does.
  private(set) var shortfall: String?

  /// The kind of a member that is a file, `AE_IFREG` in libarchive's header.
  private static let regularFile: UInt32 = 0o100000

  private let archive: OpaquePointer
  private let name: String

  /// Where the octets come from that are in no file of their own.
  private let feed: ArchiveFeed?

  /// What libarchive has lent and was not given out; zeros that stand before it; the place behind it.
  private var block = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
  private var hole = 0
  private var position = 0

  /// Whether the first member was looked at and is still to be given out.
  private var isAhead = false

  /// Opens a file; nothing but bzip2, xz and zstd around zip, tar or any other octets.
  ///
  /// Throws ``InputError`` where libarchive cannot read it.
  init(path: String, name: String) throws(InputError) {
    self.name = name
    feed = nil
    unsafe archive = try Self.reader(name)
    guard unsafe archive_read_open_filename(archive, path, 64 * 1024) == ARCHIVE_OK else {
      throw failure
    }
  }

  /// Opens what an input lends, such as a member of another archive.
  init(_ input: consuming ChunkedInput) throws(InputError) {
    name = input.name
    unsafe archive = try Self.reader(name)
    let feed = ArchiveFeed(input)
    self.feed = feed
    guard unsafe feed.open(archive) == ARCHIVE_OK else { throw failure }
  }

  deinit { _ = unsafe archive_read_free(archive) }

  @unsafe private static func reader(_ name: String) throws(InputError) -> OpaquePointer {
    guard let archive = unsafe archive_read_new() else {
      throw InputError("no memory to expand \(name)")
    }
    _ = unsafe archive_read_support_filter_bzip2(archive)
    _ = unsafe archive_read_support_filter_xz(archive)
    _ = unsafe archive_read_support_filter_zstd(archive)
    _ = unsafe archive_read_support_format_zip(archive)
    _ = unsafe archive_read_support_format_tar(archive)
    _ = unsafe archive_read_support_format_raw(archive)
    return unsafe archive
  }

  /// Whether there are members, or only compressed octets; answers `nil` for an archive of none.
  func hasMembers() throws(InputError) -> Bool? {
    guard try next() else { return nil }
    isAhead = true
    return member != nil
  }

  /// Goes on to the next member that is a file; answers whether there is one.
  func next() throws(InputError) -> Bool {
    if isAhead {
      isAhead = false
      return true
    }
    shortfall = nil
    unsafe block = UnsafeRawBufferPointer(start: nil, count: 0)
    (hole, position) = (0, 0)
    while true {
      var entry: OpaquePointer?
      let answer = unsafe archive_read_next_header(archive, &entry)
      if answer == ARCHIVE_EOF { return false }
      guard answer >= ARCHIVE_WARN, let entry = unsafe entry else { throw failure }
      if unsafe archive_format(archive) == ARCHIVE_FORMAT_RAW {
        member = nil
        return true
      }
      guard unsafe archive_entry_filetype(entry) == Self.regularFile else { continue }
      let name = unsafe archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry)
      member = unsafe name.map { unsafe String(cString: $0) } ?? "?"
      return true
    }
  }

  /// The member with the archive it lies in: `FILE!member`.
  var memberPath: String { member.map { "\(name)!\($0)" } ?? name }

  /// The content of the member, lent as it is expanded.
  func content(room: Int = 256 * 1024) -> ChunkedInput {
    ChunkedInput(name: memberPath, room: room, shortfall: { self.shortfall }) { (buffer, start) in
      self.read(into: &buffer, from: start)
    }
  }

  /// Fills a buffer from `start` on with the next octets of the member; answers how many came.
  ///
  /// Block by block: asked for many at once, libarchive drops those before a fault.
  private func read(into buffer: inout [UInt8], from start: Int) -> Int {
    while unsafe block.isEmpty, hole == 0 {
      guard shortfall == nil, nextBlock() else { return 0 }
    }
    if hole > 0 {
      let count = min(hole, buffer.count - start)
      for place in start..<start + count { buffer[place] = 0 }
      hole -= count
      return count
    }
    let count = unsafe buffer.withUnsafeMutableBytes { memory in
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[start...])
      let part = unsafe block.prefix(rest.count)
      unsafe rest.copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
      return unsafe part.count
    }
    unsafe block = UnsafeRawBufferPointer(rebasing: block[count...])
    return count
  }

  /// Asks for the next octets of the member; answers whether there are any.
  private func nextBlock() -> Bool {
    var start: UnsafeRawPointer?
    var count = 0
    var offset: Int64 = 0
    let answer = unsafe archive_read_data_block(archive, &start, &count, &offset)
    if answer == ARCHIVE_EOF { return false }
    guard answer >= ARCHIVE_WARN else {
      shortfall =
        "the compressed octets end or are damaged here (\(reason)); what stands before was"
        + " read"
      return false
    }
    unsafe block = UnsafeRawBufferPointer(start: start, count: count)
    // A sparse file leaves out its zeros.
    hole = max(0, Int(offset) - position)
    position = Int(offset) + count
    return true
  }

  private var reason: String {
    unsafe archive_error_string(archive).map { unsafe String(cString: $0) } ?? "unknown reason"
  }

  private var failure: InputError {
    feed?.failure
      ?? InputError(
        "nothing of \(name) can be expanded (\(reason)): it is damaged, or was cut before the end of"
          + " its first block; fetch it again")
  }
}
