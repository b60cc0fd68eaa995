import Foundation
import RulloTestSupport
import Testing

/// The rooms of the house: what each target may import (design section 2).
///
/// iOS cannot be built everywhere; libraries that import nothing but these build there.
@Suite("house rules") struct HouseTests {
  /// From the top of the list downwards; a target imports only what stands above it.
  static let rooms: [(name: String, imports: Set<String>)] = [
    ("RulloBase", []),
    ("RulloFitness", ["RulloBase"]),
    ("RulloBluetooth", ["RulloBase"]),
    ("RulloRecordings", ["RulloBase", "RulloFitness", "RulloBluetooth"]),
    ("RulloCaptureFiles", ["RulloBase", "RulloBluetooth", "RulloRecordings"]),
    ("RulloFieldLogs", ["RulloBase", "RulloFitness", "RulloBluetooth", "RulloRecordings"]),
    ("RulloMeasurements", ["RulloBase", "RulloFitness", "RulloBluetooth", "RulloRecordings"]),
    ("RulloTransport", ["RulloBase", "RulloFitness", "RulloBluetooth", "RulloRecordings"]),
    (
      "RulloComparison",
      [
        "RulloBase", "RulloFitness", "RulloBluetooth", "RulloRecordings", "RulloMeasurements",
        "RulloTransport",
      ]
    ),
    (
      "RulloTrainer",
      ["RulloBase", "RulloFitness", "RulloBluetooth", "RulloFieldLogs", "RulloTransport"]
    ),
    (
      "RulloSimulator",
      [
        "RulloBase", "RulloFitness", "RulloBluetooth", "RulloRecordings", "RulloMeasurements",
        "RulloTransport", "RulloTrainer",
      ]
    ),
    (
      "RulloGoldens",
      [
        "RulloBase", "RulloFitness", "RulloBluetooth", "RulloRecordings", "RulloCaptureFiles",
        "RulloFieldLogs", "RulloMeasurements", "RulloTransport",
      ]
    ),
    ("RulloGoldenTesting", ["RulloGoldens", "RulloTransport", "Testing", "XCTest"]),
    ("CPcap", []),
    ("CArchive", []),
    ("CExpat", []),
    ("CZlib", []),
    (
      "RulloImporting",
      [
        "RulloBase", "RulloBluetooth", "RulloRecordings", "RulloCaptureFiles", "RulloFieldLogs",
        "CPcap", "CArchive", "CExpat", "CZlib",
      ]
    ),
    (
      "rullo",
      [
        "RulloBase", "RulloFitness", "RulloBluetooth", "RulloRecordings", "RulloMeasurements",
        "RulloCaptureFiles", "RulloFieldLogs", "RulloTransport", "RulloComparison",
        "RulloSimulator", "RulloGoldens",
        "RulloImporting",
      ]
    ),
  ]

  /// The files that ask the operating system: to read files, to talk to a terminal, to run
  /// threads and to tell which one runs.
  static let systemFiles: Set<String> = [
    "RulloBase/Files/ChunkedInput.swift", "RulloBase/Files/OutputFile.swift",
    "RulloBase/Files/ReadAhead.swift",
    "RulloBase/Threads/Handover.swift", "RulloBase/Threads/WorkerThread.swift",
    "RulloTransport/Async/CallerIdentity.swift",
    "RulloImporting/PcapFile.swift",
    "RulloImporting/Archives/CaptureSearch.swift", "RulloImporting/Archives/Spool.swift",
    "RulloImporting/Several/CaptureFolder.swift",
    "RulloImporting/Live/LiveCapture.swift", "RulloImporting/Live/StopSignal.swift",
    "rullo/Arguments/Console.swift", "rullo/Commands/Convert/SameFile.swift",
  ]

  /// The files that need Foundation's file system; where there is one, its essentials alone.
  static let foundationFiles: Set<String> = ["RulloGoldens/Store/StoreFolder.swift"]

  /// What the helper for tests stands on.
  static let testing: Set<String> = ["Testing", "XCTest"]

  static let system: Set<String> = ["Glibc", "Musl", "Darwin"]

  struct Import: Sendable {
    let file: String
    let target: String
    let module: String
  }

  static let imports: [Import] = {
    let folder = projectFolder.appendingPathComponent("Sources")
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (names ?? []).filter { $0.hasSuffix(".swift") }.sorted().flatMap { name -> [Import] in
      let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      let target = String(name.prefix { $0 != "/" })
      return (text ?? "import nothing").split(separator: "\n").compactMap { line -> Import? in
        // What is indented stands within a text, such as a test that is written for somebody.
        guard !line.hasPrefix(" ") else { return nil }
        let words = line.split(separator: " ")
        guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
          words[..<place].allSatisfy({
            $0.hasPrefix("@") || ["public", "internal", "package", "private"].contains($0)
          })
        else { return nil }
        // An import of one declaration names it behind its module.
        let module = words[words.count - 1].prefix { $0 != "." }
        return Import(file: name, target: target, module: String(module))
      }
    }
  }()

  @Test("every target imports only what its room allows") func everyImport() {
    #expect(Self.imports.count > 100)
    let allowed = Dictionary(uniqueKeysWithValues: Self.rooms.map { ($0.name, $0.imports) })
    for entry in Self.imports {
      guard let room = allowed[entry.target] else {
        Issue.record("\(entry.target) stands in no list of rooms; add it where it belongs")
        continue
      }
      let isSystem =
        Self.system.contains(entry.module) && Self.systemFiles.contains(entry.file)
        || entry.module.hasPrefix("Foundation") && Self.foundationFiles.contains(entry.file)
        || entry.module == "Synchronization"
          && (entry.file.hasPrefix("RulloTransport/Async/")
            || entry.file == "RulloTrainer/Controller/TrainerController.swift"
            || entry.file == "RulloImporting/Live/StopSignal.swift")
      #expect(
        room.contains(entry.module) || isSystem, "\(entry.file) imports \(entry.module)")
    }
  }

  @Test("the list goes one way, and names targets that exist") func order() throws {
    for (place, room) in Self.rooms.enumerated() {
      let above = Set(Self.rooms[..<place].map(\.name)).union(Self.testing)
      #expect(room.imports.isSubset(of: above), "\(room.name)")
    }
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: projectFolder.appendingPathComponent("Sources").path)
    #expect(Set(folders) == Set(Self.rooms.map(\.name)))
  }

  @Test("the system is asked where files and terminals are, and nowhere else") func systemImports()
  {
    let asking = Self.imports.filter { Self.system.contains($0.module) }.map(\.file)
    #expect(Set(asking) == Self.systemFiles)
    let withFoundation = Self.imports.filter { $0.module.hasPrefix("Foundation") }
    #expect(Set(withFoundation.map(\.file)) == Self.foundationFiles)
    // On Linux only the essentials: the rest would make each program several times as large.
    for file in Self.foundationFiles {
      let modules = withFoundation.filter { $0.file == file }.map(\.module)
      #expect(modules == ["FoundationEssentials", "Foundation"])
    }
  }

  @Test("no test ends by a wall clock: how fast a machine is says nothing about the code")
  func timeLimits() throws {
    let folder = projectFolder.appendingPathComponent("Tests")
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    let tests = (names ?? []).filter { $0.hasSuffix(".swift") }.sorted()
    #expect(tests.count > 100)
    // Written in two halves, or this file would find itself.
    let limit = ".time" + "Limit("
    for name in tests {
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      #expect(!text.contains(limit), "\(name): performance is for scripts/bench")
    }
  }
}
