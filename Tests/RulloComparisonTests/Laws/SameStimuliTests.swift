import RulloBase
import RulloBluetooth
import RulloComparison
import RulloRecordings
import RulloTestSupport
import RulloTransport
import Testing

/// One app against two devices: what differs is the device's doing.
@Suite("same stimuli") struct SameStimuliTests {
  static func replay(_ old: Script, _ new: Script) throws -> (SameStimuli, Comparison) {
    let stimuli = try SameStimuli(old: old.recording(), new: new.recording(), file: "new")
    return (stimuli, Comparison(old: old.recording(), new: stimuli.recording))
  }

  @Test("a device against its own app never parts, and answers as it did") func itself() throws {
    let (stimuli, comparison) = try Self.replay(BaseSession.script, BaseSession.script)
    #expect(stimuli.divergence == nil)
    #expect(stimuli.requests.made == stimuli.requests.total)
    // 9 reads and 55 control writes.
    #expect(stimuli.requests.total == 64)
    #expect(comparison.findings.isEmpty, "\(comparison.findings.map(\.text))")
  }

  @Test(
    "finds in one conversation what differs between two",
    arguments: Mutation.answered.filter { !["C08", "C21", "C04"].contains($0.rule) })
  func answers(mutation: Mutation) throws {
    let (stimuli, comparison) = try Self.replay(BaseSession.script, mutation.script)
    #expect(stimuli.divergence == nil, "\(stimuli.divergence?.text ?? "")")
    #expect(
      comparison.findings.filter { $0.rule.id.hasPrefix("C") }.map(\.rule.id).contains(
        mutation.rule))
    #expect(comparison.firstAnswer?.rule.id == mutation.rule)
  }

  @Test("parts at the first request that was never recorded") func parting() throws {
    var shorter = BaseSession.script
    // The app of NEW never asked for zones (op code 0x0E, at 48 s).
    shorter.steps.removeAll { $0.uuid == 0x2AD9 && $0.time >= 48_000 && $0.time < 48_500 }
    let (stimuli, comparison) = try Self.replay(BaseSession.script, shorter)
    let divergence = try #require(stimuli.divergence)
    #expect(divergence.characteristic?.uuid == 0x2AD9)
    // 9 reads, 5 writes before the simulation, 40 simulations, 5000 W, and the one that parts.
    #expect(stimuli.requests.made == 9 + 5 + 40 + 1 + 1)
    #expect(comparison.findings.isEmpty, "\(comparison.findings.map(\.text))")
  }

  @Test("the transcript holds the events that findings name") func transcript() throws {
    let mutation = try #require(Mutation.answered.first { $0.rule == "C10" })
    let (stimuli, comparison) = try Self.replay(BaseSession.script, mutation.script)
    let finding = try #require(comparison.findings.first { $0.rule.id == "C10" })
    let number = try #require(finding.events.new.last)
    #expect(Array(stimuli.recording.value(at: number - 1)) == octets("80 11 05"))
    let text = String(decoding: stimuli.transcript, as: UTF8.self)
    #expect(text.hasPrefix("rullo-"))
    #expect(text.contains("80 11 05"))
  }

  @Test("strangers have no conversation") func strangers() {
    #expect(throws: SameStimuliError.self) {
      try SameStimuli(old: BaseSession.script.recording(), new: Script().recording(), file: "new")
    }
  }
}
