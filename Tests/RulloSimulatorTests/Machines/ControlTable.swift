import RulloSimulator

/// The table of the control point as spec/ftms.md, "2AD9 Control Point", has it.
///
/// Written from the tables of the service, not from the code: op code, target feature bit, a parameter
/// that is well formed, and the status op code that reports the change.
struct ControlTable {
  struct Row: Sendable {
    let opCode: UInt8
    let name: String
    let bit: Int?
    let parameter: [UInt8]
    let status: UInt8?
    var mode: ModeMachine.Mode?

    init(
      _ opCode: UInt8, _ name: String, bit: Int? = nil, _ parameter: [UInt8] = [],
      status: UInt8? = nil, mode: ModeMachine.Mode? = nil
    ) {
      self.opCode = opCode
      self.name = name
      self.bit = bit
      self.parameter = parameter
      self.status = status
      self.mode = mode
    }

    var octets: [UInt8] { [opCode] + parameter }
  }

  static let rows: [Row] = [
    Row(0x00, "request control"),
    Row(0x01, "reset", status: 0x01),
    Row(0x02, "target speed", bit: 0, [0xC4, 0x09], status: 0x05),
    Row(0x03, "target inclination", bit: 1, [0x0F, 0x00], status: 0x06),
    Row(0x04, "target resistance", bit: 2, [0x64, 0x00], status: 0x07, mode: .resistance),
    Row(0x05, "target power", bit: 3, [0xC8, 0x00], status: 0x08, mode: .power),
    Row(0x06, "target heart rate", bit: 4, [0x82], status: 0x09),
    Row(0x07, "start or resume", status: 0x04),
    Row(0x08, "stop", [0x01], status: 0x02),
    Row(0x08, "pause", [0x02], status: 0x02),
    Row(0x09, "energy", bit: 5, [0x2C, 0x01], status: 0x0A),
    Row(0x0A, "steps", bit: 6, [0xE8, 0x03], status: 0x0B),
    Row(0x0B, "strides", bit: 7, [0xE7, 0x03], status: 0x0C),
    Row(0x0C, "distance", bit: 8, [0x10, 0x27, 0x00], status: 0x0D),
    Row(0x0D, "training time", bit: 9, [0x08, 0x07], status: 0x0E),
    Row(0x0E, "two zones", bit: 10, [1, 0, 2, 0], status: 0x0F),
    Row(0x0F, "three zones", bit: 11, [1, 0, 2, 0, 3, 0], status: 0x10),
    Row(0x10, "five zones", bit: 12, [1, 0, 2, 0, 3, 0, 4, 0, 5, 0], status: 0x11),
    Row(
      0x11, "simulation", bit: 13, [0x00, 0x00, 0xE4, 0x02, 0x28, 0x33], status: 0x12,
      mode: .simulation),
    Row(0x12, "wheel circumference", bit: 14, [0x08, 0x52], status: 0x13),
    Row(0x13, "spin down, start", bit: 15, [0x01]),
    Row(0x13, "spin down, ignore", bit: 15, [0x02]),
    Row(0x14, "cadence", bit: 16, [0xB4, 0x00], status: 0x15),
  ]

  /// All op codes: the rows, and every reserved one without a parameter.
  static let all: [Row] =
    rows + (0x15...0xFF).map { Row(UInt8($0), "reserved \($0)") }

  /// The result code that the service asks for in a state.
  static func result(
    of row: Row, holder: ControlMachine.Holder, session: SessionMachine.State
  ) -> UInt8 {
    if row.opCode > 0x14 { return 0x02 }
    if row.opCode == 0x00 { return holder == .otherApp ? 0x05 : 0x01 }
    guard holder == .app else { return 0x05 }
    switch row.name {
    // Start or stop that changes nothing: operation failed.
    case "start or resume": return session == .started ? 0x04 : 0x01
    case "stop": return session == .started || session == .paused ? 0x01 : 0x04
    case "pause": return session == .started ? 0x01 : 0x04
    default: return 0x01
    }
  }

  static func holder(
    after row: Row, _ holder: ControlMachine.Holder
  ) -> ControlMachine.Holder {
    switch (row.opCode, holder) {
    case (0x00, .nobody): .app
    // After a reset control has to be asked for again.
    case (0x01, .app): .nobody
    default: holder
    }
  }

  static func session(
    after row: Row, _ state: SessionMachine.State
  ) -> SessionMachine.State {
    switch row.name {
    case "reset": .idle
    case "start or resume": .started
    case "stop": .stopped
    case "pause": .paused
    default: state
    }
  }

  static func mode(after row: Row, _ mode: ModeMachine.Mode) -> ModeMachine.Mode {
    if row.name == "reset" || row.name == "stop" { return .none }
    return row.mode ?? mode
  }
}
