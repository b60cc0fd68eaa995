/// Finds goldens that no recording owns any more.
public enum GoldenPruning {
  /// The orphans of a store; only after every case has passed.
  ///
  /// Throws ``GoldenError`` where a case differs or cannot be run: a golden that seems to have no
  /// owner may be one whose recording is damaged.
  public static func orphans(of store: GoldenStore) throws(GoldenError) -> [String] {
    let results = try GoldenCheck(store, keepsPending: false).run()
    if let bad = results.first(where: { !$0.isEqual }) {
      throw GoldenError("nothing is pruned before all goldens are equal: \(bad.summary)")
    }
    return try store.orphans()
  }

  /// Removes orphans and answers their names.
  ///
  /// Throws ``GoldenError`` as ``orphans(of:)`` does, and on continuous integration.
  public static func remove(from store: GoldenStore) throws(GoldenError) -> [String] {
    guard !GoldenStore.isContinuousIntegration else {
      throw GoldenError("CI is set: goldens are removed by a person")
    }
    let orphans = try orphans(of: store)
    for file in orphans { try store.goldens.remove(file) }
    return orphans
  }
}
