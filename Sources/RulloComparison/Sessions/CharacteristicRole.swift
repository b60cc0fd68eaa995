internal import RulloBase
internal import RulloMeasurements

/// What a characteristic is for, which decides on which plane it is compared.
enum CharacteristicRole: Sendable {
  /// Requests and their responses.
  case controlPoint
  /// Messages about the machine's state, which follow what was asked of it.
  case status
  /// Values that come whenever a state changes; their rhythm says nothing.
  case state
  /// Values that come in a rhythm.
  case stream

  init(_ uuid: BluetoothUUID?) {
    self =
      switch uuid?.short {
      case 0x2ADA: .status
      case 0x2AD3, 0x2A19, 0x2A05, 0x2ACC: .state
      case _ where ControlMeter.isControlPoint(uuid): .controlPoint
      default: .stream
      }
  }
}
