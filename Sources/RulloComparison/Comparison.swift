internal import RulloBluetooth
public import RulloRecordings

/// The difference between two recordings as facts of the protocol, never as lines.
public struct Comparison: Sendable {
  /// The worst first, then by rule, device and characteristic.
  public let findings: [Finding]

  /// What could not be compared and why, each sentence once.
  public let remarks: [String]
  public let sessions: Sides<SessionDescription>

  /// Every number that was judged.
  let measurements: [Measured]

  /// The limits that held.
  public let limits: ComparisonLimits

  /// Facts that both sessions have; 0 means that nothing could be compared.
  public let comparedCount: Int

  /// Whether enough was compared for an answer.
  ///
  /// Two sessions full of traffic none of which belongs together are two devices, whatever they
  /// both declare.
  public var isConclusive: Bool {
    let sides = [sessions.old, sessions.new]
    let isDisjoint = sides.allSatisfy {
      $0.writes.total + $0.values.total > 0 && $0.writes.aligned + $0.values.aligned == 0
    }
    return comparedCount > 0 && !isDisjoint
  }

  public init(old: Recording, new: Recording, options: ComparisonOptions = ComparisonOptions()) {
    let alignment = SessionAlignment(old: SessionFacts(old), new: SessionFacts(new))
    var judge = Judge(limits: options.limits)
    let surveys = Sides(
      old: StreamSurvey(alignment, .old), new: StreamSurvey(alignment, .new))
    if old.clock.kind == .none || new.clock.kind == .none {
      let side = old.clock.kind == .none ? (new.clock.kind == .none ? "OLD and NEW" : "OLD") : "NEW"
      judge.remark("no clock in \(side): rates, gaps and latencies are not comparable")
    }
    if let learned = options.baseline?.firmware,
      let firmware = alignment.devices.compactMap(\.device.old.device.firmware).first,
      learned != firmware
    {
      judge.remark("the baseline was learned from firmware \(learned), and OLD runs \(firmware)")
    }
    let control = ControlPlane(alignment)
    let streams = StreamPlane(alignment, surveys, isBench: options.isBench)
    for (number, pair) in alignment.devices.enumerated() {
      StaticPlane(comparesLinks: options.comparesLinks).run(pair, &judge)
      control.run(pair, &judge)
      streams.run(pair, number, &judge)
    }
    var findings = judge.findings
    if let baseline = options.baseline { baseline.quieten(&findings) }
    self.findings = findings.sorted(by: Self.precedes)
    remarks = judge.remarks
    measurements = judge.measurements
    limits = options.limits
    comparedCount = judge.comparedCount
    sessions = Sides(
      old: SessionDescription(alignment, surveys.old, .old),
      new: SessionDescription(alignment, surveys.new, .new))
  }

  private static func precedes(_ left: Finding, _ right: Finding) -> Bool {
    if left.findingClass != right.findingClass { return left.findingClass < right.findingClass }
    func words(_ finding: Finding) -> [String] {
      [
        finding.rule.id, finding.deviceLetters, finding.subject.characteristic ?? "",
        finding.subject.opCode.map { String(UInt16($0) + 256) } ?? "",
        finding.subject.field ?? "", finding.values.old, finding.values.new,
      ]
    }
    return words(left).lexicographicallyPrecedes(words(right))
  }

  /// The finding about an answer whose events come first in OLD.
  public var firstAnswer: Finding? {
    findings.filter { $0.rule.id.hasPrefix("C") && !$0.events.old.isEmpty }
      .min { ($0.events.old[0], $0.rule.id) < ($1.events.old[0], $1.rule.id) }
  }

  /// How many findings there are of a class.
  public func count(_ findingClass: FindingClass) -> Int {
    findings.count { $0.findingClass == findingClass }
  }
}

/// What a comparison is asked for.
public struct ComparisonOptions: Sendable {
  public var limits = ComparisonLimits()

  /// Whether a machine drove both sessions alike, so that the rider's numbers compare too.
  public var isBench = false

  /// Whether MTU, interval and end of the links count; those of a replay are its own.
  public var comparesLinks = true

  /// What varies between recordings of one firmware.
  public var baseline: Baseline?

  public init() {}
}
