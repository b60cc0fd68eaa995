import RulloBase
import RulloBluetooth
import RulloSimulator
import RulloTransport
import Testing

/// Every kind of fault over a simulated trainer: what the app then meets.
@Suite("faults over a fake trainer") struct FaultTests {
  /// An app that connects, subscribes and writes, and a list of what came.
  struct App {
    var engine: FaultedEngine<FakeTrainer>
    var effects: [TransportEffect] = []
    private var next = 0

    static let control = CharacteristicIdentity(0x2AD9, service: 0x1826)
    static let status = CharacteristicIdentity(0x2ADA, service: 0x1826)
    static let bike = CharacteristicIdentity(0x2AD2, service: 0x1826)
    static let power = CharacteristicIdentity(0x2A63, service: 0x1818)

    /// Connected and in control, with control point, status and bike data subscribed.
    init(_ plan: String, profile: DeviceProfile = .genericFTMS) throws {
      engine = FaultedEngine(FakeTrainer(profile), try FaultPlan(plan))
      open()
      _ = write("00")
    }

    mutating func open() {
      ask(.connect)
      pass(milliseconds: 500)
      for identity in [Self.control, Self.status, Self.bike] {
        ask(.subscribe(identity))
        pass(milliseconds: 100)
      }
    }

    @discardableResult
    mutating func ask(_ operation: TransportRequest.Operation) -> TransportRequest.ID {
      let id = TransportRequest.ID(next)
      next += 1
      engine.handle(TransportRequest(id, operation), &effects)
      return id
    }

    mutating func pass(milliseconds: Int64) {
      let end = engine.now + milliseconds * 1_000_000
      while engine.now < end { engine.advance(to: end, &effects) }
    }

    /// What the control point says to a write within a second.
    mutating func write(_ hex: String) -> [String] {
      let before = effects.count
      ask(.write(Self.control, Hex.bytes(hex) ?? [], withResponse: true))
      pass(milliseconds: 1_000)
      return effects[before...].compactMap { effect in
        switch effect.kind {
        case .completed(_, .failure(let error)): "\(error)"
        case .received(let value) where value.characteristic == Self.control:
          Hex.text(value.bytes, separator: " ")
        case .received(let value) where value.characteristic == Self.status:
          "status " + Hex.text(value.bytes, separator: " ")
        default: nil
        }
      }
    }

    func values(_ identity: CharacteristicIdentity) -> [(time: Int64, bytes: [UInt8])] {
      effects.compactMap { effect in
        guard case .received(let value) = effect.kind, value.characteristic == identity else {
          return nil
        }
        return (effect.time, value.bytes)
      }
    }

    /// The bike data of so many seconds from now on.
    mutating func bike(seconds: Int64) -> [(time: Int64, bytes: [UInt8])] {
      let before = values(Self.bike).count
      pass(milliseconds: seconds * 1_000)
      return Array(values(Self.bike)[before...])
    }

    var fired: Bool { engine.unfired.isEmpty }
  }

  /// The same seconds without a fault.
  static func plain(seconds: Int64) throws -> [(time: Int64, bytes: [UInt8])] {
    var app = try App("")
    return app.bike(seconds: seconds)
  }

  @Test("without a fault all is well") func none() throws {
    var app = try App("")
    #expect(app.write("05 C8 00") == ["80 05 01", "status 08 C8 00"])
    #expect(app.bike(seconds: 3).count == 20)
  }

  @Test("silent: acknowledged and never answered, others are") func silent() throws {
    var app = try App("silent 2AD9 op=0x11")
    #expect(app.write("11 00 00 E4 02 28 33") == [])
    #expect(app.write("05 C8 00") == ["80 05 01", "status 08 C8 00"])
    #expect(app.fired)
  }

  @Test("deny: with its code and so often") func deny() throws {
    var app = try App("deny 2AD9 op=0x05 code=0x04 times=2")
    let answers = (0..<3).map { _ in app.write("05 C8 00") }
    #expect(answers == [["80 05 04"], ["80 05 04"], ["80 05 01", "status 08 C8 00"]])
    #expect(app.fired)
  }

  @Test("deny-once: refused with control not permitted, once") func denyOnce() throws {
    var app = try App("deny-once 2AD9 op=0x11")
    #expect(app.write("11 00 00 E4 02 28 33") == ["80 11 05"])
    #expect(app.write("11 00 00 E4 02 28 33").first == "80 11 01")
    #expect(app.fired)
  }

  @Test("delay: the answer comes so much later") func delay() throws {
    var plain = try App("")
    var app = try App("delay 2AD9 by=0.25 op=0x05")
    _ = plain.write("05 C8 00")
    _ = app.write("05 C8 00")
    let times = [plain, app].map { $0.values(App.control).last?.time ?? 0 }
    #expect(times[1] - times[0] == 250_000_000)
    #expect(app.fired)
  }

  @Test("drop: a value is lost") func drop() throws {
    let plain = try Self.plain(seconds: 3)
    var app = try App("drop 2AD2 from=3 times=1")
    let values = app.bike(seconds: 3)
    #expect(values.count == plain.count - 1)
    #expect(app.fired)
  }

  @Test("duplicate: a value comes twice") func duplicate() throws {
    let plain = try Self.plain(seconds: 3)
    var app = try App("duplicate 2AD2 from=3 times=1")
    let values = app.bike(seconds: 3)
    #expect(values.count == plain.count + 1)
    #expect(zip(values, values.dropFirst()).contains { $0.time == $1.time && $0.bytes == $1.bytes })
    #expect(app.fired)
  }

  @Test("reorder: the same values in another order") func reorder() throws {
    let plain = try Self.plain(seconds: 3).map(\.bytes)
    var app = try App("reorder 2AD2 window=4 from=1.9")
    let values = app.bike(seconds: 3).map(\.bytes)
    #expect(values != Array(plain.prefix(values.count)))
    // What is still held at the end is not out of order, it is not there yet.
    #expect(plain.count - values.count < 4)
    #expect(Set(values).isSubset(of: Set(plain)))
    #expect(app.fired)
  }

  @Test("corrupt: the bits of the mask are turned round") func corrupt() throws {
    let plain = try Self.plain(seconds: 3)
    var app = try App("corrupt 2AD2 mask=0001FF from=1.9")
    let values = app.bike(seconds: 3)
    for (value, right) in zip(values, plain) {
      var turned = right.bytes
      turned[1] ^= 0x01
      turned[2] ^= 0xFF
      #expect(value.bytes == turned)
    }
    #expect(app.fired)
  }

  @Test("truncate: only the first octets come") func truncate() throws {
    let plain = try Self.plain(seconds: 3)
    var app = try App("truncate 2AD2 octets=5 from=1.9")
    let values = app.bike(seconds: 3)
    #expect(values.map(\.bytes) == plain.map { Array($0.bytes.prefix(5)) })
    #expect(app.fired)
  }

  @Test("wrong-echo: the answer names another op code") func wrongEcho() throws {
    var app = try App("wrong-echo 2AD9 echo=0x05 op=0x11")
    #expect(app.write("11 00 00 E4 02 28 33").first == "80 05 01")
    #expect(app.fired)
  }

  @Test("unsolicited: a status that nobody caused") func unsolicited() throws {
    var app = try App("unsolicited 2ADA value=0201 from=5")
    _ = app.bike(seconds: 5)
    #expect(app.values(App.status).map(\.bytes) == [[0x02, 0x01]])
    #expect(app.values(App.status).map(\.time) == [5_000_000_000])
    #expect(app.fired)
  }

  @Test("control-lost: status FF, refusals, and control again for who asks") func lost() throws {
    var app = try App("control-lost from=5")
    _ = app.bike(seconds: 5)
    #expect(app.values(App.status).map(\.bytes) == [[0xFF]])
    #expect(app.write("05 C8 00") == ["80 05 05"])
    #expect(app.write("00") == ["80 00 01"])
    #expect(app.write("05 C8 00").first == "80 05 01")
    #expect(app.fired)
  }

  @Test("stall: silence, and nothing of it comes later") func stall() throws {
    var app = try App("stall 2AD2 from=4 to=7")
    _ = app.bike(seconds: 8)
    let times = app.values(App.bike).map(\.time)
    #expect(!times.contains { (4_000_000_000..<7_000_000_000).contains($0) })
    #expect(times.contains { $0 > 7_000_000_000 } && times.contains { $0 < 4_000_000_000 })
    #expect(app.fired)
  }

  @Test("counter-jump: the wheel is ahead from there on") func counterJump() throws {
    // Flags, power and accumulated torque are two octets each: the wheel's revolutions are 6 to 9.
    func wheel(_ plan: String) throws -> [UInt32] {
      var app = try App(plan, profile: .kickrCore)
      app.ask(.subscribe(App.power))
      app.pass(milliseconds: 4_000)
      return app.values(App.power).map { value in
        value.bytes[6..<10].reversed().reduce(0) { $0 << 8 | UInt32($1) }
      }
    }
    let plain = try wheel("")
    let jumped = try wheel("counter-jump 2A63 offset=6 octets=4 by=1000 nth=11")
    #expect(plain.count == jumped.count && plain.count > 30)
    for (index, (right, found)) in zip(plain, jumped).enumerated() {
      #expect(found == right + (index < 10 ? 0 : 1_000), "\(index)")
    }
  }

  @Test("clock-skew: the device's clock runs fast") func clockSkew() throws {
    let plain = try Self.plain(seconds: 30)
    var app = try App("clock-skew ppm=100000")
    let values = app.bike(seconds: 30)
    // A tenth faster: 11 where there were 10.
    #expect(abs(values.count * 10 - plain.count * 11) <= 20)
    #expect(app.fired)
  }

  @Test("disconnect: the link ends with its reason, and can be made again") func disconnect() throws
  {
    var app = try App("disconnect reason=0x13 from=4")
    app.pass(milliseconds: 5_000)
    let states = app.effects.compactMap { effect -> ConnectionState? in
      if case .state(let state) = effect.kind { state } else { nil }
    }
    #expect(states.last == .disconnected(DisconnectReason(code: 0x13)))
    #expect(!app.values(App.bike).contains { $0.time > 4_000_000_000 })
    // Control went with the link.
    app.open()
    #expect(app.write("05 C8 00") == ["80 05 05"])
    #expect(app.write("00") == ["80 00 01"])
    #expect(!app.bike(seconds: 3).isEmpty)
    #expect(app.fired)
  }

  @Test("disconnect in the middle of a procedure ends its request") func disconnectWaiting() throws
  {
    var app = try App("disconnect reason=0x08 from=4")
    app.pass(milliseconds: 4_000 - app.engine.now / 1_000_000)
    #expect(app.engine.now == 4_000_000_000)
    app.open()
    #expect(app.fired)
    var waiting = try App("delay 2AD9 by=9 op=0x05\ndisconnect from=4")
    _ = waiting.write("05 C8 00")
    waiting.pass(milliseconds: 20_000)
    #expect(!waiting.values(App.control).contains { $0.bytes == [0x80, 0x05, 0x01] })
    #expect(waiting.fired)
  }

  @Test("refuse-reconnect: so many attempts fail") func refuseReconnect() throws {
    var app = try App("disconnect from=4\nrefuse-reconnect times=2")
    app.pass(milliseconds: 4_000)
    var results: [Bool] = []
    for _ in 0..<3 {
      let id = app.ask(.connect)
      app.pass(milliseconds: 1_000)
      results.append(
        app.effects.contains { $0.kind == .completed(id, .failure(.connectionRefused)) })
    }
    #expect(results == [true, true, false])
    #expect(app.fired)
  }

  @Test("mtu: values are cut, and longer writes refused") func mtu() throws {
    // 20 octets fit in an MTU of 23; five zones are 11, and a write of 21 is too long.
    var app = try App("mtu mtu=23")
    let id = app.ask(
      .write(App.control, [UInt8](repeating: 0x11, count: 21), withResponse: true))
    app.pass(milliseconds: 1_000)
    #expect(app.effects.contains { $0.kind == .completed(id, .failure(.refused(code: 0x0D))) })
    #expect(app.values(App.bike).allSatisfy { $0.bytes.count <= 20 })
    #expect(app.fired)
  }
}
