import Foundation
import RulloBase
import RulloBluetooth
import RulloImporting
import RulloRecordings
import RulloTestSupport
import RulloTransport
import Testing

/// Recordings for tests of replays.
enum Recordings {
  /// A recording that ships with the project.
  static func capture(_ name: String) throws -> Recording {
    try file(projectFolder.appendingPathComponent("captures/" + name).path)
  }

  static func file(_ path: String) throws -> Recording {
    let file = try RecordingFile(path: path)
    let outcome = file.read(into: Recording())
    if let failure = outcome.failure { throw failure }
    return outcome.sink
  }

  /// A recording of session lines, with a clock where the first of them has a time.
  static func session(_ lines: String) throws -> Recording {
    let clock = lines.hasPrefix("-") ? "no clock" : "1 ms\nstart    elapsed 0.000000000"
    return try session(
      octets: Array("rullo-session 1\nsource   x · test · \(clock)\n\n\(lines)\n".utf8))
  }

  static func session(octets: [UInt8]) throws -> Recording {
    var reader = SessionTextReader()
    var emitter = EventEmitter(Recording())
    _ = try octets.withRawSpan { bytes in
      try reader.consume(bytes, offset: 0, isLast: true, into: &emitter)
    }
    emitter.finish()
    return emitter.intoSink()
  }

  /// Requests one after the other, with the engine run up to each time; answers all effects.
  static func run(
    _ engine: inout ReplayEngine, _ requests: [(time: Int64, TransportRequest.Operation)],
    until end: Int64
  ) -> [TransportEffect] {
    var effects: [TransportEffect] = []
    for (number, (time, operation)) in requests.enumerated() {
      while let next = engine.nextTime, next <= time { engine.advance(to: next, &effects) }
      engine.advance(to: time, &effects)
      engine.handle(
        TransportRequest(TransportRequest.ID(number + 1), device: 0, operation), &effects)
    }
    while let next = engine.nextTime, next <= end { engine.advance(to: next, &effects) }
    engine.advance(to: end, &effects)
    engine.finish(&effects)
    return effects
  }
}

extension [TransportEffect] {
  /// The values that reached the app.
  var values: [[UInt8]] {
    compactMap { if case .received(let value) = $0.kind { value.bytes } else { nil } }
  }

  func completion(_ id: Int) -> Result<[UInt8], TransportError>? {
    for effect in self {
      if case .completed(let found, let result) = effect.kind, found.rawValue == id {
        return result
      }
    }
    return nil
  }
}

/// The article's code that a compiler should see.
@Suite("the article about replay") struct ArticleTests {
  @Test("shows the adapter as it is compiled on Apple's systems") func adapter() throws {
    let folder = projectFolder
    let article = try String(
      contentsOf: folder.appendingPathComponent("docs/replay.md"), encoding: .utf8)
    let adapter = try String(
      contentsOf: folder.appendingPathComponent(
        "Tests/RulloTransportTests/CoreBluetoothTransport.swift"), encoding: .utf8)
    #expect(article.contains("```swift\n" + adapter + "```"))
  }

  @Test("shows a plan of faults that reads") func plan() throws {
    let article = try String(
      contentsOf: projectFolder.appendingPathComponent("docs/replay.md"), encoding: .utf8)
    let block = try #require(
      article.components(separatedBy: "```\n").first { $0.hasPrefix("silent 2AD9") })
    #expect(try FaultPlan(block).faults.count == 17)
  }
}
