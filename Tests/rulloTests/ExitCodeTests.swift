import Foundation
import RulloTestSupport
import Testing

/// What the command says and answers where its input is not what it hoped for.
@Suite("exit codes") struct ExitCodeTests {
  /// Files by hand, by the name that stands in a row's words.
  static func file(_ name: String) throws -> [UInt8]? {
    let session = try RulloCommand.octets("bumble-session.btsnoop")
    switch name {
    case "empty": return []
    case "header.btsnoop": return Array(session.prefix(16))
    case "cut.btsnoop": return Array(session.prefix(5_000))
    case "cut-header.btsnoop": return Array(session.prefix(15))
    case "prose.txt": return Array("18:18:33.157 connecting\n18:18:34.000 still there\n".utf8)
    case "noise.bin": return (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }
    case "photo.zip": return octets("50 4B 03 04 14 00 00 00 08 00 00 00 21 00")
    case "nothing.session.txt":
      return Array("rullo-session 1\nsource   a · btsnoop · no clock\n\n".utf8)
    case "newer.session.txt": return Array("rullo-session 9\n".utf8)
    case "ride.log": return try RulloCommand.octets("kickr-core-10hz.log")
    case "control.log": return try RulloCommand.octets("control-denied-once.log")
    default: return nil
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let words: [String]
    let code: Int32
    /// What one line of standard error has to say; without it, standard error is silent.
    var says: [String] = []
    var lines = 1
    /// How standard output begins; `nil` where it has to be empty.
    var output: String? = ""
    var testDescription: String { words.joined(separator: " ") }

    init(
      _ words: String, _ code: Int32, says: [String] = [], lines: Int = 1, output: String? = ""
    ) {
      self.words = words.split(separator: " ").map(String.init)
      self.code = code
      self.says = says
      self.lines = lines
      self.output = output
    }
  }

  // Codes after design section 7: 0 done, 1 does not decode or strict, 2 usage or unreadable.
  static let unreadable: [Row] = ["info", "decode", "rate"].flatMap { command in
    [
      Row("\(command) empty", 2, says: ["empty", "0 octets"], output: nil),
      Row("\(command) missing.btsnoop", 2, says: ["missing.btsnoop", "No such file"], output: nil),
      Row("\(command) .", 2, says: ["is a folder of 0 files"], output: nil),
      Row("\(command) prose.txt", 2, says: ["without an exchange", "app logs"], output: nil),
      Row(
        "\(command) noise.bin", 2, says: ["no known format", "0D B4 5B", "btsnoop"], output: nil),
      Row("\(command) photo.zip", 2, says: ["can be expanded"], output: nil),
      Row("\(command) header.btsnoop", 0, says: ["no record"]),
      Row("\(command) cut.btsnoop", 0, says: ["ends inside a record", "packet 132"]),
      Row(
        "\(command) cut-header.btsnoop", 2, says: ["header"],
        output: command == "decode" ? "rullo-session 1" : ""),
      Row("\(command) --strict cut.btsnoop", 1, says: ["ends inside a record"]),
      Row("\(command) --strict header.btsnoop", 1, says: ["no record"]),
      Row("\(command) --strict ride.log", 0),
      Row("\(command) nothing.session.txt", 0, says: ["trailer"], lines: 2),
      Row(
        "\(command) newer.session.txt", 2, says: ["version"],
        output: command == "decode" ? "rullo-session 1" : ""),
    ]
  }

  static let usage: [Row] = [
    Row("", 0, output: "Rullo"),
    Row("--help", 0, output: "Rullo"), Row("--version", 0, output: "rullo "),
    Row("rate --help", 0, output: "Usage: rullo rate"), Row("info -h", 0, output: "Usage"),
    Row("rat ride.log", 2, says: ["'rat'", "'rate'"], output: nil),
    Row("frobnicate", 2, says: ["'frobnicate'", "--help"], output: nil),
    Row("rate", 2, says: ["FILE"], output: nil), Row("info", 2, says: ["FILE"], output: nil),
    Row("decode", 2, says: ["FILE"], output: nil),
    Row("rate --jsn ride.log", 2, says: ["--jsn", "--json"], output: nil),
    Row("rate --chracteristic 2AD2 ride.log", 2, says: ["--characteristic"], output: nil),
    Row("rate ride.log --from", 2, says: ["--from", "value"], output: nil),
    Row("rate ride.log --from soon", 2, says: ["soon", "12.5"], output: nil),
    Row("rate ride.log --from -1", 2, says: ["-1"], output: nil),
    Row("rate ride.log --to 1.2.3", 2, says: ["1.2.3"], output: nil),
    Row("rate ride.log --json=yes", 2, says: ["--json", "no value"], output: nil),
    Row("info --csv ride.log", 2, says: ["--csv"], output: nil),
    Row(
      "decode ride.log control.log", 2, says: ["control.log", "--join"], lines: 3, output: nil),
    Row("decode ride.log --event 0", 2, says: ["'0'"], output: nil),
    Row("decode ride.log --event x", 2, says: ["'x'"], output: nil),
    Row("decode ride.log --event 21", 2, says: ["21", "20"], output: nil),
    Row("value 2AD2", 2, says: ["HEX"], output: nil),
    Row("value 2AD2 4", 2, says: ["digits"], output: nil),
    Row("value 2AD2 GG", 2, says: ["digits"], output: nil),
    Row("value what 44", 2, says: ["UUID"], output: nil),
    Row("value FFF1 44", 2, says: ["FFF1"], output: nil),
    Row("rate ride.log -- --json", 2, says: ["--json"]),
  ]

  // Cases A and C: the strict entry refuses what is cut, keeps what stands behind the last field.
  static let values: [Row] = [
    Row("value 2AD2 44 00 60 0B A0 00 8B 00", 0, output: "2AD2"),
    Row("value 2AD2 4400600BA0008B00", 0, output: "2AD2"),
    Row("value 2ad2 44-00-60-0b-a0-00-8b-00", 0, output: "2AD2"),
    Row("value 2AD2 0x4400600BA0008B00", 0, output: "2AD2"),
    Row("value 00002ad2-0000-1000-8000-00805f9b34fb 4400600BA0008B00", 0, output: "2AD2"),
    Row("value 2AD2 44 00 60 0B A0 00 8B", 1, output: "2AD2"),
    Row("value --json 2AD2 44", 1, output: "{"),
    Row("value 2AD2 64 02 70 04 00 00 00 00 10 01 00 00", 0, output: "2AD2"),
    Row("value 2AD9 80", 1, output: "2AD9"),
  ]

  static let several: [Row] = [
    Row("rate ride.log empty", 2, says: ["0 octets"], output: "ride.log"),
    Row("rate empty ride.log", 2, says: ["0 octets"], output: "ride.log"),
    Row("info --strict cut.btsnoop empty", 2, says: ["record", "0 octets"], lines: 2),
  ]

  @Test("one clear sentence and the right code", arguments: unreadable + usage + values + several)
  func row(row: Row) throws {
    let result = try withFolder { folder in
      let words = try row.words.map { word in
        if word == "." { return folder.path }
        if word == "missing.btsnoop" { return folder.path + "/" + word }
        guard let bytes = try Self.file(word) else { return word }
        let path = folder.appendingPathComponent(word)
        try Data(bytes).write(to: path)
        return path.path
      }
      return try RulloCommand.program.run(words)
    }
    #expect(result.code == row.code, "\(result.complaint)")
    let complaints = result.complaint.split(separator: "\n")
    #expect(complaints.count == (row.says.isEmpty ? 0 : row.lines), "\(result.complaint)")
    for part in row.says { #expect(result.complaint.contains(part), "\(result.complaint)") }
    if let output = row.output {
      #expect(result.text.hasPrefix(output))
    } else {
      #expect(result.text.isEmpty)
    }
  }
}
