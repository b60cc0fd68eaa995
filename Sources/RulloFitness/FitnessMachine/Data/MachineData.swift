public import RulloBase

/// A data characteristic of the Fitness Machine Service: 2ACD, 2ACE, 2ACF, 2AD0, 2AD1 or 2AD2.
///
/// A record too big for one notification is split: every part but the last has *More Data* set.
public protocol MachineData: FieldRecord {}

extension MachineData {
  /// Whether the first group is absent and follows in a later part of the same record.
  public var hasMoreData: Bool { storage.value.flags & 1 != 0 }
}

extension IndoorBikeData: MachineData {}
extension TreadmillData: MachineData {}
extension CrossTrainerData: MachineData {}
extension StepClimberData: MachineData {}
extension StairClimberData: MachineData {}
extension RowerData: MachineData {}

/// Joins the parts of data records (Fitness Machine Service 1.0.1, "More Data" in 4.4 to 4.9).
///
///     var joiner = RecordJoiner<IndoorBikeData>()
///     if let record = joiner.add(try IndoorBikeData(decoding: bytes)) { … }
public struct RecordJoiner<Data: MachineData>: Sendable {
  /// The parts of a record so far; `nil` between records.
  public private(set) var partial: Data?

  /// How many notifications ``partial`` is made of.
  public private(set) var partCount = 0

  public init() {}

  /// Takes one notification; answers the record that it completes.
  ///
  /// A field that stands in two parts has the value of the later one.
  public mutating func add(_ part: Data) -> Data? {
    var record = part
    if var earlier = partial {
      earlier.merge(part)
      record = earlier
    }
    if part.hasMoreData {
      partial = record
      partCount += 1
      return nil
    }
    _ = drop()
    return record
  }

  /// Drops a partial record, as a disconnection asks for; answers it for a note.
  public mutating func drop() -> Data? {
    defer { (partial, partCount) = (nil, 0) }
    return partial
  }
}

extension MachineData {
  fileprivate mutating func merge(_ part: Self) {
    storage.value = Self.layout.merged(storage.value, with: part.storage.value)
    storage.trailing += part.storage.trailing
  }
}

/// Tells the parts of a data record apart without decoding them.
public enum DataRecords {
  /// Whether the values of a characteristic are records that may be split.
  public static func areIn(_ uuid: BluetoothUUID?) -> Bool {
    switch uuid?.short {
    case .some(0x2ACD...0x2AD2): true
    default: false
    }
  }
}
