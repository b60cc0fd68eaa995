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
    if stream.count == 0 {
      let span = stream.silence.map { " in the \(Figures.duration($0)) to the end" } ?? ""
      return "subscribed, and not one notification came\(span)."
    }
    guard let rate = stream.rate?.rate else {
      if stream.firstTime == nil {
        return "\(freshness ?? "") Without a clock there is no rate."
      }
      return "a single notification, so that there is no rate."
    }
    return [delivery(rate), recordWords, freshness, clockWords, gapWords].compactMap(\.self)
      .joined(separator: " ")
  }

  /// How often values come, against how often they are new.
  private func delivery(_ rate: ExactDecimal) -> String {
    let times = "delivered about \(Figures.spoken(rate)) times a second"
    let grid =
      stream.grid.map { $0.isConvincing ? " on a grid of \(Figures.duration($0.spacing))" : "" }
      ?? ""
    guard stream.repeats > 0, let fresh = stream.freshRate else {
      return "values are \(times)\(grid)."
    }
    return "\(Self.updates(fresh)) \(times)\(grid)."
  }

  private static func updates(_ rate: ExactDecimal, _ remark: String = "") -> String {
    let count = Figures.spoken(rate)
    let (noun, verb) = count == "1" ? ("update", "is") : ("updates", "are")
    return "about \(count) \(noun) a second\(remark) \(verb)"
  }

  /// Data records that came in several notifications, and what was lost of them.
  private var recordWords: String? {
    guard let split = stream.splitRecords, let records = stream.records else { return nil }
    let all = Figures.counted(records.count, "data record")
    var text = "They carry \(all)"
    if split.joined > 0 {
      text += ", \(split.joined) of them joined from \(split.notifications) notifications"
    }
    if split.dropped > 0 {
      text += "; \(Figures.counted(split.dropped, "partial one")) dropped at the end of a link"
    }
    if split.isLastOpen { text += "; the last is not complete" }
    return text + "."
  }

  private var freshness: String? {
    guard stream.repeats > 0 else {
      return stream.count > 1 ? "Each of the \(stream.count) differs from the one before." : nil
    }
    return "\(stream.repeats) of \(stream.count) repeat the octets before them,"
      + " at most \(stream.longestRun) in a row are equal."
  }

  private var clockWords: String? {
    let crank = (stream.crank?.updates ?? 0) > 0 ? stream.crank?.perMinute : nil
    let words = [
      wheelWords, crank.map { "The crank counter says \(Figures.hertz($0, places: 1)) rpm." },
    ]
    let known = words.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: " ")
  }

  /// The wheel's own clock tells how often the device itself had news of the wheel.
  ///
  /// A wheel that gives one update a turn gives fewer when it is slow: that is said, so that nobody
  /// takes it for a limit.
  private var wheelWords: String? {
    guard let wheel = stream.wheel, wheel.updates > 1, let delivered = stream.rate?.rate,
      let rate = ExactDecimal.ratio(
        Int128(wheel.updates) * Int128(wheel.ticksPerSecond), Int128(wheel.ticks), places: 3)
    else { return nil }
    let turns = wheel.revolutions == Int64(wheel.updates) ? ", one for each turn of the wheel," : ""
    return "By the wheel's own clock \(Self.updates(rate, turns)) delivered about"
      + " \(Figures.spoken(delivered)) times a second."
  }

  private var gapWords: String? {
    guard let longest = stream.gaps.max(by: { $0.length < $1.length }) else { return nil }
    return "\(Figures.counted(stream.gaps.count, "gap")), the longest of"
      + " \(Figures.duration(longest.length)) after event \(longest.afterEvent)."
  }
}
