/// Gathers numbers and answers of comparisons within one firmware.
struct Learning {
  private var numbers: [Baseline.Key: Baseline.Band] = [:]
  private var answers: [Baseline.Key: Set<String>] = [:]

  mutating func take(_ comparison: Comparison) {
    for measured in comparison.measurements {
      let key = Baseline.Key(rule: measured.rule, subject: measured.subject)
      let (low, high) = (measured.values.smaller, measured.values.larger)
      var band = numbers[key] ?? Baseline.Band(key: key, minimum: low, maximum: high)
      band.minimum = min(band.minimum, low)
      band.maximum = max(band.maximum, high)
      numbers[key] = band
    }
    for finding in comparison.findings where finding.measures == nil {
      answers[Baseline.Key(finding), default: []].formUnion([
        finding.values.old, finding.values.new,
      ])
    }
  }

  var bands: [Baseline.Band] { numbers.values.sorted { $0.key < $1.key } }

  var varieties: [Baseline.Variety] {
    answers.map { Baseline.Variety(key: $0.key, values: $0.value.sorted()) }
      .sorted { $0.key < $1.key }
  }
}

/// A number of both sessions that a rule judged, whether it found anything or not.
struct Measured: Hashable, Sendable {
  let rule: Rule
  let subject: FindingSubject
  let values: Sides<Int64>
}
