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

  /// spec/ftms.md, "Procedure rules": all ops but 00 need control, without it the result is 05;
  /// control lasts until disconnect, Reset, or status FF, which tells that another has it.
  @Test("who has control: every holder and input") func control() {
    typealias Cell = (
      ControlMachine.Holder, ControlMachine.Input, ControlMachine.Holder, ControlMachine.Answer
    )
    let cells: [Cell] = [
      (.nobody, .requestControl, .app, .success),
      (.nobody, .reset, .nobody, .notPermitted),
      (.nobody, .command, .nobody, .notPermitted),
      (.nobody, .takenByOtherApp, .otherApp, .none),
      (.nobody, .releasedByOtherApp, .nobody, .none),
      (.nobody, .linkLost, .nobody, .none),
      (.app, .requestControl, .app, .success),
      (.app, .reset, .nobody, .success),
      (.app, .command, .app, .success),
      (.app, .takenByOtherApp, .otherApp, .lost),
      (.app, .releasedByOtherApp, .app, .none),
      (.app, .linkLost, .nobody, .none),
      (.otherApp, .requestControl, .otherApp, .notPermitted),
      (.otherApp, .reset, .otherApp, .notPermitted),
      (.otherApp, .command, .otherApp, .notPermitted),
      (.otherApp, .takenByOtherApp, .otherApp, .none),
      (.otherApp, .releasedByOtherApp, .nobody, .none),
      (.otherApp, .linkLost, .otherApp, .none),
    ]
    #expect(
      cells.count == ControlMachine.Holder.allCases.count * ControlMachine.Input.allCases.count)
    for (holder, input, next, answer) in cells {
      var machine = ControlMachine()
      machine.holder = holder
      #expect(machine.take(input) == answer, "\(holder), \(input)")
      #expect(machine.holder == next, "\(holder), \(input)")
      // The KICKR CORE keeps control over a reset; nothing else is otherwise.
      var keeping = ControlMachine(keepsControlOverReset: true)
      keeping.holder = holder
      #expect(keeping.take(input) == answer)
      #expect(keeping.holder == ((holder, input) == (.app, .reset) ? .app : next))
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
