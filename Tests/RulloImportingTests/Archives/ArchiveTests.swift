import Foundation
import RulloBase
import RulloBluetooth
import RulloRecordings
import RulloTestSupport
import Testing

@testable import RulloImporting

/// Compressed files and archives, made with Python's gzip, lzma, bz2, zipfile and tarfile and with
/// zstd 1.5 around a btsnoop file of two notifications, 250 ms apart.
@Suite("compressed files and archives")
struct ArchiveTests {
  static let gzip =
    "1F8B08000000000002034B2A29CECBCF2F600002460606E657405A008A1941820C77EE6EE6D76F606072"
    + "50E066606760619056647061C8E0C0AACE386002BA3A001190932B60000000"

  static let xz =
    "FD377A585A000004E6D6B4460200210116000000742FE5A3E0005F00395D00311D0AB16B5DA3AA2CF5DB"
    + "50F4B924264FF6225A85A94D3963D3D98BB009135850F909ED1C24FBD5E69E764DBAEDADEF0A1A22E3B0"
    + "B3FB4F000000000071B355DEA59ED78100015560627DF8AA1FB6F37D010000000004595A"

  static let bzip2 =
    "425A6839314159265359A6C174F3000027FFEB7CC8C00860008800440040001041CC0040004000080000"
    + "06001020005425500034189A3329EA09414064006401256203229F5AE850A81D2C088C1131351C4ED509"
    + "9A1E0E552224481712EAC12882AA2B13186FC5DC914E142429B05D3CC0"

  static let zstd =
    "28B52FFD046805020044036274736E6F6F700000000001000003EA00000010010000000000DCDDB30F2F"
    + "80000240200B00070004001B210044006808335090030000192DF51DD96502A337A8C0"

  static let one =
    "504B03041400000008000000215020303A3608000000060000000C00000046532F6E6F7465732E747874"
    + "CB48CDC9C9E70200504B0304140000000800000021501190932B37000000600000001700000046532F64"
    + "6174612F6274736E6F6F705F6863692E6C6F674B2A29CECBCF2F600002460606E657405A008A1941820C"
    + "77EE6EE6D76F60607250E066606760619056647061C8E0C0AACE386002BA3A00504B0102140314000000"
    + "08000000215020303A3608000000060000000C000000000000000000000080010000000046532F6E6F74"
    + "65732E747874504B01021403140000000800000021501190932B37000000600000001700000000000000"
    + "0000000080013200000046532F646174612F6274736E6F6F705F6863692E6C6F67504B05060000000002"
    + "0002007F0000009E0000000000"

  static let tar =
    "1F8B0800000000000203EDD33B0AC2401485E1EB03142DB4B7891B30AF31B5850B7007123598809A30C6"
    + "DE25B817B7A31B70158E3185045BD3F87F309CCB70618AE1E8284B756EEB28DCEC23F90DC708942AD2A8"
    + "A6E17FCCE6DE7594EF8AE5480D4EC73CD4E679F94F71D213FC2FFDEEFF2A3F1ED2345BC6EB64B24BB7F5"
    + "F6DF554EA5FF9E174CE97F1DCA8F7F8D0D91D6C3E4B03C8D62E176BF0EECB33467565F3AD296D158E612"
    + "77BFEEF98BCB973D000000000000000000000000FCD013CA08E62000280000"

  static let two =
    "504B030414000000080000002150000000000200000000000000050000006C6F67732F0300504B030414"
    + "0000000800000021501190932B3700000060000000140000006C6F67732F6274736E6F6F705F6863692E"
    + "6C6F674B2A29CECBCF2F600002460606E657405A008A1941820C77EE6EE6D76F60607250E06660676061"
    + "9056647061C8E0C0AACE386002BA3A00504B030414000000080000002150D7C838E23000000038000000"
    + "190000006C6F67732F6274736E6F6F705F6863692E6C6F672E6C6173744B2A29CECBCF2F600002460606"
    + "E657405A008A1941820C77EE6EE6D76F60607250E066606760619056647061C8E00400504B0102140314"
    + "0000000800000021500000000002000000000000000500000000000000000000008001000000006C6F67"
    + "732F504B01021403140000000800000021501190932B3700000060000000140000000000000000000000"
    + "8001250000006C6F67732F6274736E6F6F705F6863692E6C6F67504B0102140314000000080000002150"
    + "D7C838E2300000003800000019000000000000000000000080018E0000006C6F67732F6274736E6F6F70"
    + "5F6863692E6C6F672E6C617374504B05060000000003000300BC000000F50000000000"

  static let none =
    "504B03041400000008000000215020303A36080000000600000005000000612E747874CB48CDC9C9E702"
    + "00504B010214031400000008000000215020303A36080000000600000005000000000000000000000080"
    + "0100000000612E747874504B05060000000001000100330000002B0000000000"

  /// Writes a file that is removed afterwards, and lends its path.
  func withFile<Result>(
    _ octets: [UInt8], _ name: String = "capture", _ body: (String) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("rullo-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent(name)
    try Data(octets).write(to: file)
    return try body(file.path)
  }

  func read(_ path: String) throws -> (recording: Recording, failure: InputError?) {
    let outcome = try RecordingFile(path: path).read(into: Recording())
    let failure = outcome.failure
    return (outcome.intoSink(), failure)
  }

  @Test(
    "the only capture is taken",
    arguments: [Self.gzip, Self.xz, Self.bzip2, Self.zstd, Self.one, Self.tar])
  func only(hex: String) throws {
    try withFile(octets(hex)) { path in
      let (recording, failure) = try read(path)
      #expect(failure == nil)
      #expect(recording.events.map(\.kind) == [.notification, .notification])
      #expect(recording.events.map(\.time) == [0, 250_000_000])
      #expect(Array(recording.value(at: 0)) == octets("44 00 68 08"))
    }
  }

  @Test("several captures are listed, and one is named") func several() throws {
    try withFile(octets(Self.two)) { path in
      let error = #expect(throws: InputError.self) { try RecordingFile(path: path).format }
      #expect(
        error?.description
          == "\(path) holds 2 captures; name one of them:"
          + "\n  \(path)!logs/btsnoop_hci.log\n  \(path)!logs/btsnoop_hci.log.last")
      let first = try read(path + "!logs/btsnoop_hci.log")
      let last = try read(path + "!logs/btsnoop_hci.log.last")
      #expect(first.recording.events.count == 2)
      #expect(last.recording.events.count == 1)
      #expect(throws: InputError.self) { try read(path + "!logs/other") }
    }
  }

  @Test("an archive without a capture says so") func none() throws {
    try withFile(octets(Self.none)) { path in
      let error = #expect(throws: InputError.self) { try RecordingFile(path: path).format }
      #expect(error?.description.contains("an archive of 1 file, none of them a capture") == true)
    }
  }

  @Test("a mark in the name of a plain file is no member") func mark() throws {
    try withFile(octets(Self.gzip), "ride!one") { path in
      let found = try read(path)
      #expect(found.recording.events.count == 2)
      #expect(throws: InputError.self) { try read(path + "!x!y") }
    }
  }

  @Test(
    "every prefix is read or refused, and never more than once",
    arguments: [Self.gzip, Self.xz, Self.bzip2, Self.zstd, Self.one, Self.two])
  func prefixes(hex: String) throws {
    let whole = octets(hex)
    for length in stride(from: 1, to: whole.count, by: 7) {
      try withFile(Array(whole.prefix(length))) { path in
        guard let found = try? read(path) else { return }
        #expect(found.recording.events.count <= 2)
      }
    }
  }
}
