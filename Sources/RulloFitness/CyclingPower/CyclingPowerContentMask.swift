/// The fields of 2A63 to turn off (2A66 op 0D); bits that are reserved are kept.
public struct CyclingPowerContentMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static let pedalPowerBalance = Self(rawValue: 1 << 0)
  public static let accumulatedTorque = Self(rawValue: 1 << 1)
  public static let wheelRevolutionData = Self(rawValue: 1 << 2)
  public static let crankRevolutionData = Self(rawValue: 1 << 3)
  public static let extremeMagnitudes = Self(rawValue: 1 << 4)
  public static let extremeAngles = Self(rawValue: 1 << 5)
  public static let topDeadSpotAngle = Self(rawValue: 1 << 6)
  public static let bottomDeadSpotAngle = Self(rawValue: 1 << 7)
  public static let accumulatedEnergy = Self(rawValue: 1 << 8)
}
