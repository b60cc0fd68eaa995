import RulloBase
import RulloBluetooth
import RulloComparison
import RulloRecordings
import RulloTestSupport
import Testing

/// What varies whatever the firmware, and therefore is no finding.
@Suite("no change") struct NothingTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let change: @Sendable (inout Script) -> Void
    var testDescription: String { name }

    init(_ name: String, _ change: @escaping @Sendable (inout Script) -> Void) {
      self.name = name
      self.change = change
    }
  }

  static let rows: [Row] = [
    Row("the same session") { _ in },
    Row("jitter of 9 ms") { script in
      for uuid in [UInt16(0x2AD2), 0x2A63] {
        script.change(uuid) { place, step in
          step.time += Double(Spread.number(place, 20, below: 9_000)) / 1_000
          return true
        }
      }
    },
    Row("answers up to 4 ms later") { script in
      script.change(0x2AD9, .indication) { place, step in
        step.time += Double(Spread.number(place, 21, below: 4_000)) / 1_000
        return true
      }
    },
    Row("a stronger rider") { script in
      script.changeValues(0x2AD2) { place, value in
        value[Script.isLong(value) ? 11 : 8] = UInt8(200 + (place * 7) % 41)
        value[3] = 0x0D
      }
    },
    Row("counters that began elsewhere") { script in
      script.changeValues(0x2A63) { _, value in value[10] &+= 77 }
    },
    Row("another serial number") { $0.setRead(0x2A25, Array("9999".utf8)) },
    Row("another address") { $0.identity = .address("C0:00:00:00:00:02") },
    Row("one more repeat of an exchange") { script in
      script.add(46_500, .writeRequest, 0x2AD9, octets("11 00 00 64 00 28 33"))
      script.add(46_501, .writeResponse, 0x2AD9, request: 0x12)
      script.add(46_540, .indication, 0x2AD9, octets("80 11 01"))
      script.add(46_545, .notification, 0x2ADA, octets("12 00 00 64 00 28 33"))
    },
    Row("everything an hour later") { script in
      for place in script.steps.indices { script.steps[place].time += 3_600_000 }
    },
    Row("a shorter ride") { script in
      script.steps.removeAll { $0.time > 60_500 && $0.kind != .disconnect }
    },
  ]

  @Test("is no finding", arguments: rows) func nothing(row: Row) {
    var script = BaseSession.script
    row.change(&script)
    let comparison = Comparison(old: MutationTests.base, new: script.recording())
    #expect(
      comparison.findings.isEmpty,
      "\(comparison.findings.map { "\($0.rule.id) \($0.text)" }.joined(separator: "\n"))")
    #expect(comparison.isConclusive)
  }
}
