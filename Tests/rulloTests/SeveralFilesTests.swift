import Foundation
import RulloTestSupport
import Testing

/// What the commands say of folders, of joined logs and of given handle maps.
@Suite("folders, joined logs, handle maps") struct SeveralFilesTests {
  /// The project's capture cut before record 182, where the discovery is over, as a phone rotates it.
  func withRotated<Result>(_ body: (_ folder: String) throws -> Result) throws -> Result {
    let whole = try RulloCommand.octets("bumble-session.btsnoop")
    var place = 16
    for _ in 1..<182 {
      place += 24 + whole[place + 4..<place + 8].reduce(0) { $0 << 8 | Int($1) }
    }
    return try withFolder { folder in
      try Data(whole[..<place]).write(to: folder.appendingPathComponent("btsnoop_hci.log.last"))
      try Data(whole[..<16] + whole[place...]).write(
        to: folder.appendingPathComponent("btsnoop_hci.log"))
      return try body(folder.path)
    }
  }

  @Test("a folder is read capture by capture; joined, the digest is that of the whole")
  func folder() throws {
    try withRotated { folder in
      let each = try RulloCommand.run("info", "--json", folder)
      #expect(each.code == 0)
      #expect(each.lines.count == 2)
      #expect(each.lines[0].contains("\"file\":\"btsnoop_hci.log\""))
      #expect(each.complaint.contains("note: btsnoop_hci.log: "))
      let joined = try RulloCommand.run("decode", "--join", folder)
      let whole = try RulloCommand.run("decode", RulloCommand.capture("bumble-session.btsnoop"))
      #expect(joined.lines.last == whole.lines.last)
      #expect(joined.lines.count == whole.lines.count)
      let rate = try RulloCommand.run("rate", "--join", folder)
      #expect(rate.lines.first == "btsnoop_hci.log.last + btsnoop_hci.log · btsnoop")
      let ask = try RulloCommand.run("decode", folder)
      #expect(ask.code == 2)
      #expect(ask.complaint.contains("\n  \(folder)/btsnoop_hci.log.last"))
      let alone = try RulloCommand.run("info", "--join", folder + "/btsnoop_hci.log")
      #expect(alone.code == 2)
    }
  }

  @Test("a map that one capture wrote names the handles of another, and says so") func map() throws
  {
    try withRotated { folder in
      let map = folder + "/map.json"
      let written = try RulloCommand.run(
        "info", "--write-gatt", map, RulloCommand.capture("bumble-session.btsnoop"))
      #expect(written.code == 0)
      #expect(written.complaint.contains("wrote the handles of Rullo Trainer"))
      let log = folder + "/btsnoop_hci.log"
      let bare = try RulloCommand.run("info", log)
      #expect(bare.text.contains("with\n--gatt") || bare.text.contains("--gatt"))
      // The 60 values of 2A63 fit no other table; their bytes are those of h0023.
      #expect(bare.text.contains("h0023: looks like 2A63 Cycling Power Measurement (confidence"))
      let named = try RulloCommand.run("info", "--gatt", map, log)
      #expect(named.text.contains("names: from the given map"))
      #expect(named.text.contains("verdict: a usable session: 59 × Indoor Bike Data"))
      #expect(named.complaint.contains("named by the given map of Rullo Trainer"))
      let rate = try RulloCommand.run("rate", "--json", "--gatt", map, log)
      #expect(rate.text.contains("\"named_by\":\"gatt_map\""))
      let info = try RulloCommand.run("info", "--json", "--gatt", map, log)
      #expect(info.text.contains("\"named_by\":\"gatt_map\""))
      let decoded = try RulloCommand.run("decode", "--gatt", map, log)
      #expect(decoded.text.contains("1826/2AD2"))
      // A capture without a discovery has nothing to write.
      let nothing = try RulloCommand.run("info", "--write-gatt", folder + "/none.json", log)
      #expect(nothing.code == 3)
      #expect(!FileManager.default.fileExists(atPath: folder + "/none.json"))
      for wrong in [folder + "/absent.json", log] {
        let refused = try RulloCommand.run("info", "--gatt", wrong, log)
        #expect(refused.code == 2)
        #expect(refused.complaint.contains(wrong))
      }
    }
  }

  @Test("an archive on standard input is read, its captures listed and named") func pipes() throws {
    let two = try withFolder { folder -> [UInt8] in
      try withRotated { logs in
        let zip = folder.appendingPathComponent("two.zip").path
        let tool = Tool(named: "python3")
        let made = try tool?.run(["-m", "zipfile", "-c", zip, logs])
        guard made?.code == 0 else { return [] }
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: zip)))
      }
    }
    try #require(!two.isEmpty || !isContinuousIntegration)
    guard !two.isEmpty else { return }
    let list = try RulloCommand.run("info", "-", input: two)
    #expect(list.code == 2)
    let names = list.complaint.split(separator: "\n").filter { $0.contains("-!") }
    #expect(names.count == 2)
    let one = names.first { $0.hasSuffix(".last") }.map { $0.drop { $0 == " " } } ?? ""
    let info = try RulloCommand.run("info", "--json", String(one), input: two)
    #expect(info.code == 0)
    #expect(info.text.contains("\"packets\":181"))
  }
}
