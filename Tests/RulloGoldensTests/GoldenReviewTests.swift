import Foundation
import RulloGoldens
import RulloTestSupport
import Testing

@Suite("golden review") struct GoldenReviewTests {
  /// A store whose two goldens differ: one in a time, one in a byte.
  func scratch() throws -> ScratchStore {
    let scratch = try ScratchStore(copying: ["kickr-core-10hz.log"])
    try scratch.edit(
      "golden/kickr-core-10hz.rate.json", "\"median\":90000000", "\"median\":91000000")
    try scratch.edit("golden/kickr-core-10hz.session.txt", "n~  34 00 8B", "n~  34 00 8C")
    _ = try GoldenCheck(scratch.store, keepsPending: true).run()
    return scratch
  }

  @Test("the gravest class comes first") func order() throws {
    let scratch = try scratch()
    let items = try PendingGolden.all(of: scratch.store)
    #expect(
      items.map(\.title) == [
        "kickr-core-10hz.session.txt · wire", "kickr-core-10hz.rate.json · timing",
      ])
  }

  @Test(
    "accepting needs a reason, writes it down, and settles the check",
    .enabled(if: !GoldenStore.isContinuousIntegration, "CI accepts nothing"))
  func accept() throws {
    let scratch = try scratch()
    let acceptance = GoldenAcceptance(scratch.store)
    #expect(throws: GoldenError.self) { try acceptance.accept(["kickr-core-10hz"], reason: "  \n") }
    #expect(throws: GoldenError.self) { try acceptance.accept(["ride"], reason: "why not") }
    let files = try acceptance.accept(["kickr-core-10hz"], reason: "two\nedits undone")
    #expect(Set(files) == ["kickr-core-10hz.session.txt", "kickr-core-10hz.rate.json"])
    #expect(try GoldenCheck(scratch.store, keepsPending: false).run().allSatisfy { $0.isEqual })
    let reasons = try scratch.golden("reasons.txt").split(separator: "\n")
    #expect(reasons.count == 2)
    #expect(reasons.allSatisfy { $0.hasSuffix(" · two edits undone") })
    #expect(scratch.store.pending.files.isEmpty)
    // The reasons are no orphan.
    #expect(try GoldenPruning.orphans(of: scratch.store).isEmpty)
  }

  @Test(
    "what is no longer what the case gives is not accepted",
    .enabled(if: !GoldenStore.isContinuousIntegration, "CI accepts nothing"))
  func stale() throws {
    let scratch = try scratch()
    try scratch.edit("captures/kickr-core-10hz.log", "44 00 60 0B", "44 00 61 0B")
    #expect(throws: GoldenError.self) {
      try GoldenAcceptance(scratch.store).accept(["kickr-core-10hz.session.txt"], reason: "r")
    }
  }

  @Test("rejecting forgets, and a settled difference waits no more") func reject() throws {
    let scratch = try scratch()
    try GoldenAcceptance(scratch.store).reject("kickr-core-10hz.rate.json")
    #expect(scratch.store.pending.files == ["kickr-core-10hz.session.txt"])
    try scratch.edit("golden/kickr-core-10hz.session.txt", "n~  34 00 8C", "n~  34 00 8B")
    _ = try GoldenCheck(scratch.store, keepsPending: true).run()
    #expect(!scratch.store.pending.files.contains("kickr-core-10hz.session.txt"))
  }

  @Test("goldens of a recording that has gone are orphans, but only once all is equal")
  func orphans() throws {
    let scratch = try ScratchStore(copying: ["kickr-core-10hz.log", "control-denied-once.log"])
    try FileManager.default.removeItem(
      at: scratch.url.appendingPathComponent("captures/control-denied-once.log"))
    try scratch.write("left by nobody", "golden/notes.txt")
    let orphans = try GoldenPruning.orphans(of: scratch.store)
    #expect(orphans.contains("control-denied-once.session.txt"))
    #expect(orphans.contains("control-denied-once.rate.json"))
    #expect(orphans.contains("notes.txt"))
    #expect(!orphans.contains { $0.hasPrefix("kickr") })
    try scratch.edit("golden/kickr-core-10hz.session.txt", "n~  34 00 8B", "n~  34 00 8C")
    #expect(throws: GoldenError.self) { try GoldenPruning.orphans(of: scratch.store) }
  }
}
