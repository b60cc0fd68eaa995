import RulloTrainer
import RulloTransport

typealias Run = TrainerRun<ScriptedMachine>

extension TrainerRun where Engine == ScriptedMachine {
  /// A client that is connected and has asked for everything a setup needs.
  static func ready(
    _ machine: ScriptedMachine = ScriptedMachine(), policy: TrainerPolicy = TrainerPolicy()
  ) -> Run {
    var run = Run(machine, policy: policy)
    run.connect()
    run.wait(milliseconds: 1_000)
    return run
  }

  mutating func wait(milliseconds: Int64) {
    advance(to: engine.now + milliseconds * 1_000_000)
  }

  /// What the client wrote after its setup: request control and start.
  var commands: [[UInt8]] { Array(engine.writes.dropFirst(2)) }

  var happened: [TrainerEvent] { events.map(\.event) }
}
