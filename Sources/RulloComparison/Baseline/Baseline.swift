internal import RulloBluetooth
public import RulloRecordings

/// What varies between recordings of one firmware: a band for each number, a set for each answer.
public struct Baseline: Hashable, Sendable {
  /// What a band is of.
  struct Key: Hashable, Sendable {
    /// The rule, or its mirror where that comes first.
    let rule: String
    let characteristic: String?
    let opCode: UInt8?
    let field: String?
  }

  struct Band: Hashable, Sendable {
    let key: Key
    var minimum: Int64
    var maximum: Int64
  }

  /// Different answers to the same question, in the order of their letters.
  struct Variety: Hashable, Sendable {
    let key: Key
    var values: [String]
  }

  /// In the order of their keys.
  var bands: [Band] = []
  var varieties: [Variety] = []

  /// How many recordings it was learned from.
  public internal(set) var recordingCount = 0

  /// The firmware that they name; `nil` where none does.
  public internal(set) var firmware: String?

  /// More recordings than this are held against the first one and their neighbours only.
  private static let allPairs = 12

  init() {}

  /// Learns from recordings of one firmware.
  ///
  /// Throws ``BaselineError`` for fewer than two, for recordings of several firmwares, and where
  /// nothing can be compared.
  public init(learning recordings: [Recording], isBench: Bool = false) throws(BaselineError) {
    guard recordings.count > 1 else {
      throw BaselineError("a baseline needs at least two recordings of one firmware")
    }
    var versions: [String] = []
    for version in recordings.flatMap(\.devices).compactMap(\.firmware)
    where !versions.contains(version) {
      versions.append(version)
    }
    guard versions.count < 2 else {
      throw BaselineError(
        "these recordings are of firmware \(versions.joined(separator: " and ")); a baseline is"
          + " learned from one, so that it does not hide what an update changed")
    }
    firmware = versions.first
    recordingCount = recordings.count
    var options = ComparisonOptions()
    options.isBench = isBench
    var learned = Learning()
    for (left, right) in Self.pairs(recordings.count) {
      let comparison = Comparison(old: recordings[left], new: recordings[right], options: options)
      guard comparison.isConclusive else {
        throw BaselineError(
          "recordings \(left + 1) and \(right + 1) have nothing in common; are they of one device?")
      }
      learned.take(comparison)
    }
    bands = learned.bands
    varieties = learned.varieties
  }

  private static func pairs(_ count: Int) -> [(Int, Int)] {
    guard count > allPairs else {
      return (0..<count).flatMap { left in ((left + 1)..<count).map { (left, $0) } }
    }
    return (1..<count).flatMap { $0 > 1 ? [(0, $0), ($0 - 1, $0)] : [(0, $0)] }
  }

  /// Makes noise of the findings that the baseline holds.
  func quieten(_ findings: inout [Finding]) {
    for place in findings.indices {
      guard let limit = holds(findings[place]) else { continue }
      findings[place].findingClass = .noise
      findings[place].limit = limit
    }
  }

  /// Why a finding is noise; `nil` where it is none.
  private func holds(_ finding: Finding) -> String? {
    let key = Key(finding)
    if let measures = finding.measures {
      guard let band = bands.first(where: { $0.key == key }), measures.smaller >= band.minimum,
        measures.larger <= band.maximum
      else { return nil }
      return "within the band of \(recordingCount) recordings, \(finding.rule.text(band.minimum))"
        + " to \(finding.rule.text(band.maximum))"
    }
    guard let variety = varieties.first(where: { $0.key == key }),
      variety.values.contains(finding.values.old), variety.values.contains(finding.values.new)
    else { return nil }
    return "both were seen in \(recordingCount) recordings of one firmware"
  }
}

/// Why a baseline cannot be learned or read, in words that say what to do.
public struct BaselineError: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

extension Baseline.Key {
  init(_ finding: Finding) {
    self.init(rule: finding.rule, subject: finding.subject)
  }

  init(rule: Rule, subject: FindingSubject) {
    self.rule = min(rule.id, rule.mirror)
    characteristic = subject.characteristic
    opCode = subject.opCode
    field = subject.field
  }
}

extension Baseline.Key: Comparable {
  private var order: [String] {
    [rule, characteristic ?? "", opCode.map { String(UInt16($0) + 256) } ?? "", field ?? ""]
  }

  static func < (left: Self, right: Self) -> Bool {
    left.order.lexicographicallyPrecedes(right.order)
  }
}
