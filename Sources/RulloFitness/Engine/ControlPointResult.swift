/// How a request to a sensor's control point ended (2A66 and 2A55); reserved codes are kept.
public struct ControlPointResult: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let success = Self(rawValue: 1)
  public static let opCodeNotSupported = Self(rawValue: 2)
  public static let invalidParameter = Self(rawValue: 3)
  public static let operationFailed = Self(rawValue: 4)
}
