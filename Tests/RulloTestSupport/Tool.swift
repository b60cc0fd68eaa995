public import Foundation

/// A program that a test runs, and what came of it.
public struct Tool: Sendable {
  public struct Result: Sendable {
    public let code: Int32
    public let output: [UInt8]
    public let errors: [UInt8]

    public var text: String { String(decoding: output, as: UTF8.self) }
    public var complaint: String { String(decoding: errors, as: UTF8.self) }
    public var lines: [String] { text.split(separator: "\n").map(String.init) }
  }

  private let file: URL

  public init(_ file: URL) { self.file = file }

  /// Looks the program up where a shell would.
  public init?(named name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let files = folders.map { URL(fileURLWithPath: "\($0)/\(name)") }
    guard let file = files.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) })
    else { return nil }
    self.file = file
  }

  /// Runs the program to its end; its output goes through files, so that no pipe can fill up.
  public func run(
    _ arguments: [String], input: [UInt8]? = nil, environment: [String: String] = [:]
  ) throws -> Result {
    try withFolder { folder in
      let process = Process()
      process.executableURL = file
      process.arguments = arguments
      process.environment = ProcessInfo.processInfo.environment
        .merging(environment) { _, new in new }
      let names = ["in", "out", "err"].map { folder.appendingPathComponent($0) }
      try Data(input ?? []).write(to: names[0])
      try Data().write(to: names[1])
      try Data().write(to: names[2])
      process.standardInput = try FileHandle(forReadingFrom: names[0])
      process.standardOutput = try FileHandle(forWritingTo: names[1])
      process.standardError = try FileHandle(forWritingTo: names[2])
      try process.run()
      process.waitUntilExit()
      return Result(
        code: process.terminationReason == .exit
          ? process.terminationStatus : -process.terminationStatus,
        output: [UInt8](try Data(contentsOf: names[1])),
        errors: [UInt8](try Data(contentsOf: names[2])))
    }
  }
}

/// Lends a folder of its own and removes it.
public func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("rullo-test-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

/// The folder of the project.
public let projectFolder: URL = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { path, _ in
  path.deletingLastPathComponent()
}

/// Whether the project is checked for everyone, where nothing may be skipped.
public let isContinuousIntegration =
  !["", "0", "false"].contains(ProcessInfo.processInfo.environment["CI"] ?? "")
