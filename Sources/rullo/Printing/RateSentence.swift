import RulloBase
import RulloBluetooth
import RulloFitness
import RulloMeasurements

/// One stream's figures in plain words.
struct RateSentence {
  let stream: StreamReport

  /// The sentence, wrapped to 80 columns.
  var lines: [String] {
    let path = stream.attribute?.shortPath ?? "?"
    let name = stream.attribute?.uuid.flatMap(AssignedNames.name(of:)).map { " (\($0))" } ?? ""
    let wrapped = Help.wrapped("\(path)\(name): \(text)", columns: 78)
    return wrapped.enumerated().map { $0.offset == 0 ? $0.element : "  " + $0.element }
  }

  private var text: String {
    if stream.count == 0 { return "subscribed, and not one notification came." }
    guard let rate = stream.rate?.rate else {
      if stream.firstTime == nil {
        return "\(freshness ?? "") Without a clock there is no rate."
      }
      return "a single notification, so that there is no rate."
    }
    return [delivery(rate), freshness, clockWords, gapWords].compactMap(\.self)
      .joined(separator: " ")
  }

  /// How often values come, against how often they are new.
  private func delivery(_ rate: ExactDecimal) -> String {
    let times = "delivered about \(Figures.spoken(rate)) times a second"
    let grid = stream.grid.map { " on a grid of \(Figures.duration($0.spacing))" } ?? ""
    guard stream.repeats > 0, let news else { return "values are \(times)\(grid)." }
    let updates = Figures.spoken(news.rate)
    let noun =
      updates == "1" ? "update a second\(news.source) is" : "updates a second\(news.source) are"
    return "about \(updates) \(noun) \(times)\(grid)."
  }

  /// The device's own clock tells best how often it has news; else the octets do.
  private var news: (rate: ExactDecimal, source: String)? {
    if let wheel = stream.wheel, wheel.updates > 1,
      let rate = ExactDecimal.ratio(
        Int128(wheel.updates) * Int128(wheel.ticksPerSecond), Int128(wheel.ticks), places: 3)
    {
      return (rate, ", by the wheel's own clock,")
    }
    return stream.freshRate.map { ($0, "") }
  }

  private var freshness: String? {
    guard stream.repeats > 0 else {
      return stream.count > 1 ? "Each of the \(stream.count) differs from the one before." : nil
    }
    return "\(stream.repeats) of \(stream.count) repeat the octets before them,"
      + " at most \(stream.longestRun) in a row are equal."
  }

  private var clockWords: String? {
    guard let rpm = stream.crank?.perMinute, stream.crank?.updates ?? 0 > 0 else { return nil }
    return "The crank counter says \(Figures.hertz(rpm, places: 1)) rpm."
  }

  private var gapWords: String? {
    guard let longest = stream.gaps.max(by: { $0.length < $1.length }) else { return nil }
    return "\(Figures.counted(stream.gaps.count, "gap")), the longest of"
      + " \(Figures.duration(longest.length)) after event \(longest.afterEvent)."
  }
}
