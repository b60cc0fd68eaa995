internal import RulloBase
internal import RulloBluetooth

/// The columns of a table (CSV, or JSON Lines with one object a line) that make up an exchange.
public struct LogColumns: Hashable, Sendable {
  /// What a column can hold.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// A time of day, a date with a time, seconds, or since 1970.
    case time
    case direction, kind, uuid, handle, device, value
  }

  /// A column's name, or a value that holds for every row.
  var sources: [Role: String] = [:]

  public init() {}

  /// Reads `time=time_s,uuid=uuid,value=value_hex`; throws ``LogFormatFailure``.
  ///
  /// What is no column's name is a value for every row: `uuid=2A63`, `direction=from_device`.
  public init(_ text: String) throws(LogFormatFailure) {
    for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, let role = sides.first, let name = sides.last, !name.isEmpty else {
        throw LogFormatFailure(
          "'\(pair)' is no column; columns are named as in time=time_s,uuid=uuid,value=value_hex")
      }
      try set(String(role), to: String(name))
    }
    try check()
  }

  public mutating func set(_ role: String, to name: String) throws(LogFormatFailure) {
    guard let known = Role(rawValue: role) else {
      let roles = Role.allCases.map(\.rawValue).joined(separator: ", ")
      throw LogFormatFailure("a column cannot be '\(role)'; it is one of \(roles)")
    }
    sources[known] = name
  }

  public func check() throws(LogFormatFailure) {
    guard sources[.value] != nil else {
      throw LogFormatFailure("no column holds the value: add value=NAME")
    }
    guard sources[.uuid] != nil || sources[.handle] != nil else {
      throw LogFormatFailure("no column names the characteristic: add uuid=NAME, or uuid=2AD2")
    }
  }
}
