public import RulloBase

extension CharacteristicLayout {
  /// Every layout there is, in the order of the documentation.
  public static let all: [CharacteristicLayout] = [
    .fitnessMachineFeature, .treadmillData, .crossTrainerData, .stepClimberData, .stairClimberData,
    .rowerData, .indoorBikeData, .trainingStatus, .supportedSpeedRange, .supportedInclinationRange,
    .supportedResistanceLevelRange, .supportedHeartRateRange, .supportedPowerRange,
    .fitnessMachineControlPoint, .fitnessMachineStatus,
    .cyclingPowerMeasurement, .cyclingPowerVector, .cyclingPowerFeature, .cyclingPowerControlPoint,
    .sensorLocation, .cscMeasurement, .cscFeature, .scControlPoint,
    .heartRateMeasurement, .bodySensorLocation, .heartRateControlPoint,
    .batteryLevel, .systemID, .modelNumber, .serialNumber, .firmwareRevision, .hardwareRevision,
    .softwareRevision, .manufacturerName, .pnpID,
    .deviceName, .appearance, .preferredConnectionParameters, .serviceChanged,
    .clientSupportedFeatures, .serverSupportedFeatures, .databaseHash,
    .extendedProperties, .userDescription, .clientConfiguration, .serverConfiguration,
    .presentationFormat, .aggregateFormat,
    .wahooTrainerControl, .tacxNotification, .tacxWrite,
  ]

  /// The layout of a characteristic or a descriptor, or `nil` where there is none; allocates nothing.
  public static func layout(for uuid: BluetoothUUID) -> CharacteristicLayout? {
    var range = sorted.startIndex..<sorted.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      let found = sorted[middle].uuid
      if found == uuid { return sorted[middle] }
      let isBefore = (found.high, found.low) < (uuid.high, uuid.low)
      range = isBefore ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  private static let sorted = all.sorted {
    ($0.uuid.high, $0.uuid.low) < ($1.uuid.high, $1.uuid.low)
  }

  /// The name of a service, a characteristic or a descriptor, with or without a layout.
  public static func name(of uuid: BluetoothUUID) -> StaticString? { AssignedNames.name(of: uuid) }
}
