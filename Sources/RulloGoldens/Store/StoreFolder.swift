#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A golden store that cannot be read or written, in words that say what to do.
public struct GoldenError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}

/// A folder of a golden store: the only place that asks the file system.
public struct StoreFolder: Hashable, Sendable {
  public let path: String

  public init(_ path: String) { self.path = path }

  /// The folder that a program was started in.
  public static var current: StoreFolder {
    StoreFolder(FileManager.default.currentDirectoryPath)
  }

  /// The folder for what nobody keeps.
  public static var temporary: StoreFolder {
    StoreFolder(FileManager.default.temporaryDirectory.path)
  }

  /// A variable of the environment; `nil` where it is not set.
  public static func environment(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name]
  }

  public func folder(_ name: String) -> StoreFolder { StoreFolder(path(of: name)) }

  public func path(of name: String) -> String {
    path.hasSuffix("/") ? path + name : "\(path)/\(name)"
  }

  /// The folder that this one lies in; `nil` at the top.
  public var parent: StoreFolder? {
    var parts = path.split(separator: "/", omittingEmptySubsequences: true)
    guard parts.popLast() != nil else { return nil }
    return StoreFolder("/" + parts.joined(separator: "/"))
  }

  public func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: path(of: name))
  }

  public func isFolder(_ name: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path(of: name))
    return attributes?[.type] as? FileAttributeType == .typeDirectory
  }

  /// The names of the files in it, without hidden ones, by their octets; empty where it is missing.
  public var files: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { !$0.hasPrefix(".") && !isFolder($0) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The octets of a file.
  ///
  /// Throws ``GoldenError`` where it cannot be read.
  public func read(_ name: String) throws(GoldenError) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path(of: name)) else {
      throw GoldenError("cannot read \(path(of: name))")
    }
    return Array(data)
  }

  /// Writes a file whole or not at all, making the folders on the way.
  ///
  /// Throws ``GoldenError`` where it cannot be written.
  public func write(_ octets: [UInt8], to name: String) throws(GoldenError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try Data(octets).write(to: URL(fileURLWithPath: path(of: name)), options: .atomic)
    } catch {
      throw GoldenError("cannot write \(path(of: name)): \(error)")
    }
  }

  /// Removes a file.
  ///
  /// Throws ``GoldenError`` where it cannot be removed.
  public func remove(_ name: String) throws(GoldenError) {
    do {
      try FileManager.default.removeItem(atPath: path(of: name))
    } catch {
      throw GoldenError("cannot remove \(path(of: name)): \(error)")
    }
  }
}
