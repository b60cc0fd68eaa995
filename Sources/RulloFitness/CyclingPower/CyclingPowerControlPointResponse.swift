public import RulloBase

/// The answer of a power sensor's control point (2A66, op 20, Cycling Power Service 1.1 3.4).
public struct CyclingPowerControlPointResponse: Hashable, Sendable {
  /// What stands behind the result; only the answers named here have something.
  public enum Parameter: Hashable, Sendable {
    case none

    /// Codes of ``SensorLocation``, after success of op 03.
    case sensorLocations([UInt8])

    /// In steps of 0.5 mm, after success of op 05.
    case crankLength(UInt16)

    /// In millimetres, after success of op 07.
    case chainLength(UInt16)

    /// In grams, after success of op 09.
    case chainWeight(UInt16)

    /// In millimetres, after success of op 0B.
    case spanLength(UInt16)

    /// In newtons or 1/32 Nm, after success of op 0C; `nil` is not available.
    case rawOffset(Int16?)

    /// In hertz, after success of op 0E.
    case samplingRate(UInt8)

    /// After success of op 0F.
    case factoryCalibrationDate(CalibrationDate)

    /// After success of op 10.
    case enhancedOffset(raw: UInt16, ManufacturerData)

    /// After failure of op 10; the data only stand behind a cause of the manufacturer.
    case failureCause(UInt8, ManufacturerData?)
  }

  /// What a manufacturer adds to an answer; at most 255 octets are sent.
  public struct ManufacturerData: Hashable, Sendable {
    public var companyID: UInt16
    public var octets: [UInt8]

    public init(companyID: UInt16, octets: [UInt8]) {
      (self.companyID, self.octets) = (companyID, octets)
    }
  }

  /// The op code of the request that is answered.
  public var requestOpCode: UInt8
  public var result: ControlPointResult
  public var parameter: Parameter

  public init(
    to requestOpCode: UInt8, _ result: ControlPointResult, _ parameter: Parameter = .none
  ) {
    (self.requestOpCode, self.result, self.parameter) = (requestOpCode, result, parameter)
  }

  /// Decodes an answer; octets behind it are left out, results that the table reserves are kept.
  public init(decoding bytes: some Collection<UInt8>) throws(DecodingFailure) {
    let (value, octets) = try Self.layout.decodeResponse(bytes)
    requestOpCode = value.octet(Row.requestOpCode.rawValue)
    result = ControlPointResult(rawValue: value.octet(Row.result.rawValue))
    parameter = Self.parameter(of: value, octets)
  }

  /// The rows of the answer's table.
  private enum Row: Int, CaseIterable {
    case requestOpCode, result
    case sensorLocations, crankLength, chainLength, chainWeight, spanLength, rawOffset
    case samplingRate, calibrationDate, enhancedOffset, company, data
    case failureCause, failureCompany, failureData
  }

  private static func parameter(of value: DecodedValue, _ octets: [UInt8]) -> Parameter {
    func unsigned(_ row: Row) -> UInt16 { value.unsigned(row.rawValue) }
    func data(_ company: Row, _ data: Row) -> ManufacturerData {
      ManufacturerData(
        companyID: unsigned(company), octets: value.octets(data.rawValue, of: octets))
    }
    let row = Row.allCases.dropFirst(2).first { value.contains(row: $0.rawValue) }
    switch row {
    case .sensorLocations: return .sensorLocations(value.octets(2, of: octets))
    case .crankLength: return .crankLength(unsigned(.crankLength))
    case .chainLength: return .chainLength(unsigned(.chainLength))
    case .chainWeight: return .chainWeight(unsigned(.chainWeight))
    case .spanLength: return .spanLength(unsigned(.spanLength))
    case .rawOffset:
      let raw = unsigned(.rawOffset)
      return .rawOffset(raw == 0xFFFF ? nil : Int16(bitPattern: raw))
    case .samplingRate: return .samplingRate(value.octet(Row.samplingRate.rawValue))
    case .calibrationDate:
      let date = value.octets(Row.calibrationDate.rawValue, of: octets)
      return .factoryCalibrationDate(CalibrationDate(octets: date))
    case .enhancedOffset:
      return .enhancedOffset(raw: unsigned(.enhancedOffset), data(.company, .data))
    case .failureCause:
      let hasData = value.contains(row: Row.failureData.rawValue)
      return .failureCause(
        value.octet(Row.failureCause.rawValue),
        hasData ? data(.failureCompany, .failureData) : nil)
    default: return .none
    }
  }

  /// The octets to indicate; a parameter that this answer cannot have is left out.
  public var encoded: [UInt8] {
    let head: [OperationPart] = [.integer(requestOpCode), .integer(result.rawValue)]
    let parts = isParameterFitting ? parts : []
    return Self.layout.encodeOperation(0x20, parts: head + parts)
  }

  private var parts: [OperationPart] {
    switch parameter {
    case .none: []
    case .sensorLocations(let codes): [.octets(codes)]
    case .crankLength(let number), .chainLength(let number), .chainWeight(let number),
      .spanLength(let number):
      [.integer(number)]
    case .rawOffset(let offset): [.integer(offset ?? -1)]
    case .samplingRate(let rate): [.integer(rate)]
    case .factoryCalibrationDate(let date): [.octets(date.octets)]
    case .enhancedOffset(let raw, let data):
      [.integer(raw), .integer(data.companyID), .octets(data.octets)]
    case .failureCause(let cause, let data):
      [.integer(cause)] + (data.map { [.integer($0.companyID), .octets($0.octets)] } ?? [])
    }
  }

  private var isParameterFitting: Bool {
    switch (parameter, requestOpCode, result) {
    case (.sensorLocations, 0x03, .success), (.crankLength, 0x05, .success),
      (.chainLength, 0x07, .success), (.chainWeight, 0x09, .success),
      (.spanLength, 0x0B, .success), (.rawOffset, 0x0C, .success),
      (.samplingRate, 0x0E, .success), (.factoryCalibrationDate, 0x0F, .success),
      (.enhancedOffset, 0x10, .success), (.failureCause, 0x10, .operationFailed):
      true
    default: false
    }
  }

  public static var layout: CharacteristicLayout { .cyclingPowerControlPoint }
}
