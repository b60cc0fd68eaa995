public import RulloBase

/// The link that a device would like (2A04, Peripheral Preferred Connection Parameters).
public struct PreferredConnectionParameters: FieldRecord {
  /// The rows of the table, in wire order.
  public enum Row: Int, CaseIterable, Sendable {
    case minimumInterval, maximumInterval, latency, supervisionTimeout
  }

  public static var layout: CharacteristicLayout { .preferredConnectionParameters }
  public var storage: FieldStorage

  public init(storage: FieldStorage) { self.storage = storage }

  /// In milliseconds, in steps of 1.25; FFFF on the wire says that there is no wish.
  public var minimumInterval: ExactDecimal? {
    get { self[.minimumInterval] }
    set { self[.minimumInterval] = newValue }
  }

  /// In milliseconds, in steps of 1.25; FFFF on the wire says that there is no wish.
  public var maximumInterval: ExactDecimal? {
    get { self[.maximumInterval] }
    set { self[.maximumInterval] = newValue }
  }

  /// Connection events that the device may leave out.
  public var latency: ExactDecimal? {
    get { self[.latency] }
    set { self[.latency] = newValue }
  }

  /// In milliseconds, in steps of 10.
  public var supervisionTimeout: ExactDecimal? {
    get { self[.supervisionTimeout] }
    set { self[.supervisionTimeout] = newValue }
  }
}
