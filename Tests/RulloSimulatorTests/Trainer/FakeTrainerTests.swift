import RulloBase
import RulloFitness
import RulloSimulator
import RulloTransport
import Testing

@Suite("fake trainer") struct FakeTrainerTests {
  @Test("the exchange of six lines: refused, control asked for, taken") func sixLines() {
    var script = TrainerScript(FakeTrainer(.genericFTMS))
    // captures/control-denied-once.log.
    #expect(script.write("11 00 00 E4 02 28 33") == ["indication 80 11 05"])
    #expect(script.write("00") == ["indication 80 00 01"])
    #expect(
      script.write("11 00 00 E4 02 28 33") == [
        "indication 80 11 01", "status 12 00 00 E4 02 28 33",
      ])
  }

  @Test("Zwift's order of opening works where reset takes control away") func zwiftOpening() {
    let profile = DeviceProfile.builtIn("saris-h3")
    var script = TrainerScript(FakeTrainer(profile ?? .genericFTMS))
    #expect(script.write("00") == ["indication 80 00 01"])
    #expect(script.write("01") == ["indication 80 01 01", "status 01"])
    #expect(script.write("07") == ["indication 80 07 05"])
    #expect(script.write("00") == ["indication 80 00 01"])
    #expect(script.write("07") == ["indication 80 07 01", "status 04"])
    // The H3 tells every change of the target: 08 2C 01 for 300 W.
    #expect(script.write("05 2C 01") == ["indication 80 05 01", "status 08 2C 01"])
    #expect(script.write("05 A0 0F") == ["indication 80 05 03"])
  }

  @Test("the KICKR CORE keeps control over a reset") func kickr() {
    var script = TrainerScript(FakeTrainer(.kickrCore))
    #expect(script.write("00").first == "indication 80 00 01")
    #expect(script.write("01").first == "indication 80 01 01")
    #expect(script.write("11 00 00 90 01 28 33").first == "indication 80 11 01")
  }

  @Test("the Direto XR starts with control, and says so") func direto() throws {
    let profile = try #require(DeviceProfile.builtIn("elite-direto-xr"))
    var script = TrainerScript(FakeTrainer(profile))
    #expect(script.write("00") == ["indication 80 00 01", "status 04"])
    #expect(
      script.write("11 00 00 2C 01 28 33") == [
        "indication 80 11 01", "status 12 00 00 2C 01 28 33",
      ])
  }

  @Test("indications that are off are ATT error FD") func indicationsOff() {
    var script = TrainerScript(FakeTrainer(.genericFTMS), subscribing: false)
    #expect(script.write("00") == ["refused FD"])
  }

  @Test("a second request while the first runs is ATT error FE, and is lost") func busy() {
    var script = TrainerScript(FakeTrainer(.genericFTMS))
    script.ask(.write(TrainerScript.controlPoint, [0x00], withResponse: true))
    script.ask(.write(TrainerScript.controlPoint, [0x07], withResponse: true))
    script.pass(milliseconds: 1_000)
    #expect(script.control == ["refused FE", "indication 80 00 01"])
    #expect(script.write("07") == ["indication 80 07 01", "status 04"])
  }

  @Test("silent op codes are acknowledged and never answered") func silent() {
    var trainer = FakeTrainer(.genericFTMS)
    trainer.silentOpCodes = [0x11]
    var script = TrainerScript(trainer)
    #expect(script.write("00") == ["indication 80 00 01"])
    #expect(script.write("11 00 00 E4 02 28 33") == [])
    #expect(script.write("05 C8 00") == ["indication 80 05 01", "status 08 C8 00"])
  }

  @Test("an op code that is denied once") func deniedOnce() {
    var trainer = FakeTrainer(.genericFTMS)
    trainer.deniesOnceOpCodes = [0x05]
    var script = TrainerScript(trainer)
    #expect(script.write("00") == ["indication 80 00 01"])
    #expect(script.write("05 C8 00") == ["indication 80 05 05"])
    #expect(script.write("05 C8 00") == ["indication 80 05 01", "status 08 C8 00"])
  }

  @Test("another app takes control: status FF, refusals, and back") func otherApp() {
    var script = TrainerScript(FakeTrainer(.genericFTMS))
    #expect(script.write("00") == ["indication 80 00 01"])
    script.effects = []
    script.trainer.otherAppTakesControl()
    script.pass(milliseconds: 10)
    #expect(script.control == ["status FF"])
    #expect(script.write("05 C8 00") == ["indication 80 05 05"])
    script.effects = []
    script.trainer.otherAppSets(.power(250))
    script.pass(milliseconds: 10)
    #expect(script.control == ["status 08 FA 00"])
    script.trainer.otherAppReleasesControl()
    #expect(script.write("00") == ["indication 80 00 01"])
  }

  @Test("somebody stops at the machine") func userAtMachine() {
    var script = TrainerScript(FakeTrainer(.genericFTMS))
    #expect(script.write("00") == ["indication 80 00 01"])
    #expect(script.write("07") == ["indication 80 07 01", "status 04"])
    script.effects = []
    script.trainer.userAtMachine(.pause)
    script.pass(milliseconds: 10)
    #expect(script.control == ["status 02 02"])
    #expect(script.write("07") == ["indication 80 07 01", "status 04"])
  }

  @Test("a spin down: sprint, stop pedaling, success") func spinDown() throws {
    let profile = try #require(DeviceProfile.builtIn("tacx-flux"))
    var script = TrainerScript(FakeTrainer(profile))
    #expect(script.write("00") == ["indication 80 00 01"])
    script.effects = []
    script.ask(.write(TrainerScript.controlPoint, [0x13, 0x01], withResponse: true))
    script.pass(milliseconds: 119_000)
    // 20.00 and 32.00 km/h; then 14 04 stop pedaling, 14 02 success (spec/ftms.md, "Spin down").
    #expect(
      script.control == ["indication 80 13 01 D0 07 80 0C", "status 14 04", "status 14 02"])
  }

  @Test("reads, and what may not be read, written or subscribed to") func access() throws {
    var script = TrainerScript(FakeTrainer(.kickrCore))
    func result(_ operation: TransportRequest.Operation) -> Result<[UInt8], TransportError>? {
      var script = script
      let id = script.ask(operation)
      script.pass(milliseconds: 100)
      for effect in script.effects {
        if case .completed(id, let result) = effect.kind { return result }
      }
      return nil
    }
    let features = CharacteristicIdentity(0x2ACC)
    let name = CharacteristicIdentity(0x2A00)
    #expect(result(.read(features)) == .success(octetsOf("03 40 00 00 0C 60 00 00")))
    #expect(result(.read(name)) == .success(Array("KICKR CORE C26B".utf8)))
    #expect(result(.read(TrainerScript.controlPoint)) == .failure(.refused(code: 0x02)))
    #expect(
      result(.write(features, [1], withResponse: true)) == .failure(.refused(code: 0x03)))
    #expect(result(.subscribe(features)) == .failure(.refused(code: 0x0A)))
    let absent = CharacteristicIdentity(0x2A5B)
    #expect(result(.read(absent)) == .failure(.noSuchCharacteristic(absent)))
    script.trainer.dropLink(.lost)
    script.pass(milliseconds: 1)
    #expect(result(.read(features)) == .failure(.notConnected))
  }

  @Test("a lost link ends control, subscriptions and what is under way") func linkLoss() {
    var script = TrainerScript(FakeTrainer(.genericFTMS))
    #expect(script.write("00") == ["indication 80 00 01"])
    script.effects = []
    let id = script.ask(.write(TrainerScript.controlPoint, [0x07], withResponse: true))
    script.trainer.dropLink(.byDevice)
    script.pass(milliseconds: 5_000)
    #expect(
      script.effects.map(\.kind) == [
        .completed(id, .failure(.linkLost(.byDevice))), .state(.disconnected(.byDevice)),
      ])
    script.ask(.connect)
    script.pass(milliseconds: 500)
    script.ask(.subscribe(TrainerScript.controlPoint))
    script.pass(milliseconds: 500)
    #expect(script.write("07") == ["indication 80 07 05"])
  }

  @Test("a cancelled request is completed as cancelled, once") func cancelling() {
    var script = TrainerScript(FakeTrainer(.genericFTMS))
    let id = script.ask(.read(CharacteristicIdentity(0x2ACC)))
    script.trainer.cancel(id, device: 0, &script.effects)
    script.pass(milliseconds: 100)
    script.trainer.cancel(id, device: 0, &script.effects)
    #expect(script.effects.map(\.kind) == [.completed(id, .failure(.cancelled))])
  }

  @Test("power reaches 95 % of a step in 2 s upwards and in 3.5 s downwards") func ramp() throws {
    let profile = try #require(DeviceProfile.builtIn("saris-h3"))
    var script = TrainerScript(FakeTrainer(profile))
    _ = script.write("00")
    _ = script.write("05 4B 00")
    script.pass(milliseconds: 10_000)
    #expect(script.trainer.bike.power == 75)
    script.ask(.write(TrainerScript.controlPoint, [0x05, 0xE6, 0x00], withResponse: true))
    script.pass(milliseconds: 2_000)
    // 75 W and 95 % of the 155 W up to 230 W; a step of the bike is 50 ms.
    #expect(abs(script.trainer.bike.power - (75 + 0.95 * 155)) < 5)
    script.pass(milliseconds: 3_000)
    #expect(script.trainer.bike.power == 230)
    script.ask(.write(TrainerScript.controlPoint, [0x05, 0x4B, 0x00], withResponse: true))
    script.pass(milliseconds: 3_500)
    #expect(abs(script.trainer.bike.power - (230 - 0.95 * 155)) < 5)
  }

  @Test("a target waits for Start where the machine wants one") func needsStart() throws {
    var profile = DeviceProfile.genericFTMS
    profile.settings.append(
      DeviceProfile.Setting(
        section: "control", name: "needs_start", value: Sourced(.flag(true), .assumed("a test"))))
    var script = TrainerScript(FakeTrainer(profile))
    _ = script.write("00")
    _ = script.write("05 C8 00")
    script.pass(milliseconds: 10_000)
    #expect(script.trainer.bike.powerTarget == nil)
    _ = script.write("07")
    #expect(script.trainer.bike.powerTarget != nil)
  }
}

private func octetsOf(_ hex: String) -> [UInt8] { Hex.bytes(hex) ?? [] }
