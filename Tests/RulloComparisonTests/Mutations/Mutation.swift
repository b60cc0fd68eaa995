import RulloBluetooth
import RulloTestSupport
import Testing

/// One fact of the base session changed, and the one rule that must say so.
struct Mutation: Sendable, CustomTestStringConvertible {
  let name: String
  let rule: String
  let change: @Sendable (inout Script) -> Void

  var testDescription: String { "\(rule) \(name)" }

  init(_ name: String, _ rule: String, _ change: @escaping @Sendable (inout Script) -> Void) {
    self.name = name
    self.rule = rule
    self.change = change
  }

  /// The base session with the change.
  var script: Script {
    var script = BaseSession.script
    change(&script)
    return script
  }

  static let all = declared + answered + sent
}

extension Script {
  /// Changes the octets of every notification of a characteristic.
  mutating func changeValues(_ uuid: UInt16, _ body: (_ place: Int, _ value: inout [UInt8]) -> Void)
  {
    change(uuid) { place, step in
      body(place, &step.value)
      return true
    }
  }

  /// Whether a value of 2AD2 has the long layout, whose flags are 0x0974.
  static func isLong(_ bike: [UInt8]) -> Bool { bike.starts(with: [0x74, 0x09]) }

  /// Changes the responses to an op code; `false` takes one out.
  mutating func changeResponses(
    to opCode: UInt8, _ body: (_ place: Int, _ step: inout Step) -> Bool
  ) {
    var place = 0
    change(0x2AD9, .indication) { _, step in
      guard step.value.count > 1, step.value[1] == opCode else { return true }
      defer { place += 1 }
      return body(place, &step)
    }
  }

  /// Sets the result of the responses to an op code between two times, and takes the statuses out
  /// that a machine sends only after a success.
  mutating func refuse(
    _ opCode: UInt8, _ result: UInt8, from start: Double = 0, to end: Double = 1e9
  ) {
    var times: [Double] = []
    changeResponses(to: opCode) { _, step in
      if step.time >= start, step.time < end {
        step.value[2] = result
        times.append(step.time)
      }
      return true
    }
    change(0x2ADA) { _, step in
      !times.contains { step.time >= $0 - 50 && step.time < $0 + 100 }
    }
  }
}
