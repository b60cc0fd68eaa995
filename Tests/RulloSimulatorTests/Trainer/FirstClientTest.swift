import RulloSimulator
import RulloTransport
import Testing

@Test("a client asks for control again when it is refused once")
func asksForControlAgain() async throws {
  var trainer = FakeTrainer(.kickrCore)
  trainer.deniesOnceOpCodes = [0x11]
  let run = await simulate(trainer) { simulation in
    let trainer = simulation.transport
    let control = CharacteristicIdentity(0x2AD9, service: 0x1826)
    let slope: [UInt8] = [0x11, 0x00, 0x00, 0xE4, 0x02, 0x28, 0x33]
    try await trainer.connect()
    var answers = try await trainer.values(of: control).makeAsyncIterator()
    var heard: [[UInt8]] = []
    for request in [[0x00], slope, [0x00], slope] {
      try await trainer.write(request, to: control)
      if let answer = await answers.next() { heard.append(answer.bytes) }
    }
    return heard
  }
  #expect(
    try run.value == [
      [0x80, 0x00, 0x01], [0x80, 0x11, 0x05], [0x80, 0x00, 0x01], [0x80, 0x11, 0x01],
    ])
  #expect(run.isConclusive)
}
