import RulloGoldens

/// A file that a command writes whole or not at all.
struct OutputFile {
  private let folder: StoreFolder
  private let name: String

  init(_ path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().joined(separator: "/")
    let isRooted = parts.count > 1 && folder.isEmpty
    self.folder = StoreFolder(isRooted ? "/" : folder.isEmpty ? "." : folder)
    name = parts.last.map(String.init) ?? ""
  }

  /// Throws ``GoldenError`` where it cannot be written.
  func write(_ octets: [UInt8]) throws { try folder.write(octets, to: name) }
}
