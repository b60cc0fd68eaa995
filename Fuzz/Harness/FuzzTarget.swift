import RulloBase
import RulloBluetooth
import RulloCaptureFiles
import RulloFieldLogs
import RulloFitness
import RulloHostileInput
import RulloRecordings

/// One reader under test: what stands in a folder of `Fuzz/Seeds`, and what is done with it.
struct FuzzTarget: Sendable {
  /// The folder of its seeds.
  let name: String
  let run: @Sendable ([UInt8]) -> Void

  init(_ name: String, _ run: @escaping @Sendable ([UInt8]) -> Void) {
    self.name = name
    self.run = run
  }

  static let all = captures + layers + texts + logs

  private static let captures: [FuzzTarget] = [
    capture("captures/btsnoop", BtsnoopFormat.self),
    capture("captures/pcapng", PcapngFormat.self),
    capture("captures/packetlogger", PacketLoggerFormat.self),
    // Read by libraries from files: pcap, radio and networks by libpcap, archives by libarchive.
    FuzzTarget("captures/pcap", WholeFile.read), FuzzTarget("captures/air", WholeFile.read),
    FuzzTarget("captures/direct-connect", WholeFile.read),
    FuzzTarget("captures/archive", WholeFile.read),
  ]

  private static let layers: [FuzzTarget] = [
    FuzzTarget("layers/hci", Layers.hci), FuzzTarget("layers/l2cap", Layers.l2cap),
    FuzzTarget("layers/att", Layers.att), FuzzTarget("layers/values", Layers.values),
  ]

  private static let texts: [FuzzTarget] = [
    FuzzTarget("texts/json") { _ = try? JSONValue($0) },
    FuzzTarget("texts/log-format") { _ = try? LogFormat(json: $0) },
    text("texts/session") { SessionTextReader() },
  ]

  /// The recogniser, tables, and every log format that is built in.
  private static let logs: [FuzzTarget] =
    [
      FuzzTarget("logs/recogniser") { $0.withRawSpan { _ = LogRecognition($0).best } },
      text("logs/columns") { DeclaredLog(Layers.table) },
      text("logs/app-log") { AppLogFormat() },
    ]
    + BuiltInFormats.all.map { format in
      let name = "logs/" + format.name.replacing("_", with: "-")
      guard format.isOfPackets else { return text(name) { DeclaredLog(format) } }
      return FuzzTarget(name) {
        equal(
          HostileReading(PacketLog(format), ChunkedInput(bytes: $0)),
          HostileReading(PacketLog(format), ChunkedInput(pieces: $0, of: piece($0))))
      }
    }

  private static func capture<Format: CaptureFormat & SendableMetatype>(
    _ name: String, _: Format.Type
  ) -> FuzzTarget {
    FuzzTarget(name) {
      equal(
        HostileReading(Format.self, ChunkedInput(bytes: $0)),
        HostileReading(Format.self, ChunkedInput(pieces: $0, of: piece($0))))
    }
  }

  private static func text<Format: TextFormat & SendableMetatype>(
    _ name: String, _ format: @escaping @Sendable () -> Format
  ) -> FuzzTarget {
    FuzzTarget(name) {
      equal(
        HostileReading(format(), ChunkedInput(bytes: $0)),
        HostileReading(format(), ChunkedInput(pieces: $0, of: piece($0))))
    }
  }

  /// A size of pieces that differs from input to input.
  private static func piece(_ bytes: [UInt8]) -> Int { 1 + bytes.count % 61 }

  /// Where the octets are cut into chunks must not change what is read.
  private static func equal(_ whole: HostileReading, _ pieces: HostileReading) {
    // Said in release builds as well.
    guard whole == pieces else { fatalError("in pieces it reads otherwise:\n\(whole)\n\(pieces)") }
  }
}
