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

  /// Runs the trainer for two seconds, 10 notifications a second, while the body captures.
  func ride(port: Int, _ body: () throws -> Void) throws -> Int {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "sleep 1; exec python3 '\(Self.trainer)' --port \(port) --rate 10 --seconds 2",
    ]
    process.standardOutput = output
    try process.run()
    try body()
    process.waitUntilExit()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return Int(text.split(separator: " ").compactMap { Int($0) }.first ?? -1)
  }

  @Test(
    "a ride is captured whole, watched, and counted as the app counts it",
    .enabled(if: isPermitted, reason))
  func ride() throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("ride.pcap").path
      var watched = ""
      let values = try ride(port: 36_871) {
        let result = try RulloCommand.run(
          "capture", "-i", Self.loopback, "-o", file, "--watch", "--duration", "6")
        #expect(result.code == 0, "\(result.complaint)")
        #expect(result.complaint.contains("; 'rullo info \(file)' says what is in it"))
        watched = result.text
      }
      #expect(values == 20)
      #expect(watched.contains("1826/2AD2  10 Hz"))
      let info = try RulloCommand.run("info", "--json", file)
      #expect(info.text.contains("\"usable\":true"))
      #expect(info.text.contains("\"notification\":\(values)"))
      if let tshark = Tool(named: "tshark") {
        let frames = try tshark.run(["-r", file]).lines.count
        #expect(info.text.contains("\"packets\":\(frames)"))
      }
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
      let process = Process()
      process.executableURL = RulloCommand.folder.appendingPathComponent("rullo")
      // The duration is for the case that the signal does not arrive.
      process.arguments = ["capture", "-i", Self.loopback, "-o", file, "--duration", "30"]
      process.standardError = FileHandle.nullDevice
      try process.run()
      let values = try ride(port: 36_872) {}
      #expect(values == 20)
      // Still running: all of the ride is in the file, with no note about its end.
      #expect(process.isRunning)
      let during = try RulloCommand.run("info", "--json", file)
      #expect(during.code == 0)
      #expect(during.text.contains("\"notification\":20"))
      #expect(!during.text.contains("cut_file"))
      process.interrupt()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == 0)
    }
  }

  @Test("a number of packets ends it, and a filter decides", .enabled(if: isPermitted, reason))
  func limits() throws {
    try withFolder { folder in
      let file = folder.appendingPathComponent("ride.pcap").path
      _ = try ride(port: 36_873) {
        let result = try RulloCommand.run(
          "capture", "-i", Self.loopback, "-o", file, "--packets", "3", "--filter",
          "tcp port 36873")
        #expect(result.complaint.contains("wrote 3 packets"))
      }
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
