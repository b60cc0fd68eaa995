import RulloFitness
import RulloSimulator
import Testing

/// The transition tables, cell by cell, as the service has them.
@Suite("state machines") struct MachineTests {
  @Test("spin down: start, stop pedaling, success") func spinDown() {
    typealias Cell = (
      SpinDownMachine.State, SpinDownMachine.Input, SpinDownMachine.State, UInt8?
    )
    // spec/ftms.md, "Spin down": 1 requested, 2 success, 3 error, 4 stop pedaling.
    let cells: [Cell] = [
      (.none, .start, .accelerating, nil), (.none, .ignore, .none, nil),
      (.none, .aboveHighSpeed, .none, nil), (.none, .belowLowSpeed, .none, nil),
      (.none, .timeout, .none, nil),
      (.accelerating, .start, .accelerating, nil), (.accelerating, .ignore, .none, nil),
      (.accelerating, .aboveHighSpeed, .rolling, 4),
      (.accelerating, .belowLowSpeed, .accelerating, nil), (.accelerating, .timeout, .none, 3),
      (.rolling, .start, .accelerating, nil), (.rolling, .ignore, .none, nil),
      (.rolling, .aboveHighSpeed, .rolling, nil), (.rolling, .belowLowSpeed, .none, 2),
      (.rolling, .timeout, .none, 3),
    ]
    #expect(
      cells.count == SpinDownMachine.State.allCases.count * SpinDownMachine.Input.allCases.count)
    for (state, input, next, status) in cells {
      var machine = SpinDownMachine()
      machine.state = state
      #expect(machine.take(input)?.rawValue == status, "\(state), \(input)")
      #expect(machine.state == next, "\(state), \(input)")
    }
  }

  @Test("a link that is lost ends control, and only that of the app") func linkLost() {
    var machine = ControlMachine()
    #expect(machine.take(.requestControl) == .success)
    #expect(machine.take(.linkLost) == .none)
    #expect(machine.holder == .nobody)
    #expect(machine.take(.takenByOtherApp) == .none)
    #expect(machine.take(.linkLost) == .none)
    #expect(machine.holder == .otherApp)
  }
}
