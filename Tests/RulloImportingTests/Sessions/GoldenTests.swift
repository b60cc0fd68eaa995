import Foundation
import RulloBase
import RulloMeasurements
import RulloRecordings
import RulloTestSupport
import Testing

@testable import RulloImporting

/// The recordings that ship with the project, against the texts that people have checked.
@Suite("golden twins") struct GoldenTests {
  static let captures = [
    "kickr-core-10hz.log", "control-denied-once.log", "bumble-session.btsnoop",
  ]

  /// Only reads the golden: what differs is told and attached, never written.
  func expect(_ actual: [UInt8], golden name: String) {
    let path = projectFolder.appendingPathComponent("golden/" + name)
    let text = String(decoding: actual, as: UTF8.self)
    guard let expected = try? String(contentsOf: path, encoding: .utf8) else {
      Attachment.record(text, named: name)
      Issue.record("golden/\(name) is missing; the actual text is attached")
      return
    }
    guard Array(expected.utf8) != actual else { return }
    Attachment.record(text, named: name)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let changes = lines.difference(from: wanted).prefix(20).map { change in
      switch change {
      case .insert(let offset, let line, _): "line \(offset + 1) + \(line)"
      case .remove(let offset, let line, _): "line \(offset + 1) - \(line)"
      }
    }
    Issue.record("golden/\(name) differs:\n\(changes.joined(separator: "\n"))")
  }

  @Test("session text", arguments: captures) func session(name: String) throws {
    let file = try capture(name)
    let text = sessionText(file, name: name)
    expect(text, golden: stem(name) + ".session.txt")
  }

  @Test("rates", arguments: captures) func rate(name: String) throws {
    let file = try capture(name)
    let format = file.format.rawValue
    let outcome = file.read(into: RateMeter())
    let report = RateReport(outcome.sink, file: name, format: format)
    var json = JSONWriter()
    report.writeJSON(to: &json, breaksLines: true)
    json.endLine()
    let text = json.text.withBytes { $0.copied() }
    #expect((try? JSONSerialization.jsonObject(with: Data(text))) != nil)
    expect(text, golden: stem(name) + ".rate.json")
  }

  @Test("no golden is left of a capture that has gone") func leftovers() throws {
    let folder = projectFolder.appendingPathComponent("golden").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let stems = Set(Self.captures.map(stem))
    #expect(names.allSatisfy { stems.contains(String($0.prefix { $0 != "." })) })
    let captures = try FileManager.default.contentsOfDirectory(
      atPath: projectFolder.appendingPathComponent("captures").path)
    #expect(captures.sorted() == Self.captures.sorted())
  }

  func stem(_ name: String) -> String { String(name.prefix { $0 != "." }) }

  func capture(_ name: String) throws -> RecordingFile {
    try RecordingFile(path: projectFolder.appendingPathComponent("captures/" + name).path)
  }
}
