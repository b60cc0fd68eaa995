internal import RulloBase
internal import RulloCaptureFiles

/// The formats that can be read, recognised by their content.
public enum SourceFormat: String, Sendable, CaseIterable {
  case btsnoop
  case pcapng
  case pcap
  case appLog = "app_log"
  case session

  /// The name for people.
  public var title: String {
    switch self {
    case .appLog: "app log"
    case .session: "session text"
    default: rawValue
    }
  }

  /// Whether the format holds packets, so that records can be counted and shown.
  public var hasPackets: Bool {
    switch self {
    case .btsnoop, .pcapng, .pcap: true
    case .appLog, .session: false
    }
  }
}
