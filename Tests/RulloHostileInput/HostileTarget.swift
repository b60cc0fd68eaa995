internal import RulloBase
internal import RulloCaptureFiles
internal import RulloFieldLogs
internal import RulloRecordings

/// One reader under test: what stands in a folder of `Fuzz/Seeds`, and what is done with it.
///
/// Tests give it every beginning and changed octets of a small file, libFuzzer whatever it comes upon.
public struct HostileTarget: Sendable {
  /// The folder of its seeds.
  public let name: String

  /// Reads octets and answers what is wrong, as the end of a sentence that begins with the name.
  public let run: @Sendable ([UInt8]) -> String?

  init(_ name: String, _ run: @escaping @Sendable ([UInt8]) -> String?) {
    self.name = name
    self.run = run
  }

  public static let all = captures + layers + texts + logs

  private static let captures: [HostileTarget] = [
    capture("captures/btsnoop", BtsnoopFormat.self),
    capture("captures/pcapng", PcapngFormat.self),
    capture("captures/packetlogger", PacketLoggerFormat.self),
    // Read by libraries from files: pcap, radio and networks by libpcap, archives by libarchive.
    HostileTarget("captures/pcap", WholeFile.read),
    HostileTarget("captures/air", WholeFile.read),
    HostileTarget("captures/direct-connect", WholeFile.read),
    HostileTarget("captures/archive", WholeFile.read),
  ]

  private static let layers: [HostileTarget] = [
    HostileTarget("layers/hci", Layers.hci), HostileTarget("layers/l2cap", Layers.l2cap),
    HostileTarget("layers/att", Layers.att), HostileTarget("layers/values", Layers.values),
  ]

  private static let texts: [HostileTarget] = [
    HostileTarget("texts/json") { octets in
      _ = try? JSONValue(octets)
      return nil
    },
    HostileTarget("texts/log-format") { octets in
      _ = try? LogFormat(json: octets)
      return nil
    },
    text("texts/session") { SessionTextReader() },
  ]

  /// The recogniser, tables, and every log format that is built in.
  private static let logs: [HostileTarget] =
    [
      HostileTarget("logs/recogniser") { octets in
        octets.withRawSpan { _ = LogRecognition($0).best }
        return nil
      },
      text("logs/columns") { DeclaredLog(Layers.table) },
      text("logs/app-log") { AppLogFormat() },
    ]
    + BuiltInFormats.all.map { format in
      let name = "logs/" + format.name.replacing("_", with: "-")
      guard format.isOfPackets else { return text(name) { DeclaredLog(format) } }
      return HostileTarget(name) { octets in
        difference(octets) { HostileReading(PacketLog(format), $0) }
      }
    }

  private static func capture<Format: CaptureFormat & SendableMetatype>(
    _ name: String, _: Format.Type
  ) -> HostileTarget {
    HostileTarget(name) { octets in
      difference(octets) { HostileReading(Format.self, $0) }
    }
  }

  private static func text<Format: TextFormat & SendableMetatype>(
    _ name: String, _ format: @escaping @Sendable () -> Format
  ) -> HostileTarget {
    HostileTarget(name) { octets in
      difference(octets) { HostileReading(format(), $0) }
    }
  }

  /// Where the octets are cut into chunks must not change what is read.
  private static func difference(
    _ octets: [UInt8], _ read: (consuming ChunkedInput) -> HostileReading
  ) -> String? {
    let whole = read(ChunkedInput(bytes: octets))
    // A size that differs from input to input.
    let pieces = read(ChunkedInput(pieces: octets, of: 1 + octets.count % 61))
    return whole == pieces ? nil : "reads otherwise in pieces:\n\(whole)\n\(pieces)"
  }
}
