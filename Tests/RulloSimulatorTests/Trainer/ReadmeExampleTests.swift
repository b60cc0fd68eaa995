import Foundation
import RulloTestSupport
import Testing

/// The README's tests of an app are compiled and run here as they stand there.
@Suite("README examples") struct ReadmeExampleTests {
  /// The Swift blocks of the README that use the simulator.
  static let blocks: [String] = {
    let file = projectFolder.appendingPathComponent("README.md")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "```swift\n").dropFirst().compactMap { rest in
      let block = rest.components(separatedBy: "```").first ?? ""
      return block.contains("import RulloSimulator\n") ? block : nil
    }
  }()

  @Test("are the files beside this one") func same() throws {
    let files = try ["FirstClientTest", "ControllerExampleTest"].map { name in
      let file = projectFolder.appending(
        components: "Tests", "RulloSimulatorTests", "Trainer", name + ".swift")
      return try String(contentsOf: file, encoding: .utf8)
    }
    #expect(Self.blocks == files)
  }
}
