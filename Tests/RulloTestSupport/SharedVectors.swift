import Foundation

/// One row of the shared vectors; its conventions stand at the top of the Fitness Machine tables.
public struct SharedVector: @unchecked Sendable, CustomStringConvertible {
  public let uuid: String
  public let hex: String
  public let title: String
  public let expect: [String: Any]?
  public let error: [String: Any]?
  public let variant: [String: Any]?
  public let isCanonical: Bool

  /// The value before, and what both together give, for values that count.
  public let previousHex: String?
  public let given: [String: Any]
  public let derive: [String: Any]?

  public var bytes: [UInt8] { octets(hex) }
  public var description: String { "\(uuid) \(hex) \(title)" }

  /// Every row; empty where the file cannot be read, which the tests that count them notice.
  public static let all: [SharedVector] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(components: "RulloFitnessTests", "Fixtures", "vectors.json")
    guard
      let data = try? Data(contentsOf: file),
      let rows = try? JSONSerialization.jsonObject(with: data) as? [[String: Any]]
    else { return [] }
    return rows.map { row in
      SharedVector(
        uuid: row["uuid"] as? String ?? "", hex: row["hex"] as? String ?? "",
        title: row["description"] as? String ?? "",
        expect: row["expect"] as? [String: Any], error: row["error"] as? [String: Any],
        variant: row["variant"] as? [String: Any],
        isCanonical: row["canonical"] as? Bool ?? false,
        previousHex: row["prev_hex"] as? String, given: row["given"] as? [String: Any] ?? [:],
        derive: row["derive"] as? [String: Any])
    }
  }()
}

/// Whether two JSON values are the same, numbers within 1e-9.
public func isSame(_ left: Any?, _ right: Any?) -> Bool {
  switch (left, right) {
  case (is NSNull, is NSNull): true
  case (let left as String, let right as String): left == right
  case (let left as [Any], let right as [Any]):
    left.count == right.count && zip(left, right).allSatisfy { isSame($0, $1) }
  case (let left as [String: Any], let right as [String: Any]):
    Set(left.keys) == Set(right.keys) && left.allSatisfy { isSame($1, right[$0]) }
  case (let left as NSNumber, let right as NSNumber):
    abs(left.doubleValue - right.doubleValue) < 1e-9
  default: false
  }
}
