import Foundation
import RulloTestSupport
import Testing

/// `rullo capture`, on the loopback interface with the trainer and the app of a Python script.
@Suite("live capture", .serialized) struct CaptureCommandTests {
  static let trainer = projectFolder.appendingPathComponent("scripts/direct-connect-trainer").path
  static let python = Tool(named: "python3")

  /// Whether this user may capture on the loopback interface; root may.
  static let isPermitted: Bool = {
    guard python != nil,
      let code = try? RulloCommand.run("capture", "-i", loopback, "--watch", "--duration", "1")
    else { return false }
    return code.code == 0
  }()

  #if os(Linux)
  static let loopback = "lo"
  #else
  static let loopback = "lo0"
  #endif

  static let reason: Comment =
    "capturing on the loopback interface needs root, and the trainer Python"

  /// A capture that runs until it is told to end, or for as long as no machine needs.
  final class Running {
    let process = Process()
    let output: URL
    let complaint: URL

    /// Returns once the interface is open: the file is begun after that.
    init(_ file: String, in folder: URL, _ words: String...) throws {
      output = folder.appendingPathComponent("output")
      complaint = folder.appendingPathComponent("complaint")
      try Data().write(to: output)
      try Data().write(to: complaint)
      process.executableURL = RulloCommand.folder.appendingPathComponent("rullo")
      process.arguments =
        ["capture", "-i", CaptureCommandTests.loopback, "-o", file, "--duration", "600"] + words
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = try FileHandle(forWritingTo: complaint)
      try process.run()
      while process.isRunning, !FileManager.default.fileExists(atPath: file) {
        Thread.sleep(forTimeInterval: 0.01)
      }
    }

    /// Interrupts it as Ctrl-C does, and returns its exit code.
    func end() -> Int32 {
      process.interrupt()
      process.waitUntilExit()
      return process.terminationReason == .exit
        ? process.terminationStatus : -process.terminationStatus
    }

    static func text(_ file: URL) throws -> String {
      String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }
  }

  /// Lets the app and the trainer talk for two seconds, 10 notifications a second as far as the machine
  /// keeps up; returns how many the app has got.
  func ride(port: Int) throws -> Int {
    let result = try #require(Self.python).run([
      Self.trainer, "--port", "\(port)", "--rate", "10", "--seconds", "2",
    ])
    return result.text.split(separator: " ").compactMap { Int($0) }.first ?? -1
  }

  /// What `info` says once as many notifications are in the file, while the capture still runs.
  func info(of file: String, with values: Int, while running: Running) throws -> String {
    while true {
      let isRunning = running.process.isRunning
      let info = try RulloCommand.run("info", "--json", file)
      #expect(info.code == 0, "\(info.complaint)")
      let isWhole = info.text.contains("\"notification\":\(values)")
      if isWhole || !isRunning || info.code != 0 { return info.text }
    }
  }

  @Test(
    "a ride is captured whole, watched, and counted as the app counts it",
    .enabled(if: isPermitted, reason))
  func ride() throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("ride.pcap").path
      let running = try Running(file, in: folder, "--watch")
      let values = try ride(port: 36_871)
      #expect(values == 20)
      _ = try info(of: file, with: values, while: running)
      // Nobody says anything any more: the watch shows it while the silence lasts.
      while running.process.isRunning,
        try !Running.text(running.output).contains("1826/2AD2  0 Hz\n")
      {
        Thread.sleep(forTimeInterval: 0.05)
      }
      #expect(running.end() == 0)
      let complaint = try Running.text(running.complaint)
      #expect(complaint.contains("; 'rullo info \(file)' says what is in it"))
      let info = try RulloCommand.run("info", "--json", file)
      #expect(info.text.contains("\"usable\":true"))
      #expect(info.text.contains("\"notification\":\(values)"))
      if let tshark = Tool(named: "tshark") {
        let frames = try tshark.run(["-r", file]).lines.count
        #expect(info.text.contains("\"packets\":\(frames)"))
      }
      // How many come in which second is up to the machine, but none is counted twice.
      let rates = try Running.text(running.output).split(separator: "\n")
        .filter { $0.contains("1826/2AD2  ") && $0.hasSuffix(" Hz") }
        .compactMap { Int($0.split(separator: " ").dropLast().last ?? "") }
      #expect(!rates.isEmpty)
      #expect((1...values).contains(rates.reduce(0, +)), "\(rates)")
      // It is there already.
      let again = try RulloCommand.run("capture", "-i", Self.loopback, "-o", file)
      #expect(again.code == 2)
      #expect(again.complaint.contains("is there already"))
    }
  }

  @Test(
    "the file is whole while the capture runs, and Ctrl-C ends it with 0",
    .enabled(if: isPermitted, reason))
  func interrupt() throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("ride.pcap").path
      let running = try Running(file, in: folder)
      let values = try ride(port: 36_872)
      #expect(values == 20)
      let during = try info(of: file, with: values, while: running)
      // Still running: all of the ride is in the file, with no note about its end.
      #expect(running.process.isRunning)
      #expect(during.contains("\"notification\":20"))
      #expect(!during.contains("cut_file"))
      #expect(running.end() == 0)
    }
  }

  @Test("a number of packets ends it, and a filter decides", .enabled(if: isPermitted, reason))
  func limits() throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("ride.pcap").path
      let running = try Running(
        file, in: folder, "--packets", "3", "--filter", "tcp port 36873")
      _ = try ride(port: 36_873)
      running.process.waitUntilExit()
      #expect(try Running.text(running.complaint).contains("wrote 3 packets"))
      let wrong = try RulloCommand.run(
        "capture", "-i", Self.loopback, "--watch", "--filter", "tcp prt")
      #expect(wrong.code == 2)
      #expect(wrong.complaint.contains("no filter of libpcap"))
    }
  }

  @Test("interfaces are listed, and what is missing is said") func words() throws {
    let list = try RulloCommand.run("capture", "--list")
    #expect(list.code == 0)
    #expect(list.text.hasPrefix("interface"))
    for arguments in [
      ["capture"], ["capture", "-i", "lo"], ["capture", "-i", "x", "-o", "-", "--watch"],
    ] {
      let result = try RulloCommand.program.run(arguments)
      #expect(result.code == 2)
      #expect(result.complaint.contains("--help"))
    }
    let unknown = try RulloCommand.run("capture", "-i", "nowhere0", "--watch", "--duration", "1")
    #expect(unknown.code == 2)
    #expect(unknown.complaint.contains("nowhere0"))
  }
}
