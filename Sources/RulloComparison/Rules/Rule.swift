internal import RulloBase

/// How much a finding matters to who uses the device, the worst first.
public enum FindingClass: Int, Sendable, CaseIterable, Comparable {
  /// An app that worked may work no more.
  case breaking
  /// The device answers or sends otherwise than before.
  case behaviour
  /// The same, at other times.
  case timing
  /// Worth knowing, and no cause for alarm.
  case information
  /// Within what varies between recordings of one firmware.
  case noise

  /// The word of the JSON output and of `--fail-on`.
  public var word: String {
    switch self {
    case .breaking: "breaking"
    case .behaviour: "behaviour"
    case .timing: "timing"
    case .information: "information"
    case .noise: "noise"
    }
  }

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// One rule of the comparison: the row of the page that says what it sees, from when on and why.
public struct Rule: Sendable, Identifiable {
  /// `S` for what a device declares, `C` for what it answers, `D` for what it sends; then a number.
  public let id: String

  /// A few words that stand in front of a finding.
  public let title: String
  public let findingClass: FindingClass

  /// The rule that the same change gives when the sessions are exchanged.
  public let mirror: String

  /// What it sees, in one sentence.
  public let sees: String

  /// From when on it speaks.
  public let limits: String

  /// What was before and after, as a finding prints it.
  public let example: String

  /// The clause of the specification that a device or an app follows here.
  public let clause: String

  /// What the numbers of its findings count.
  enum Measure: Sendable {
    case time, steps, permille, ticks
  }

  let measure: Measure

  init(
    _ id: String, _ title: String, _ findingClass: FindingClass, mirror: String? = nil,
    measure: Measure = .time, sees: String, limits: String, example: String, clause: String
  ) {
    self.id = id
    self.title = title
    self.findingClass = findingClass
    self.mirror = mirror ?? id
    self.measure = measure
    self.sees = sees
    self.limits = limits
    self.example = example
    self.clause = clause
  }
}

extension Rule {
  /// A number of its findings in words.
  func text(_ measured: Int64) -> String {
    switch measure {
    case .time: Duration.text(measured)
    case .steps: "\(measured) \(measured == 1 ? "step" : "steps")"
    case .permille: "\(ExactDecimal(measured, exponent: -1)) %"
    case .ticks: "\(measured) ticks a second"
    }
  }
}

extension Rule: Hashable {
  public static func == (left: Self, right: Self) -> Bool { left.id == right.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
