import RulloGoldens

/// Which project's golden store a command works on.
struct StoreOptions: Sendable {
  var root: String?

  /// The store that was named, or the nearest one upward.
  func store() throws(GoldenError) -> GoldenStore {
    if let root {
      let folder = StoreFolder(root)
      guard folder.isFolder(".") else { throw GoldenError("\(root) is no folder") }
      return GoldenStore(root: folder)
    }
    return try GoldenStore(near: .current)
  }

  static func parameter<Root>(
    _ path: any WritableKeyPath<Root, StoreOptions> & Sendable
  ) -> Parameter<Root> {
    .option("--root", "DIR", "The folder with captures and golden; else the nearest upward.") {
      $0[keyPath: path].root = $1
    }
  }
}
