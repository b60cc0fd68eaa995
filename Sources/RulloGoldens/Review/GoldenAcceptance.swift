internal import RulloBase

/// Makes what was put aside the golden, with a reason.
public struct GoldenAcceptance: Sendable {
  public let store: GoldenStore

  /// More files than this at once have to be asked for.
  public static let most = 5

  public init(_ store: GoldenStore) { self.store = store }

  /// Accepts goldens by the names of their files or their cases and answers the files written.
  ///
  /// Each case is run twice and has to give the same octets both times. Throws ``GoldenError`` for an
  /// empty reason, for names that nothing waits for, for more than ``most`` files without
  /// `inBulk`, and on continuous integration.
  public func accept(
    _ names: [String], reason: String, inBulk: Bool = false
  ) throws(GoldenError) -> [String] {
    guard !GoldenStore.isContinuousIntegration else {
      throw GoldenError(
        "CI is set: goldens are accepted by a person, never by continuous integration")
    }
    let reason = try Self.checked(reason)
    let pending = try PendingGolden.all(of: store)
    var chosen: [PendingGolden] = []
    for name in names {
      let found = pending.filter {
        $0.file == name || GoldenKind.parse($0.file)?.name == name
      }
      guard !found.isEmpty else {
        throw GoldenError(
          "nothing waits for review under the name '\(name)'; 'rullo golden check' looks for"
            + " differences, 'rullo golden review' lists them")
      }
      chosen += found.filter { item in !chosen.contains { $0.file == item.file } }
    }
    guard inBulk || chosen.count <= Self.most else {
      throw GoldenError(
        "\(chosen.count) goldens at once are more than anybody reads; name at most \(Self.most), or"
          + " say --bulk")
    }
    for item in chosen { try verify(item) }
    for item in chosen { try write(item, reason) }
    return chosen.map(\.file)
  }

  /// Forgets what was put aside.
  ///
  /// Throws ``GoldenError`` where nothing waits under that name.
  public func reject(_ file: String) throws(GoldenError) {
    guard store.pending.exists(file) else {
      throw GoldenError("nothing waits for review under the name '\(file)'")
    }
    try store.pending.remove(file)
  }

  private static func checked(_ reason: String) throws(GoldenError) -> String {
    let words = reason.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
    guard !words.isEmpty else {
      throw GoldenError("say why the change is right, as in --reason 'speed has two decimals now'")
    }
    return words
  }

  /// Runs the case twice; the pending text has to be what it gives.
  private func verify(_ item: PendingGolden) throws(GoldenError) {
    guard let (name, kind) = GoldenKind.parse(item.file),
      let entry = try store.cases().first(where: { $0.name == name })
    else { return }  // The transcript of an app's own test, which ran it twice itself.
    let first = try GoldenText.of(try entry.recording(), kind)
    let second = try GoldenText.of(try entry.recording(), kind)
    guard first == second else {
      throw GoldenError(
        "\(item.file): two runs of the case differ, so that neither can be a golden")
    }
    guard first == item.octets else {
      throw GoldenError(
        "\(item.file): what waits for review is older than the recording or the program; run"
          + " 'rullo golden check' again and review what it finds")
    }
  }

  private func write(_ item: PendingGolden, _ reason: String) throws(GoldenError) {
    var hash = SHA256()
    hash.update(item.octets)
    let classes = item.difference?.classWords ?? "new"
    let line = "\(item.file) · \(classes) · sha256:\(hash.hexDigest.prefix(16)) · \(reason)\n"
    var reasons: [UInt8] = []
    if store.goldens.exists(GoldenStore.reasons) {
      reasons = try store.goldens.read(GoldenStore.reasons)
    }
    try store.goldens.write(item.octets, to: item.file)
    try store.goldens.write(reasons + Array(line.utf8), to: GoldenStore.reasons)
    try store.pending.remove(item.file)
  }
}
