public import RulloBase

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Finds the captures and logs of a folder, in the folders below it and in archives.
public enum CaptureFolder {
  /// Folders deeper than this, and more files than this, are no folder of captures.
  private static let deepest = 16
  private static let mostFiles = 20_000

  /// The paths with each folder replaced by the captures in it, sorted by name; others stay.
  ///
  /// Throws ``InputError`` for a folder that cannot be read or holds no capture.
  public static func expand(_ paths: [String]) throws(InputError) -> [String] {
    var all: [String] = []
    for path in paths {
      guard isFolder(path, followsLinks: true) else {
        all.append(path)
        continue
      }
      var files: [String] = []
      try list(path, depth: 0, into: &files)
      var captures: [String] = []
      for file in files {
        // What cannot be opened or is damaged beyond its start is no capture of this folder.
        captures += (try? CaptureSearch.captures(in: file)) ?? []
      }
      guard !captures.isEmpty else {
        throw InputError(
          "\(path) is a folder of \(files.count) file\(files.count == 1 ? "" : "s"), none of them a"
            + " capture or a log")
      }
      all += captures
    }
    return all
  }

  /// The files of a folder in the order of their names; hidden ones and links to folders are left out.
  private static func list(
    _ folder: String, depth: Int, into files: inout [String]
  ) throws(InputError) {
    guard depth < deepest, let stream = unsafe opendir(folder) else {
      guard depth == 0 else { return }
      throw InputError("cannot open \(folder): \(unsafe String(cString: strerror(errno)))")
    }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    unsafe closedir(stream)
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    for name in names.sorted() where files.count < mostFiles {
      let path = prefix + name
      if isFolder(path, followsLinks: false) {
        try list(path, depth: depth + 1, into: &files)
      } else if isRegular(path) {
        files.append(path)
      }
    }
  }

  private static func isFolder(_ path: String, followsLinks: Bool) -> Bool {
    var status = stat()
    let answer = unsafe followsLinks ? stat(path, &status) : lstat(path, &status)
    return answer == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether reading a file ends: pipes and devices in a folder may not.
  private static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
