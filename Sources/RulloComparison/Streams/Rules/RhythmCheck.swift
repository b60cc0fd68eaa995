internal import RulloBase
internal import RulloMeasurements

extension Rule {
  static let rateChanged = Rule(
    "D26", "rate", .timing,
    sees: "The mean interval between records is another one; gaps (over 5 means) do not count.",
    limits: "30 intervals a side, over 20 % and over 10 ms",
    example: "one in 100 ms → one in 250 ms", clause: "FTMS 1.0.1, 4.4 to 4.9")

  static let rhythmChanged = Rule(
    "D27", "rhythm", .timing,
    sees: "As many records come in other intervals: bursts, or a wider spread.",
    limits: "30 intervals a side, the median or the 95th percentile over 20 % and over 10 ms apart,"
      + " the mean not",
    example: "median 100 ms, p95 101 ms → median 2 ms, p95 200 ms", clause: "FTMS 1.0.1, 4.4 to 4.9"
  )

  static let gapChanged = Rule(
    "D28", "longest gap", .timing,
    sees: "The longest silence of a stream is another one.",
    limits: "30 intervals a side, over 20 %, over 10 ms and over 3 mean intervals apart",
    example: "120 ms → 2 s", clause: "FTMS 1.0.1, 4.4 to 4.9")

  static let repeatsChanged = Rule(
    "D29", "repeated values", .information, measure: .permille,
    sees: "Another share of values repeats the octets before; a rider who rests repeats himself.",
    limits: "30 values a side, over 25 percentage points, and nothing else found in the stream",
    example: "10 % → 60 %", clause: "none: what a device does")
}

/// When the values of a stream come, and how many of them are news.
struct RhythmCheck {
  /// `before` is the number of findings before the stream was looked at.
  func run(_ stream: StreamPair, since before: Int, _ judge: inout Judge) {
    guard let resolution = stream.resolution else { return }
    let rhythms = stream.facts.map { Rhythm($0.intervals) }
    guard let old = rhythms.old, let new = rhythms.new else { return }
    let rhythm = Sides(old: old, new: new)
    let counts = rhythm.map(\.count)
    guard counts.smaller >= judge.limits.samples else {
      return judge.remark(
        "\(stream.subject().characteristic ?? ""): \(counts.old) and \(counts.new) intervals;"
          + " \(judge.limits.samples) a side are needed for a rate")
    }
    let means = rhythm.map(\.mean)
    let limit = limits(judge, resolution)
    judge.measure(.rateChanged, stream.subject(), means)
    if judge.isMore(means, resolution: resolution) {
      judge.find(
        .rateChanged, stream.subject(), means.map { "one in \(Duration.text($0))" },
        samples: counts, events: stream.facts.map { [$0.firstEvent] }, limit: limit,
        measures: means)
    } else {
      spread(stream, rhythm, counts, resolution, limit, &judge)
    }
    gap(stream, rhythm, counts, resolution, limit, &judge)
    if judge.findings.count == before { repeats(stream, &judge) }
  }

  private func limits(_ judge: Judge, _ resolution: Int64) -> String {
    let floor = max(judge.limits.difference, 2 * resolution)
    return "\(judge.limits.samples) intervals a side, over \(judge.limits.percent) % and over"
      + " \(Duration.text(floor))"
  }

  private func spread(
    _ stream: StreamPair, _ rhythm: Sides<Rhythm>, _ counts: Sides<Int>, _ resolution: Int64,
    _ limit: String, _ judge: inout Judge
  ) {
    judge.measure(.rhythmChanged, stream.subject(), rhythm.map(\.percentile95))
    let isOther =
      judge.isMore(rhythm.map(\.median), resolution: resolution)
      || judge.isMore(rhythm.map(\.percentile95), resolution: resolution)
    guard isOther else { return }
    judge.find(
      .rhythmChanged, stream.subject(),
      rhythm.map { "median \(Duration.text($0.median)), p95 \(Duration.text($0.percentile95))" },
      samples: counts, events: stream.facts.map { [$0.firstEvent] }, limit: limit,
      measures: rhythm.map(\.percentile95))
  }

  private func gap(
    _ stream: StreamPair, _ rhythm: Sides<Rhythm>, _ counts: Sides<Int>, _ resolution: Int64,
    _ limit: String, _ judge: inout Judge
  ) {
    let longest = stream.facts.map(\.longest)
    let mean = rhythm.map(\.mean).larger
    judge.measure(.gapChanged, stream.subject(), longest)
    guard judge.isMore(longest, resolution: resolution),
      Int128(longest.larger) - Int128(longest.smaller) > 3 * Int128(mean)
    else { return }
    judge.find(
      .gapChanged, stream.subject(), longest.map(Duration.text), samples: counts,
      events: stream.facts.map { [$0.longestEvent] },
      limit: limit
        + ", over \(Duration.text(mean.multipliedReportingOverflow(by: 3).partialValue))",
      measures: longest)
  }

  private func repeats(_ stream: StreamPair, _ judge: inout Judge) {
    let counts = stream.counts
    guard counts.smaller >= judge.limits.samples else { return }
    let shares = stream.facts.map { Int64($0.repeats) * 1_000 / Int64(max(1, $0.count)) }
    judge.measure(.repeatsChanged, stream.subject(), shares)
    guard shares.larger - shares.smaller > 250 else { return }
    judge.find(
      .repeatsChanged, stream.subject(),
      shares.map { "\(ExactDecimal($0, exponent: -1)) %" }, samples: counts,
      events: stream.facts.map { [$0.firstRepeat > 0 ? $0.firstRepeat : $0.firstEvent] },
      measures: shares)
  }
}
