import Foundation
import RulloBase
import RulloBluetooth
import RulloRecordings
import RulloTestSupport
import Testing

@testable import RulloFieldLogs

/// The page that lists the formats: an example of each, which is read as the page says.
@Suite("Documented log formats")
struct DocumentedFormatTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let log: String
    var testDescription: String { name }

    static let all: [Example] = {
      let path = "Sources/RulloFieldLogs/Documentation.docc/LogFormats.md"
      let page =
        (try? String(contentsOf: projectFolder.appendingPathComponent(path), encoding: .utf8)) ?? ""
      return page.components(separatedBy: "\n### `").dropFirst().compactMap { section in
        let blocks = section.components(separatedBy: "```\n")
        guard blocks.count > 1 else { return nil }
        return Example(name: String(section.prefix { $0 != "`" }), log: blocks[1])
      }
    }()
  }

  @Test("every format has its example, in the order of the program") func complete() {
    #expect(Example.all.map(\.name) == LogChoice.names)
  }

  @Test("each example is known by its content and holds a value", arguments: Example.all)
  func example(example: Example) throws {
    let log = Array(example.log.utf8)
    let best = log.withRawSpan { LogRecognition($0).best }
    #expect(best?.name == example.name)
    let recording =
      example.name == AppLogFormat.name
      ? try read(log) : try read(log, as: builtIn(example.name))
    #expect(recording.notes.entries.allSatisfy { $0.note.kind != .skippedLine })
    let bike = octets("44 00 60 0B A0 00 8B 00")
    let isBike = recording.events.indices.contains { index in
      let value = Array(recording.value(at: index))
      return !value.isEmpty && value == Array(bike.prefix(value.count))
    }
    #expect(isBike)
  }
}
