import Foundation
import RulloTestSupport
import Testing

/// Rides and profiles as a person uses them.
@Suite("simulate and profiles") struct SimulateTests {
  @Test("a ride is a recording that every command reads") func session() throws {
    try withFolder { folder in
      let path = folder.appendingPathComponent("ride.session.txt").path
      let ride = try RulloCommand.run(
        "simulate", "--profile", "kickr-core", "--duration", "60", "--watts", "165", "-o", path)
      #expect(ride.code == 0)
      #expect(ride.text.isEmpty)
      #expect(ride.complaint.contains("kickr-core: 60 s"))
      let info = try RulloCommand.run("info", path)
      #expect(info.code == 0)
      #expect(info.text.contains("A  KICKR CORE C26B"))
      #expect(info.text.contains("interval 90 ms, MTU 72"))
      #expect(info.text.contains("local host terminated: we hung up"))
      let rate = try RulloCommand.run("rate", path)
      #expect(
        rate.text.contains("about 11\n  times a second") || rate.text.contains("about 11 times"))
      #expect(rate.text.contains("90 ms"))
      let decoded = try RulloCommand.run("decode", path)
      #expect(decoded.code == 0)
      // The session text of the file itself.
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let digest = text.split(separator: "values sha256:").last?.prefix(64) ?? ""
      #expect(decoded.text.contains(digest))
    }
  }

  /// The digest of the values in a session's trailer.
  static func values(_ session: String) -> Substring? {
    session.split(separator: "values sha256:").last?.prefix(64)
  }

  @Test(
    "a capture decodes to what was sent, and tshark finds nothing malformed",
    arguments: [
      ("kickr-core", "ride.btsnoop"), ("zwift-hub", "ride.pcapng"), ("saris-h3", "ride.pcap"),
      ("generic-ftms", "ride.pklg"), ("heart-rate-strap", "ride.btsnoop"),
      ("elite-direto-xr", "ride.btsnoop"), ("ftms-without-simulation", "ride.btsnoop"),
    ])
  func capture(profile: String, name: String) throws {
    try withFolder { folder in
      let path = folder.appendingPathComponent(name).path
      let words = ["simulate", "--profile", profile, "--grades", "100@0,150@6", "--duration", "90"]
      let written = try RulloCommand.program.run(words + ["-o", path])
      #expect(written.code == 0, "\(written.complaint)")
      let session = try RulloCommand.program.run(words)
      let decoded = try RulloCommand.run("decode", path)
      #expect(decoded.code == 0, "\(decoded.complaint)")
      #expect(Self.values(decoded.text) == Self.values(session.text))
      #expect(Self.values(session.text)?.count == 64)
      let info = try RulloCommand.run("info", path)
      #expect(info.text.contains("verdict: a usable session"))
      guard let tshark = Tool(named: "tshark") else {
        #expect(!isContinuousIntegration)
        return
      }
      let malformed = try tshark.run(["-r", path, "-Y", "_ws.malformed"])
      #expect(malformed.code == 0)
      #expect(malformed.text.isEmpty, "\(malformed.text.prefix(400))")
      let values = try tshark.run(["-r", path, "-Y", "btatt.opcode == 0x1b"])
      #expect(values.lines.count > 50)
    }
  }

  @Test("the app log holds the values of the ride") func appLog() throws {
    try withFolder { folder in
      let path = folder.appendingPathComponent("ride.log").path
      let ride = try RulloCommand.run("simulate", "--duration", "30", "-o", path)
      #expect(ride.code == 0)
      let info = try RulloCommand.run("info", path)
      #expect(info.code == 0)
      #expect(info.text.contains("Indoor Bike Data"))
    }
  }

  @Test("the same ride is the same octets; seeds repeat, and differ") func repeatable() throws {
    func ride(_ words: String...) throws -> [UInt8] {
      try RulloCommand.program.run(["simulate", "--duration", "20"] + words).output
    }
    #expect(try ride() == ride())
    #expect(
      try ride("--rider", "different", "--seed", "5") == ride("--rider", "different", "--seed", "5")
    )
    #expect(
      try ride("--rider", "different", "--seed", "5") != ride("--rider", "different", "--seed", "6")
    )
    // A pace holds octets back, and changes none.
    #expect(try ride("--speed", "1000") == ride())
    let drawn = try RulloCommand.run("simulate", "--duration", "20", "--rider", "different")
    let seed = drawn.complaint.split(separator: "--seed ").last?.prefix { $0.isNumber }
    #expect(try ride("--rider", "different", "--seed", String(seed ?? "")) == drawn.output)
  }

  /// A hill of 400 m at 5 % behind 300 m of flat road, northwards.
  static let gpx: String = {
    let points = (0...70).map { index in
      let latitude = 46 + Double(index) * 10 / 6_371_008.8 * 180 / .pi
      let elevation = 500 + max(0, Double(index) - 30) * 0.5
      return "<trkpt lat=\"\(latitude)\" lon=\"7.5\"><ele>\(elevation)</ele></trkpt>"
    }
    return "<gpx><trk><trkseg>" + points.joined() + "</trkseg></trk></gpx>"
  }()

  @Test("a GPX track: its hill is in the grades sent") func track() throws {
    try withFolder { folder in
      let path = folder.appendingPathComponent("hill.gpx").path
      try Self.gpx.write(toFile: path, atomically: true, encoding: .utf8)
      let ride = try RulloCommand.run("simulate", "--profile", "kickr-core", "--route", path)
      #expect(ride.code == 0)
      #expect(ride.text.contains("set indoor bike simulation: wind 0 m/s, grade 0 %"))
      #expect(ride.text.contains("set indoor bike simulation: wind 0 m/s, grade 5 %"))
    }
  }

  @Test("grades as stretches; a machine without simulation gets levels") func grades() throws {
    let ride = try RulloCommand.run(
      "simulate", "--profile", "ftms-without-simulation", "--grades", "100@0,200@4")
    #expect(ride.code == 0)
    // 1.5 × 4 + 4 + 1 = level 11.
    #expect(ride.text.contains("set target resistance level: 11"))
    #expect(!ride.text.contains("set indoor bike simulation"))
  }

  @Test(
    "wrong words say what is right",
    arguments: [
      (["simulate", "--profile", "kikr-core"], "did you mean 'kickr-core'?"),
      (["simulate", "--profile", "no.json"], "cannot open no.json"),
      (["simulate", "--rider", "lazy"], "'lazy' is no rider"),
      (["simulate", "--grades", "100"], "'100' is no stretch"),
      (["simulate", "--duration", "0"], "'0' is no number from 1"),
      (["simulate", "--seed", "x"], "'x' is no seed"),
      (["simulate", "--route", "a.gpx", "--grades", "1@1"], "exclude each other"),
      (["simulate", "-o", "ride.fit"], "does not say the format"),
      (["profile", "show", "saris"], "there is no profile 'saris'"),
      (["profile", "learn", "nothing.log"], "cannot open nothing.log"),
    ])
  func wrong(words: [String], wanted: String) throws {
    let result = try RulloCommand.program.run(words)
    #expect(result.code == 2, "\(words)")
    #expect(result.complaint.contains(wanted), "\(result.complaint)")
  }

  @Test("profile list and show: every value with where it is from, in 80 columns") func show()
    throws
  {
    let list = try RulloCommand.run("profile", "list")
    #expect(list.code == 0)
    #expect(list.lines.count == 15)
    for line in list.lines.dropFirst() {
      let name = String(line.prefix { $0 != " " })
      let shown = try RulloCommand.run("profile", "show", name)
      #expect(shown.code == 0)
      #expect(shown.lines.filter { $0.count > 80 }.isEmpty, "\(name)")
      let json = try RulloCommand.run("profile", "show", "--json", name)
      #expect(json.code == 0)
      #expect(json.text.contains("\"rullo_profile\": 1"))
    }
    #expect(list.lines.filter { $0.count > 80 }.isEmpty)
  }

  @Test("a profile that was learned can be ridden and compared") func learn() throws {
    try withFolder { folder in
      let capture = RulloCommand.capture("bumble-session.btsnoop")
      let learned = try RulloCommand.run("profile", "learn", capture, "--name", "mine")
      #expect(learned.code == 0)
      let path = folder.appendingPathComponent("mine.json").path
      try Data(learned.output).write(to: URL(fileURLWithPath: path))
      let ride = try RulloCommand.run("simulate", "--profile", path, "--duration", "10")
      #expect(ride.code == 0)
      #expect(ride.text.contains("Rullo Trainer"))
      let compared = try RulloCommand.run("profile", "compare", path, capture)
      #expect(compared.code == 0, "\(compared.text)")
    }
  }

  @Test("the page on profiles is what profiles and recordings make of it") func page() throws {
    let folder = projectFolder.appendingPathComponent("captures")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let made = try RulloCommand.program.run(["profiles-page"] + names.map(RulloCommand.capture))
    #expect(made.code == 0, "\(made.complaint)")
    let stored = try String(
      contentsOf: projectFolder.appendingPathComponent("docs/profiles.md"), encoding: .utf8)
    #expect(stored == made.text, "out of date: rullo profiles-page captures/* > docs/profiles.md")
  }

  @Test("a ride that cannot be written says so, and harms nothing") func unwritable() throws {
    try withFolder { folder in
      let missing = folder.appendingPathComponent("no/such/folder/ride.btsnoop").path
      let result = try RulloCommand.run("simulate", "--duration", "5", "-o", missing)
      #expect(result.code == 2)
      #expect(result.complaint.contains("cannot write \(missing)"))
      guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
      let full = try RulloCommand.run(
        "simulate", "--duration", "5", "--format", "btsnoop", "-o", "/dev/full")
      #expect(full.code == 2)
      #expect(full.complaint.contains("cannot write /dev/full"))
      let type = try FileManager.default.attributesOfItem(atPath: "/dev/full")[.type]
      #expect(type as? FileAttributeType == .typeCharacterSpecial)
    }
  }

  @Test("a file is written at once, whatever the pace, and that is said") func pace() throws {
    try withFolder { folder in
      let path = folder.appendingPathComponent("ride.btsnoop").path
      let ride = try RulloCommand.run("simulate", "--duration", "5", "--speed", "1", "-o", path)
      #expect(ride.code == 0)
      #expect(ride.complaint.contains("note: a file is written at once"))
    }
  }

  @Test("replay takes a profile file as it takes a name") func replayAgainstFile() throws {
    try withFolder { folder in
      let path = folder.appendingPathComponent("mine.json").path
      let json = try RulloCommand.run("profile", "show", "--json", "generic-ftms")
      try Data(json.output).write(to: URL(fileURLWithPath: path))
      let capture = RulloCommand.capture("bumble-session.btsnoop")
      let named = try RulloCommand.run("replay", capture, "--against", "generic-ftms")
      let file = try RulloCommand.run("replay", capture, "--against", path)
      #expect(file.code == named.code)
      // Only the head says what stands against it, and the digest of the whole in the last line.
      #expect(file.lines.count == named.lines.count && file.lines.count > 100)
      #expect(file.lines.dropFirst(3).dropLast() == named.lines.dropFirst(3).dropLast())
      let broken = try RulloCommand.run("replay", capture, "--against", "nothing.json")
      #expect(broken.code == 2)
      #expect(broken.complaint.contains("cannot open nothing.json"))
    }
  }

  @Test("an independent stack's session against the generic profile: the same answers")
  func bumble() throws {
    let result = try RulloCommand.run(
      "profile", "compare", "generic-ftms", RulloCommand.capture("bumble-session.btsnoop"))
    #expect(result.code == 0, "\(result.text)")
    #expect(result.text.contains("43 of 43 answers are the same"))
    let kickr = try RulloCommand.run(
      "profile", "compare", "kickr-core", RulloCommand.capture("kickr-core-10hz.log"))
    #expect(kickr.code == 0, "\(kickr.text)")
    let wrong = try RulloCommand.run(
      "profile", "compare", "zwift-hub", RulloCommand.capture("kickr-core-10hz.log"))
    #expect(wrong.code == 1)
    #expect(wrong.lines.filter { $0.count > 80 }.isEmpty)
  }
}
