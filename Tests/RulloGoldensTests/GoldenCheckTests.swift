import Foundation
import RulloGoldenTesting
import RulloGoldens
import RulloTestSupport
import Testing

@Suite("golden check") struct GoldenCheckTests {
  /// One byte of a golden at a time, and the class of change that it has to be.
  struct Edit: Sendable, CustomTestStringConvertible {
    let old: String
    let new: String
    let expected: ChangeClass
    var testDescription: String { "\(expected.word): \(old) > \(new)" }
  }

  /// The second line of the recording: 0.002 s, 2A63, 139 W.
  static let edits = [
    Edit(old: "n~  34 00 8B 00", new: "n~  34 00 8C 00", expected: .wire),
    Edit(old: "power 139 W · torque", new: "power 138 W · torque", expected: .decode),
    Edit(old: "0.002000000 ←A 1818/2A63", new: "0.003000000 ←A 1818/2A63", expected: .timing),
    Edit(old: "source   kickr", new: "source  kickr", expected: .format),
    Edit(old: "0.002000000 ←A 1818/2A63", new: "0.002000000 ←B 1818/2A63", expected: .wire),
  ]

  @Test(
    "every recording of the project, by lying in its folder",
    arguments: try GoldenCase.all(near: #filePath))
  func project(entry: GoldenCase) { expectGoldens(of: entry) }

  @Test(
    "the project's own recordings are equal",
    arguments: [
      "kickr-core-10hz.log", "control-denied-once.log", "bumble-session.btsnoop",
    ]) func equal(name: String) throws
  {
    let scratch = try ScratchStore(copying: [name])
    let results = try GoldenCheck(scratch.store, keepsPending: false).run()
    #expect(results.allSatisfy { $0.isEqual })
    #expect(results.count == (name == "kickr-core-10hz.log" ? 2 : 3))
  }

  @Test("a changed byte is found, with its class", arguments: edits) func changed(edit: Edit) throws
  {
    let scratch = try ScratchStore(copying: ["kickr-core-10hz.log"])
    try scratch.edit("golden/kickr-core-10hz.session.txt", edit.old, edit.new)
    let results = try GoldenCheck(scratch.store, keepsPending: false).run()
    let bad = results.filter { !$0.isEqual }
    #expect(bad.map(\.file) == ["kickr-core-10hz.session.txt"])
    guard case .differs(let difference) = bad.first?.verdict else {
      Issue.record("no difference was found")
      return
    }
    #expect(difference.classes == [edit.expected])
    #expect(difference.report.contains { $0.hasPrefix("-") && $0.contains(edit.new) })
    #expect(difference.report.contains { $0.hasPrefix("+") && $0.contains(edit.old) })
  }

  @Test("a missing golden fails each time, and no check writes one") func missing() throws {
    let scratch = try ScratchStore(copying: ["kickr-core-10hz.log"])
    let file = "kickr-core-10hz.rate.json"
    try scratch.store.goldens.remove(file)
    for _ in 0..<2 {
      let results = try GoldenCheck(scratch.store, keepsPending: true).run()
      #expect(results.filter { !$0.isEqual }.map(\.file) == [file])
      #expect(!scratch.store.goldens.exists(file))
    }
    // It waits outside the golden tree, under the name of the golden.
    #expect(scratch.store.pending.path.hasSuffix(".build/rullo-pending"))
    #expect(scratch.store.pending.files == [file])
  }

  @Test("without pending files nothing is written at all") func readsOnly() throws {
    let scratch = try ScratchStore(copying: ["kickr-core-10hz.log"])
    try scratch.store.goldens.remove("kickr-core-10hz.rate.json")
    _ = try GoldenCheck(scratch.store, keepsPending: false).run()
    #expect(scratch.store.pending.files.isEmpty)
    #expect(!scratch.store.root.exists(".build"))
  }

  @Test("a recording that cannot be read is a failed result, the others are still checked")
  func unreadable() throws {
    let scratch = try ScratchStore(copying: ["kickr-core-10hz.log"])
    try scratch.write("btsnoop\0 and then nothing", "captures/broken.btsnoop")
    let results = try GoldenCheck(scratch.store, keepsPending: false).run()
    #expect(results.first?.file == "captures/broken.btsnoop")
    #expect(results.first?.isEqual == false)
    #expect(results.dropFirst().allSatisfy { $0.isEqual })
  }

  @Test("unknown names and recordings of one name are said") func names() throws {
    let scratch = try ScratchStore(copying: ["kickr-core-10hz.log"])
    #expect(throws: GoldenError.self) {
      try GoldenCheck(scratch.store, keepsPending: false).run(["ride"])
    }
    try scratch.write("a", "captures/kickr-core-10hz.txt")
    #expect(throws: GoldenError.self) { try scratch.store.cases() }
  }

  @Test("the store is the nearest folder upward") func nearest() throws {
    let scratch = try ScratchStore(copying: ["kickr-core-10hz.log"])
    let deep = scratch.url.appendingPathComponent("Tests/AppTests/Deep.swift").path
    #expect(try GoldenStore(nearFile: deep) == scratch.store)
    #expect(try GoldenCase.all(near: deep).map(\.name) == ["kickr-core-10hz"])
  }
}
