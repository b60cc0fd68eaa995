import Foundation
import RulloGoldens
import RulloTestSupport

/// A store in a folder of its own, with the project's recordings and goldens, gone after the test.
final class ScratchStore {
  let url: URL
  let store: GoldenStore

  init(copying names: [String]) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "rullo-store-\(UUID().uuidString)")
    let manager = FileManager.default
    try manager.createDirectory(
      at: url.appendingPathComponent("captures"), withIntermediateDirectories: true)
    try manager.createDirectory(
      at: url.appendingPathComponent("golden"), withIntermediateDirectories: true)
    try Data("// a package\n".utf8).write(to: url.appendingPathComponent("Package.swift"))
    for name in names {
      try manager.copyItem(
        at: projectFolder.appendingPathComponent("captures/" + name),
        to: url.appendingPathComponent("captures/" + name))
      let stem = String(name.prefix { $0 != "." })
      let golden = projectFolder.appendingPathComponent("golden")
      for file in try manager.contentsOfDirectory(atPath: golden.path)
      where file.hasPrefix(stem + ".") {
        try manager.copyItem(
          at: golden.appendingPathComponent(file),
          to: url.appendingPathComponent("golden/" + file))
      }
    }
    store = GoldenStore(root: StoreFolder(url.path))
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func golden(_ name: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent("golden/" + name), encoding: .utf8)
  }

  func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: url.appendingPathComponent(name))
  }

  /// Replaces the first occurrence in a file.
  func edit(_ name: String, _ old: String, _ new: String) throws {
    let path = url.appendingPathComponent(name)
    let text = try String(contentsOf: path, encoding: .utf8)
    guard let place = text.range(of: old) else { throw GoldenError("\(old) is not in \(name)") }
    try write(text.replacingCharacters(in: place, with: new), name)
  }
}
