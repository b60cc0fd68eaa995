extension Rule {
  static let latencyChanged = Rule(
    "C15", "latency of the response", .timing,
    sees: "The median time from a request to its response is another one.",
    limits: "30 pairs of an op code, else of the control point; over 20 % and over 10 ms",
    example: "median 47 ms → median 139 ms", clause: "FTMS 1.0.1, 4.16.3")
}

/// How long a device takes to answer.
struct LatencyCheck {
  /// Op codes of one control point; where none has enough pairs, all of them together.
  func run(_ groups: [ControlGroup], _ judge: inout Judge) {
    var pooled: [ControlPair] = []
    var isJudged = false
    for group in groups {
      let timed = Self.timed(group.pairs)
      pooled += timed
      guard timed.count >= judge.limits.samples else { continue }
      isJudged = true
      compare(timed, group.subject, group.resolution, &judge)
    }
    guard !isJudged, let first = groups.first, !pooled.isEmpty else { return }
    var subject = first.subject
    subject.opCode = nil
    guard pooled.count >= judge.limits.samples else {
      return judge.remark(
        "\(subject.characteristic ?? ""): \(pooled.count) answered pairs; \(judge.limits.samples) are"
          + " needed for a latency")
    }
    compare(pooled, subject, first.resolution, &judge)
  }

  private static func timed(_ pairs: [ControlPair]) -> [ControlPair] {
    pairs.filter { $0.exchange.old.latency != nil && $0.exchange.new.latency != nil }
  }

  private func compare(
    _ pairs: [ControlPair], _ subject: FindingSubject, _ resolution: Int64?, _ judge: inout Judge
  ) {
    guard let resolution, let first = pairs.first else { return }
    let medians = Sides(
      old: Self.median(pairs.compactMap(\.exchange.old.latency)),
      new: Self.median(pairs.compactMap(\.exchange.new.latency)))
    judge.measure(.latencyChanged, subject, medians)
    guard judge.isMore(medians, resolution: resolution) else { return }
    let floor = max(judge.limits.difference, 2 * min(resolution, 1_000_000_000))
    judge.find(
      .latencyChanged, subject, medians.map { "median \(Duration.text($0))" },
      samples: Sides(old: pairs.count, new: pairs.count), events: first.exchange.map(\.events),
      limit: "\(judge.limits.samples) pairs, over \(judge.limits.percent) % and over"
        + " \(Duration.text(floor))",
      measures: medians)
  }

  /// Nearest rank.
  private static func median(_ latencies: [Int64]) -> Int64 {
    let sorted = latencies.sorted()
    return sorted.isEmpty ? 0 : sorted[(sorted.count + 1) / 2 - 1]
  }
}
