import Foundation
import RulloGoldenTesting
import RulloGoldens
import RulloTransport
import Testing

/// The call that an app's test makes, used as an app uses it.
@Suite("a client against a recording") struct ReplayExpectationTests {
  static let controlPoint = CharacteristicIdentity(0x2AD9)

  /// Ten lines of an app: a grade, and control asked for where it is denied.
  static func ride(_ transport: some TrainerTransport, grade: [UInt8]) async throws {
    try await transport.connect()
    var answers = try await transport.values(of: controlPoint).makeAsyncIterator()
    func ask(_ request: [UInt8]) async throws -> UInt8? {
      try await transport.write(request, to: controlPoint)
      return await answers.next()?.bytes.last
    }
    if try await ask(grade) == 5, try await ask([0x00]) == 1 { _ = try await ask(grade) }
  }

  @Test("a client that does what was recorded passes") func passes() async {
    await expectReplay(of: "control-denied-once", client: "ten-lines") { simulation in
      try await Self.ride(simulation.transport, grade: [0x11, 0, 0, 0xE4, 0x02, 0x28, 0x33])
    }
  }

  /// What an app's test says when its client does something else, in a project of its own.
  static func failing(
    _ app: @escaping @Sendable (Simulation) async throws -> Void,
    matching: @escaping @Sendable (String) -> Bool
  ) async throws {
    let scratch = try ScratchStore(copying: ["control-denied-once.log"])
    let file = scratch.url.appendingPathComponent("Tests/AppTests/AppTests.swift").path
    await withKnownIssue {
      await expectReplay(
        of: "control-denied-once", client: "ten-lines", testFile: file, app)
    } matching: {
      matching("\($0)")
    }
  }

  @Test("another grade is a divergence, and the report names what was recorded")
  func diverges() async throws {
    // 9 % is 0x0384 hundredths; the recording has 7.4 %.
    try await Self.failing { simulation in
      try await Self.ride(simulation.transport, grade: [0x11, 0, 0, 0x84, 0x03, 0x28, 0x33])
    } matching: {
      $0.contains("D2") && $0.contains("grade 7.4 %, written 9 %") || $0.contains("D4")
        || $0.contains("(wire")
    }
  }

  @Test("a characteristic that the recording lacks is said") func missing() async throws {
    try await Self.failing { simulation in
      try await simulation.transport.connect()
      _ = try await simulation.transport.values(of: CharacteristicIdentity(0x2ADA))
    } matching: {
      $0.contains("no characteristic 2ADA") || $0.contains("D4") || $0.contains("(wire")
    }
  }

  @Test("waiting for what never comes is said") func waits() async throws {
    try await Self.failing { simulation in
      try await simulation.transport.connect()
      let values = try await simulation.transport.values(of: Self.controlPoint)
      for await _ in values {}
    } matching: {
      $0.contains("waits for what cannot come any more: a value of 2AD9") || $0.contains("D4")
        || $0.contains("(wire")
    }
  }

  @Test("one byte of the golden changed: the message names the class and both lines")
  func changedGolden() async throws {
    let scratch = try ScratchStore(copying: ["control-denied-once.log"])
    try scratch.edit(
      "golden/control-denied-once.ten-lines.transcript.txt", "80 11 05", "80 11 04")
    let file = scratch.url.appendingPathComponent("Tests/AppTests/AppTests.swift").path
    await withKnownIssue {
      await expectReplay(of: "control-denied-once", client: "ten-lines", testFile: file) {
        try await Self.ride($0.transport, grade: [0x11, 0, 0, 0xE4, 0x02, 0x28, 0x33])
      }
    } matching: { issue in
      let text = "\(issue)"
      return text.contains("differs (wire)") && text.contains("- - ←A 1826/2AD9 i  80 11 04")
        && text.contains("+ - ←A 1826/2AD9 i  80 11 05")
    }
  }

  @Test("an unknown recording is said with those that there are") func unknown() async {
    await withKnownIssue {
      await expectReplay(of: "ride", client: "ten-lines") { _ in }
    } matching: {
      "\($0)".contains("control-denied-once")
    }
  }
}
