import Foundation
import RulloTestSupport
import Testing

/// Examples of the README that take several commands: they run one after the other, as a reader
/// would, in a folder of their own.
@Suite("README walks") struct ReadmeWalkTests {
  struct Walk: Sendable, CustomTestStringConvertible {
    /// Commands as they stand behind `$ `, each with the lines that it prints.
    let steps: [(command: String, lines: [String])]
    var testDescription: String { steps.first?.command ?? "" }

    static let all: [Walk] = {
      let file = projectFolder.appendingPathComponent("README.md")
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      return text.components(separatedBy: "```").enumerated().compactMap { index, block in
        let lines = block.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let starts = lines.indices.filter { lines[$0].hasPrefix("$ ") }
        guard index % 2 == 1, starts.count > 1,
          starts.first.map({ lines[$0].hasPrefix("$ scripts/rullo ") }) ?? false
        else { return nil }
        return Walk(steps: steps(Array(lines.dropLast()), starts))
      }
    }()

    private static func steps(
      _ lines: [String], _ starts: [Int]
    ) -> [(command: String, lines: [String])] {
      zip(starts, starts.dropFirst() + [lines.count]).map { start, next in
        var command = String(lines[start].dropFirst(2))
        var place = start + 1
        // A command goes on behind a backslash.
        while command.hasSuffix("\\"), place < next {
          command = command.dropLast() + lines[place]
          place += 1
        }
        return (command, Array(lines[place..<next]))
      }
    }
  }

  @Test("work as written", arguments: Walk.all) func walk(walk: Walk) throws {
    let shell = try #require(Tool(named: "sh"))
    let program = RulloCommand.folder.appendingPathComponent("rullo").path
    try withFolder { folder in
      for step in walk.steps {
        let command = step.command.replacing("scripts/rullo", with: "'\(program)'")
          .replacing(" captures/", with: " \(RulloCommand.capture(""))/")
        let result = try shell.run(["-c", "cd '\(folder.path)' && \(command)"])
        #expect(result.code < 2, "\(step.command): \(result.complaint)")
        var lines = result.text.split(separator: "\n", omittingEmptySubsequences: false)
          .map(String.init)
        if lines.last?.isEmpty ?? false { lines.removeLast() }
        #expect(step.lines == lines, "\(step.command)")
      }
    }
  }
}
