// swift-tools-version: 6.2
import PackageDescription

// Warnings are errors on continuous integration only: a newer compiler that warns about more must
// not break the build of somebody who depends on this package.
let isStrict = !["", "0", "false"].contains(Context.environment["CI"] ?? "")

let settings: [SwiftSetting] =
  [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

// Fuzzing is for those who ask for it: its program has no main of its own and does not link otherwise.
let isFuzzing = !["", "0", "false"].contains(Context.environment["RULLO_FUZZ"] ?? "")

/// A library room of the house and its test target; it may import only what stands above it.
///
/// Tests read their fixtures from the source tree, so that they are excluded and no resources.
func room(
  _ name: String, imports: [Target.Dependency], fixtures: [String] = [],
  testImports: [Target.Dependency] = []
) -> [Target] {
  [
    .target(name: name, dependencies: imports, swiftSettings: settings),
    .testTarget(
      name: name + "Tests",
      dependencies: [.target(name: name), "RulloTestSupport"] + testImports,
      exclude: fixtures, swiftSettings: settings),
  ]
}

let package = Package(
  name: "Rullo",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "RulloBase", targets: ["RulloBase"]),
    .library(name: "RulloFitness", targets: ["RulloFitness"]),
    .library(name: "RulloBluetooth", targets: ["RulloBluetooth"]),
    .library(name: "RulloRecordings", targets: ["RulloRecordings"]),
    .library(name: "RulloMeasurements", targets: ["RulloMeasurements"]),
    .library(name: "RulloCaptureFiles", targets: ["RulloCaptureFiles"]),
    .library(name: "RulloFieldLogs", targets: ["RulloFieldLogs"]),
    .library(name: "RulloTransport", targets: ["RulloTransport"]),
    .library(name: "RulloComparison", targets: ["RulloComparison"]),
    .library(name: "RulloSimulator", targets: ["RulloSimulator"]),
    .library(name: "RulloTrainer", targets: ["RulloTrainer"]),
    .library(name: "RulloGoldens", targets: ["RulloGoldens"]),
    .library(name: "RulloGoldenTesting", targets: ["RulloGoldenTesting"]),
  ],
  targets: room("RulloBase", imports: [])
    + room("RulloFitness", imports: ["RulloBase"], fixtures: ["Fixtures"])
    + room("RulloBluetooth", imports: ["RulloBase"])
    + room("RulloRecordings", imports: ["RulloBase", "RulloFitness", "RulloBluetooth"])
    + room(
      "RulloMeasurements",
      imports: ["RulloBase", "RulloFitness", "RulloBluetooth", "RulloRecordings"])
    + room("RulloCaptureFiles", imports: ["RulloBase", "RulloBluetooth", "RulloRecordings"])
    + room(
      "RulloFieldLogs",
      imports: ["RulloBase", "RulloFitness", "RulloBluetooth", "RulloRecordings"])
    + room(
      "RulloTransport",
      imports: ["RulloBase", "RulloFitness", "RulloBluetooth", "RulloRecordings"],
      testImports: ["RulloImporting"])
    + room(
      "RulloComparison",
      imports: [
        "RulloBase", "RulloFitness", "RulloBluetooth", "RulloRecordings", "RulloMeasurements",
        "RulloTransport",
      ], testImports: ["RulloImporting"])
    + room(
      "RulloTrainer",
      imports: ["RulloBase", "RulloFitness", "RulloBluetooth", "RulloFieldLogs", "RulloTransport"])
    + room(
      "RulloSimulator",
      imports: [
        "RulloBase", "RulloFitness", "RulloBluetooth", "RulloRecordings", "RulloMeasurements",
        "RulloTransport", "RulloTrainer",
      ], testImports: ["RulloImporting"])
    + room(
      "RulloGoldens",
      imports: [
        "RulloBase", "RulloFitness", "RulloBluetooth", "RulloRecordings", "RulloCaptureFiles",
        "RulloFieldLogs", "RulloMeasurements", "RulloTransport",
      ], testImports: ["RulloGoldenTesting"])
    + room(
      "RulloImporting",
      imports: [
        "RulloBase", "RulloBluetooth", "RulloRecordings", "RulloCaptureFiles", "RulloFieldLogs",
        "CPcap", "CArchive", "CExpat", "CZlib",
      ],
      fixtures: ["Fixtures"], testImports: ["RulloMeasurements", "RulloHostileInput"])
    + [
      .systemLibrary(
        name: "CPcap", pkgConfig: "libpcap",
        providers: [.apt(["libpcap-dev"]), .brew(["libpcap"])]),
      .systemLibrary(
        name: "CArchive", pkgConfig: "libarchive",
        providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
      .systemLibrary(
        name: "CExpat", pkgConfig: "expat",
        providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
      .systemLibrary(
        name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
      .target(
        name: "RulloGoldenTesting", dependencies: ["RulloGoldens", "RulloTransport"],
        swiftSettings: settings),
      .executableTarget(
        name: "rullo",
        dependencies: [
          "RulloBase", "RulloFitness", "RulloBluetooth", "RulloRecordings", "RulloFieldLogs",
          "RulloCaptureFiles", "RulloMeasurements", "RulloTransport", "RulloComparison",
          "RulloSimulator", "RulloGoldens", "RulloImporting",
        ],
        swiftSettings: settings + (isFuzzing ? [.define("RULLO_FUZZ")] : [])),
      // Runs the command as people do; it depends on it so that it is built.
      .testTarget(
        name: "rulloTests", dependencies: ["rullo", "RulloTestSupport"], swiftSettings: settings),
      .target(
        name: "RulloTestSupport", dependencies: ["RulloBase"], path: "Tests/RulloTestSupport",
        swiftSettings: settings),
      // Reads octets that mean ill, for tests and for fuzzing.
      .target(
        name: "RulloHostileInput",
        dependencies: [
          "RulloBase", "RulloFitness", "RulloBluetooth", "RulloRecordings", "RulloCaptureFiles",
          "RulloFieldLogs", "RulloMeasurements", "RulloImporting",
        ],
        path: "Tests/RulloHostileInput", swiftSettings: settings),
    ]
    + (isFuzzing
      ? [
        .executableTarget(
          name: "rullo-fuzz", dependencies: ["RulloHostileInput"],
          path: "Fuzz/Harness", swiftSettings: settings)
      ] : []),
  swiftLanguageModes: [.v6]
)
