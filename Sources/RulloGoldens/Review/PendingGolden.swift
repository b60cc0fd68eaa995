/// A text that was put aside because its golden is missing or differs.
public struct PendingGolden: Sendable {
  /// The name of the golden's file.
  public let file: String

  /// How it differs; `nil` where there is no golden yet.
  public let difference: GoldenDifference?

  public let octets: [UInt8]

  /// What waits for review, the gravest class of change first, then by name.
  ///
  /// Throws ``GoldenError`` where it cannot be read.
  public static func all(of store: GoldenStore) throws(GoldenError) -> [PendingGolden] {
    var items: [PendingGolden] = []
    for file in store.pending.files {
      let octets = try store.pending.read(file)
      var difference: GoldenDifference?
      if store.goldens.exists(file) {
        difference = GoldenDifference(old: try store.goldens.read(file), new: octets)
        // Somebody has settled it by hand.
        if difference == nil { continue }
      }
      items.append(PendingGolden(file: file, difference: difference, octets: octets))
    }
    func gravity(_ item: PendingGolden) -> Int {
      item.difference?.classes.first?.rawValue ?? ChangeClass.allCases.count
    }
    return items.enumerated().sorted {
      (gravity($0.element), $0.offset) < (gravity($1.element), $1.offset)
    }.map(\.element)
  }

  /// `ride.session.txt · wire, timing` or `ride.session.txt · new`.
  public var title: String { "\(file) · \(difference?.classWords ?? "new")" }

  /// What differs, or how a new golden begins.
  public var report: [String] {
    if let difference { return difference.report }
    let lines = GoldenLines(octets).texts
    let rest = lines.count - Self.shown
    return lines.prefix(Self.shown).map { "+ " + $0 } + (rest > 0 ? ["… \(rest) more lines"] : [])
  }

  private static let shown = 30
}
