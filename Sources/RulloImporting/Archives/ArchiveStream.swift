internal import CArchive
internal import RulloBase

/// The members of a compressed file or an archive, one after the other, expanded by libarchive.
///
/// Memory does not follow the size of what is expanded: octets are lent as they are asked for.
@safe final class ArchiveStream {
  /// The name of the member that is read now; `nil` for a file that is only compressed.
  private(set) var member: String?

  /// The kind of a member that is a file, `AE_IFREG` in libarchive's header.
  private static let regularFile: UInt32 = 0o100000

  private let archive: OpaquePointer
  private let path: String

  /// Opens a file; nothing but gzip, bzip2, xz and zstd around zip, tar or any other octets.
  ///
  /// Throws ``InputError`` where libarchive cannot read it.
  init(path: String) throws(InputError) {
    guard let archive = unsafe archive_read_new() else {
      throw InputError("no memory to expand \(path)")
    }
    unsafe self.archive = archive
    self.path = path
    _ = unsafe archive_read_support_filter_gzip(archive)
    _ = unsafe archive_read_support_filter_bzip2(archive)
    _ = unsafe archive_read_support_filter_xz(archive)
    _ = unsafe archive_read_support_filter_zstd(archive)
    _ = unsafe archive_read_support_format_zip(archive)
    _ = unsafe archive_read_support_format_tar(archive)
    _ = unsafe archive_read_support_format_raw(archive)
    guard unsafe archive_read_open_filename(archive, path, 64 * 1024) == ARCHIVE_OK else {
      throw failure
    }
  }

  deinit { _ = unsafe archive_read_free(archive) }

  /// Goes on to the next member that is a file; answers whether there is one.
  func next() throws(InputError) -> Bool {
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

  /// Fills a buffer from `start` on with the next octets of the member; answers how many came.
  func read(into buffer: inout [UInt8], from start: Int) throws(InputError) -> Int {
    let archive = unsafe self.archive
    let count = unsafe buffer.withUnsafeMutableBytes { memory in
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[start...])
      return unsafe archive_read_data(archive, rest.baseAddress, rest.count)
    }
    guard count >= 0 else { throw failure }
    return count
  }

  /// The first octets of the member, enough to recognise a format.
  func head() throws(InputError) -> [UInt8] {
    var octets = [UInt8](repeating: 0, count: 64 * 1024)
    var filled = 0
    while filled < octets.count {
      let count = try read(into: &octets, from: filled)
      if count == 0 { break }
      filled += count
    }
    octets.removeLast(octets.count - filled)
    return octets
  }

  private var failure: InputError {
    let reason = unsafe archive_error_string(archive).map { unsafe String(cString: $0) }
    return InputError("\(path) cannot be expanded: \(reason ?? "unknown reason")")
  }
}
