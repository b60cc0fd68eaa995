import RulloBase
import RulloBluetooth
import RulloFieldLogs
import RulloFitness
import RulloMeasurements
import RulloRecordings
import RulloTestSupport
import Testing

@testable import RulloImporting

/// Figures derived from the counters of real sensors.
@Suite(
  "derived figures of the corpus",
  .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.absence)))
struct DerivedFiguresTests {
  /// The wheel counts 2.095 m a turn at 1/2048 s (case B3).
  ///
  /// At the 1/1024 s of 2A5B its speed would be half. A plain script over the other decode of the capture finds the same 142 pairs.
  @Test("a bike's wheel says the speed that its 2AD2 says") func wheelAgainstSpeed() throws {
    let path = Corpus.folder + "/kickrshiftkey-wahoo-bike-shift-dircon.pcapng"
    let reading = Reading(try RecordingFile(path: path))
    var derivation = try #require(CyclingDerivation(0x2A63))
    var speed: ExactDecimal?
    var ratios: [Double] = []
    for (index, event) in reading.recording.events.enumerated()
    where event.kind == .notification {
      let value = reading.recording.value(at: index)
      switch reading.recording.attribute(of: event)?.uuid {
      case 0x2AD2: speed = try IndoorBikeData(decoding: value).instantaneousSpeed
      case 0x2A63:
        let answer = Array(value).withRawSpan { derivation.add($0, arrival: event.time) }
        guard let step = answer.wheel, step.revolutions > 0, let speed, speed > 0,
          let derived = step.kilometresPerHour(circumferenceMillimetres: 2095, places: 4)
        else { continue }
        ratios.append(derived.doubleValue / speed.doubleValue)
      default: break
      }
    }
    #expect(ratios.count == 142)
    let median = try #require(ratios.sorted().dropFirst(ratios.count / 2).first)
    #expect(abs(median - 1) < 0.0005, "\(median)")
    #expect(ratios.filter { abs($0 - 1) < 0.005 }.count >= 120)
  }

  /// 41 of 73 rows equal the one before, and no rate comes of them (case B7).
  ///
  /// The cadences were
  /// worked out from count and time, revolutions × 1024 × 60 / ticks, by a plain script.
  @Test("a sensor that repeats gives a cadence with each new event") func repeats() throws {
    var format = LogFormat(name: "table")
    format.columns = try LogColumns("time=time,value=value_hex,uuid=2A63")
    let path = Corpus.folder + "/trackmyindoorworkout-stages-sc3-2a63-series.csv"
    let reading = Reading(try RecordingFile(path: path, log: .declared(format)))
    var derivation = try #require(CyclingDerivation(0x2A63))
    var kinds: [RevolutionStep.Kind: Int] = [:]
    var cadences: [Double] = []
    for (index, event) in reading.recording.events.enumerated() {
      let value = Array(reading.recording.value(at: index))
      let answer = value.withRawSpan { derivation.add($0, arrival: event.time) }
      let step = try #require(answer.crank)
      kinds[step.kind, default: 0] += 1
      if let cadence = step.perMinute(places: 2) { cadences.append(cadence.doubleValue) }
    }
    #expect(kinds == [.first: 1, .repeated: 41, .advanced: 31])
    let expected = [
      57.58, 60.12, 61.56, 62.63, 64.27, 65.19, 65.99, 71.86, 79.18, 77.19, 76.61, 73.94, 73.23,
      73.49, 72.54, 73.76, 71.19, 72.03, 71.94, 73.32, 73.76, 73.41, 73.14, 72.88, 72.45, 71.44,
      73.67, 73.14, 74.2, 73.23, 74.74,
    ]
    #expect(cadences.count == expected.count)
    for (found, expected) in zip(cadences, expected) { #expect(abs(found - expected) < 0.011) }
  }
}
