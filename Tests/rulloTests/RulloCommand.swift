import Foundation
import RulloTestSupport

/// The command that the build has put beside the tests.
enum RulloCommand {
  static let program = Tool(folder.appendingPathComponent("rullo"))

  /// The folder of the test bundle, which is where products are built.
  static let folder: URL = {
    let bundles = Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }
    let path = bundles.first?.bundlePath ?? CommandLine.arguments.first ?? ""
    return URL(fileURLWithPath: path).deletingLastPathComponent()
  }()

  static func run(
    _ arguments: String..., input: [UInt8]? = nil, environment: [String: String] = [:]
  ) throws -> Tool.Result {
    try program.run(arguments, input: input, environment: environment)
  }

  /// The path of a recording that ships with the project.
  static func capture(_ name: String) -> String {
    projectFolder.appendingPathComponent("captures/" + name).path
  }

  /// Its octets.
  static func octets(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: capture(name))))
  }
}
