/// A project's recordings (`captures/`) and what they must decode, measure and replay to (`golden/`).
///
/// A recording is a case by lying in its folder: nothing has to be registered.
public struct GoldenStore: Hashable, Sendable {
  public let root: StoreFolder

  public var captures: StoreFolder { root.folder("captures") }
  public var goldens: StoreFolder { root.folder("golden") }

  /// Where reasons of accepted changes are kept, a line each.
  public static let reasons = "reasons.txt"

  public init(root: StoreFolder) { self.root = root }

  /// The store of the nearest folder upward with `Package.swift`, `captures` or `golden` in it.
  ///
  /// Throws ``GoldenError`` where there is none.
  public init(near folder: StoreFolder) throws(GoldenError) {
    var next: StoreFolder? = folder
    while let candidate = next {
      if candidate.exists("Package.swift") || candidate.isFolder("captures")
        || candidate.isFolder("golden")
      {
        self.init(root: candidate)
        return
      }
      next = candidate.parent
    }
    throw GoldenError(
      "no folder from \(folder.path) upward has Package.swift, captures or golden in it; name the"
        + " project's folder")
  }

  /// The store of the project that a source file belongs to, for `#filePath`.
  ///
  /// Throws ``GoldenError`` where there is none.
  public init(nearFile path: String) throws(GoldenError) {
    let file = StoreFolder(path)
    try self.init(near: file.parent ?? file)
  }

  /// What was found instead of a golden, for review; never inside the golden tree.
  public var pending: StoreFolder {
    if root.exists("Package.swift") { return root.folder(".build/rullo-pending") }
    let name = root.path.utf8.map { UInt8(ascii: "/") == $0 ? UInt8(ascii: "_") : $0 }
    return StoreFolder.temporary.folder("rullo-pending/" + String(decoding: name, as: UTF8.self))
  }

  /// The cases in the order of their names.
  ///
  /// Throws ``GoldenError`` where two recordings have one name.
  public func cases() throws(GoldenError) -> [GoldenCase] {
    var cases: [GoldenCase] = []
    for file in captures.files {
      let name = Self.stem(file)
      if let other = cases.first(where: { $0.name == name }) {
        throw GoldenError(
          "captures/\(file) and captures/\(other.capture) have the same name, so that their goldens"
            + " would be the same files; rename one of them")
      }
      cases.append(GoldenCase(store: self, name: name, capture: file))
    }
    return cases.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Goldens that no recording owns.
  ///
  /// Throws ``GoldenError`` where the cases cannot be told.
  public func orphans() throws(GoldenError) -> [String] {
    var owned = [Self.reasons]
    let cases = try cases()
    for entry in cases { owned += try entry.kinds().map { $0.fileName(of: entry.name) } }
    // A transcript that a test of an app keeps is owned by the test, under the recording's name.
    return goldens.files.filter { file in
      guard !owned.contains(file), let (name, kind) = GoldenKind.parse(file) else {
        return !owned.contains(file)
      }
      return kind != .transcript || !cases.contains { name.hasPrefix($0.name + ".") }
    }
  }

  /// `ride` for `ride.btsnoop` and `ride.session.txt`.
  static func stem(_ file: String) -> String {
    let end = file.lastIndex(of: ".") ?? file.endIndex
    let name = file[..<end]
    return String(name.hasSuffix(".session") ? name.dropLast(8) : name)
  }

  /// Whether a variable says that nobody is there to review: `CI` set to anything but 0 or false.
  public static var isContinuousIntegration: Bool {
    !["", "0", "false"].contains(StoreFolder.environment("CI") ?? "")
  }
}
