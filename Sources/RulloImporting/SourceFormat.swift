internal import RulloBase
internal import RulloCaptureFiles

/// The formats that can be read, recognised by their content.
public enum SourceFormat: String, Sendable, CaseIterable {
  case btsnoop
  case pcapng
  case pcap
  case packetLogger = "packetlogger"
  case appLog = "app_log"
  /// A text log that a description reads, built in or of a file.
  case fieldLog = "field_log"
  case session

  /// The word in text for people: `app-log` where JSON has `app_log`.
  public var word: String {
    switch self {
    case .appLog: "app-log"
    default: rawValue
    }
  }

  /// Whether the format holds packets, so that records can be counted and shown.
  public var hasPackets: Bool {
    switch self {
    case .btsnoop, .pcapng, .pcap, .packetLogger: true
    case .appLog, .fieldLog, .session: false
    }
  }
}
