/// One recording of a store with its goldens.
public struct GoldenCase: Hashable, Sendable, CustomStringConvertible {
  public let store: GoldenStore

  /// The name of the recording without its ending: that of its goldens.
  public let name: String

  /// The name of its file in `captures`.
  public let capture: String

  public var description: String { name }

  /// The recording.
  ///
  /// Throws ``GoldenError`` where it cannot be read.
  public func recording() throws(GoldenError) -> StoredRecording {
    try StoredRecording(store.captures, capture)
  }

  /// The goldens that it has to have: a transcript only where there is control traffic.
  ///
  /// Throws ``GoldenError`` where the recording cannot be read.
  public func kinds() throws(GoldenError) -> [GoldenKind] {
    try recording().kinds
  }
}

extension GoldenCase {
  /// The cases of the store that a source file belongs to, for the arguments of a test.
  ///
  /// Throws ``GoldenError`` where there is no store, no recording in it, or two of one name.
  public static func all(near sourceFile: String) throws(GoldenError) -> [GoldenCase] {
    let store = try GoldenStore(nearFile: sourceFile)
    let cases = try store.cases()
    // A test without cases would pass without having looked at anything.
    guard !cases.isEmpty else {
      throw GoldenError(
        "there is no recording in \(store.captures.path): 'rullo adopt LOG --name NAME' makes one")
    }
    return cases
  }
}
