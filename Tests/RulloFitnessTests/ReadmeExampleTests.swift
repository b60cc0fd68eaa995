import Foundation
import RulloBase
import RulloFitness
import RulloTestSupport
import Testing

/// The example in the README for those who want the decoder as a library.
@Suite("README example")
struct ReadmeExampleTests {
  /// The lines of the example; the test below holds them to those of the README.
  private func example(print: (Any...) -> Void) throws {
    let bike = try IndoorBikeData(decoding: [0x44, 0x00, 0x60, 0x0B, 0xA0, 0x00, 0x8B, 0x00])
    if let speed = bike.instantaneousSpeed, let power = bike.instantaneousPower {
      print(speed, "km/h,", power, "W")  // 29.12 km/h, 139 W
    }

    // A value that is cut: what could be read, and what was wrong.
    let cut = IndoorBikeData(tolerating: [0x44, 0x00, 0x60, 0x0B, 0xA0])
    if let speed = cut.instantaneousSpeed, let failure = cut.failure {
      print(speed, "km/h, then", failure.field)  // 29.12 km/h, then instantaneous_cadence_rpm
    }

    // Octets to write: 150 W to the Fitness Machine Control Point.
    print(FitnessMachineControlPointRequest.set(.power(150)).encoded)  // [5, 150, 0]
  }

  @Test("prints what its comments say") func printed() throws {
    var lines: [String] = []
    try example { (words: Any...) in
      lines.append(words.map { "\($0)" }.joined(separator: " "))
    }
    #expect(
      lines == [
        "29.12 km/h, 139 W", "29.12 km/h, then instantaneous_cadence_rpm", "[5, 150, 0]",
      ])
  }

  @Test("is the one that was compiled") func same() throws {
    let source = try Self.lines(URL(filePath: #filePath))
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let readme = try Self.lines(root.appending(component: "README.md"))
    let start = try #require(
      readme.indices.first { readme[$0...].starts(with: ["```swift", "import RulloFitness"]) })
    let block = readme[(start + 1)...].prefix { $0 != "```" }.filter { !$0.isEmpty }
    #expect(block.first == "import RulloFitness")
    #expect(block.count == 12)
    let first = try #require(source.firstIndex(of: block.dropFirst().first ?? ""))
    let compiled = source[first...].filter { !$0.isEmpty }.prefix(block.count - 1)
    #expect(Array(compiled) == Array(block.dropFirst()))
  }

  private static func lines(_ file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
