public import RulloBase

/// A value that begins with an op code: a request, a command or a status.
public protocol ControlPointOperation: Hashable, Sendable {
  /// Decodes a value that follows its table, with octets behind it left out.
  init(decoding bytes: some Collection<UInt8>) throws(DecodingFailure)

  /// The value for octets that the table does not know.
  static func other(opCode: UInt8, parameter: [UInt8]) -> Self

  var opCode: UInt8 { get }
  var encoded: [UInt8] { get }
}

extension ControlPointOperation {
  /// Takes any octets: what is cut or reserved is kept as sent; answers `nil` for none at all.
  public init?(tolerating bytes: some Collection<UInt8>) {
    guard let opCode = bytes.first else { return nil }
    if let value = try? Self(decoding: bytes) {
      self = value
    } else {
      self = .other(opCode: opCode, parameter: Array(bytes.dropFirst()))
    }
  }
}

extension FitnessMachineControlPointRequest: ControlPointOperation {}
extension FitnessMachineStatus: ControlPointOperation {}
