import RulloBase
import RulloBluetooth
import RulloRecordings
import Testing

@testable import RulloFieldLogs

/// Rows of tables as spreadsheets write them (RFC 4180); the octets are made up.
@Suite("rows of a table") struct TableRowTests {
  private func table(_ text: String) throws -> Recording {
    var format = LogFormat(name: "table")
    format.columns = try LogColumns("time=t,uuid=uuid,value=value")
    return try read(text, as: format)
  }

  @Test("a cell in quotes holds marks, quotes and line ends") func quoted() throws {
    let log = try table(
      """
      t,remark,uuid,value
      1,"first, of ""two"" lines
      and a third
      ",2AD2,44 00
      2,plain,2AD2,45 00

      """)
    #expect(log.brief == ["1826/2AD2 notification~ 44 00", "1826/2AD2 notification~ 45 00"])
    #expect(log.milliseconds == [0, 1_000])
    // The row is told by the line it begins in.
    #expect(log.events.map(\.source.number) == [2, 5])
    #expect(log.noteTexts.isEmpty)
  }

  @Test("a remark in front may end in a line that looks like a row") func front() throws {
    let log = try table(
      """
      remark,t,uuid,value
      "line 1
      line 2",1,2AD2,44 00
      "quotes ""3,2AD2,45 00""
      twice",2,2AD2,47 00

      """)
    #expect(log.brief.map { $0.suffix(5) } == ["44 00", "47 00"])
    #expect(log.events.map(\.source.number) == [2, 4])
  }

  @Test("a stray quote costs its own row only") func stray() throws {
    let log = try table(
      """
      t,remark,uuid,value
      1,"never closed,2AD2,43 00
      2,24" wheel,2AD2,44 00
      3,plain,2AD2,45 00
      4,"cut
      """)
    #expect(log.brief.map { $0.suffix(5) } == ["44 00", "45 00"])
    #expect(log.noteTexts == ["2 × a row whose quoted cell does not end"])
    #expect(log.notes.entries.first?.note.source == SourceReference(.line, 2))
  }

  @Test("an endless cell is given up after 64 lines") func endless() throws {
    let words = Array(repeating: "words", count: 200).joined(separator: "\n")
    let log = try table("t,uuid,value\n1,\"\(words)\n2,2AD2,44 00\n")
    #expect(log.brief.map { $0.suffix(5) } == ["44 00"])
    #expect(log.notes.entries.contains { $0.note.text == "a row whose quoted cell does not end" })
  }
}
