import RulloBase
import RulloBluetooth
import RulloTestSupport

/// One minute with a made-up trainer, the session that mutations change in one fact each.
///
/// It does what real ones do: a short layout before Start as the Zwift Hub, status behind the response
/// as the Saris H3, Reset that keeps control as the KICKR CORE; with reads, subscriptions, 10 Hz of
/// 2AD2 and 2A63, and 55 exchanges.
enum BaseSession {
  static let control: UInt16 = 0x2AD9

  /// In milliseconds: Start, and the end of everything.
  static let start = 3_000.0
  static let end = 64_000.0

  /// From a request to its response.
  static let latency = 40.0

  static let script: Script = {
    var script = Script()
    script.characteristics = [
      .init(service: 0x180A, uuid: 0x2A24, properties: 0x02, handle: 0x0010),
      .init(service: 0x180A, uuid: 0x2A26, properties: 0x02, handle: 0x0012),
      .init(service: 0x180A, uuid: 0x2A27, properties: 0x02, handle: 0x0014),
      .init(service: 0x180A, uuid: 0x2A25, properties: 0x02, handle: 0x0016),
      .init(service: 0x1826, uuid: 0x2ACC, properties: 0x02, handle: 0x0020),
      .init(service: 0x1826, uuid: 0x2AD2, properties: 0x10, handle: 0x0022),
      .init(service: 0x1826, uuid: 0x2AD3, properties: 0x12, handle: 0x0025),
      .init(service: 0x1826, uuid: 0x2AD6, properties: 0x02, handle: 0x0028),
      .init(service: 0x1826, uuid: 0x2AD8, properties: 0x02, handle: 0x002A),
      .init(service: 0x1826, uuid: 0x2AD9, properties: 0x28, handle: 0x002C),
      .init(service: 0x1826, uuid: 0x2ADA, properties: 0x10, handle: 0x002F),
      .init(service: 0x1818, uuid: 0x2A63, properties: 0x10, handle: 0x0033),
      .init(service: 0x1818, uuid: 0x2A65, properties: 0x02, handle: 0x0036),
      .init(service: 0x1818, uuid: 0x2A5D, properties: 0x02, handle: 0x0038),
    ]
    // Flags; services 1826 and 1818; an indoor bike that is available; appearance; a company's data.
    var advertisement = Advertisement()
    octets("02 01 06 05 03 26 18 18 18 06 16 26 18 01 20 00 03 19 80 04 04 FF FF FF 07")
      .withRawSpan { advertisement.add($0) }
    script.advertisement = advertisement
    script.add(0, .connect, detail: 24)
    script.add(2, .mtu, detail: 185)
    script.read(10, 0x2A24, Array("T1900".utf8))
    script.read(20, 0x2A26, Array("1.4.2".utf8))
    script.read(30, 0x2A27, Array("3".utf8))
    script.read(40, 0x2A25, Array("4711".utf8))
    // Cadence, distance, resistance, elapsed time, power; targets resistance, power, simulation.
    script.read(50, 0x2ACC, octets("86 50 00 00 0C 20 00 00"))
    // 0 to 20.0 in steps of 0.1; 0 to 1500 W in steps of 1.
    script.read(60, 0x2AD6, octets("00 00 C8 00 01 00"))
    script.read(70, 0x2AD8, octets("00 00 DC 05 01 00"))
    script.read(80, 0x2A65, octets("0C 00 00 00"))
    script.read(90, 0x2A5D, octets("0D"))
    for (place, uuid) in [UInt16(0x2AD9), 0x2AD2, 0x2A63, 0x2ADA, 0x2AD3].enumerated() {
      let time = 100 + 10 * Double(place)
      script.add(time, .subscribe, uuid, uuid == 0x2AD9 ? [2, 0] : [1, 0])
      script.add(time + 3, .writeResponse, uuid, request: 0x12)
    }
    script.add(200, .notification, 0x2AD3, octets("00 01"))
    streams(&script)
    conversation(&script)
    script.add(end, .disconnect, detail: 0x16)
    return script
  }()

  /// 2AD2 and 2A63, ten times a second.
  ///
  /// Rider and road are numbers without a rhythm of their own, so that leaving values out leaves their
  /// steps as they are.
  private static func streams(_ script: inout Script) {
    var crank: (turns: UInt16, time: UInt16) = (65_530, 65_000)
    var wheel: (turns: UInt32, time: UInt16) = (1_000, 64_000)
    var distance: UInt16 = 0
    for place in 0..<630 {
      // Never at the same instant as a request, so that which came first is no question.
      let time = 537 + 100 * Double(place)
      // In half turns a minute, hundredths of km/h, and watts.
      let cadence = UInt16(160 + Spread.number(place, 1, below: 20))
      let speed = UInt16(2_800 + Spread.number(place, 2, below: 97))
      let power = UInt16(150 + Spread.number(place, 3, below: 53))
      let resistance = UInt16(20 + Spread.number(place / 5, 4, below: 40))
      distance += UInt16(Spread.number(place, 5, below: 3))
      var bike = speed.little + cadence.little
      if time <= start {
        bike = octets("64 00") + bike + resistance.little + power.little
      } else {
        bike = octets("74 09") + bike + distance.little + [0] + resistance.little + power.little
        bike += longTail(place)
      }
      script.add(time, .notification, 0x2AD2, bike)
      // Turns end up to 20 ms before a value; the clock of the device counts 1/2048 and 1/1024 s.
      let age = Spread.number(place, 6, below: 40)
      if Spread.number(place, 7, below: 5) > 0 {
        wheel = (wheel.turns + 1, UInt16(truncatingIfNeeded: Int(time * 2.048) - age))
      }
      if Spread.number(place, 8, below: 4) == 0 {
        crank = (crank.turns &+ 1, UInt16(truncatingIfNeeded: Int(time * 1.024) - age / 2))
      }
      var meter = octets("30 00") + power.little + UInt16(wheel.turns & 0xFFFF).little + [0, 0]
      meter += wheel.time.little + crank.turns.little + crank.time.little
      script.add(time + 4, .notification, 0x2A63, meter)
    }
  }

  /// Energy and elapsed time, the last fields of the long layout.
  static func longTail(_ place: Int) -> [UInt8] {
    let perHour = UInt16(500 + Spread.number(place, 9, below: 37))
    let perMinute = UInt8(8 + Spread.number(place, 10, below: 5))
    return UInt16(place / 20).little + perHour.little + [perMinute] + UInt16(place / 10).little
  }

  /// What the app asks, with a response after ``latency`` and the status 5 ms behind it.
  private static func conversation(_ script: inout Script) {
    // Before anybody has asked for control.
    request(&script, 1_500, "05 64 00", status: "08 64 00")
    request(&script, 2_000, "00")
    request(&script, start, "07", status: "04")
    request(&script, 4_000, "04 F0 00", result: 1, status: "07 F0 00")
    request(&script, 5_000, "04 F0", result: 3)
    for place in 0..<40 {
      let grade = UInt16(place * 10)
      let parameters = octets("00 00") + grade.little + octets("28 33")
      request(
        &script, 6_000 + 1_000 * Double(place), [0x11] + parameters, status: [0x12] + parameters)
    }
    request(&script, 47_000, "05 88 13", result: 3)
    request(&script, 48_000, "0E 00 00 00 00", result: 2)
    for place in 0..<4 {
      let watts = UInt16(100 + 50 * place).little
      request(&script, 49_000 + 1_000 * Double(place), [0x05] + watts, status: [0x08] + watts)
    }
    request(&script, 54_000, "01", status: "01")
    request(&script, 56_000, "11 00 00 64 00 28 33", status: "12 00 00 64 00 28 33")
    request(&script, 58_000, "00")
    request(&script, 60_000, "08 01", status: "02 01")
  }

  private static func request(
    _ script: inout Script, _ time: Double, _ hex: String, result: UInt8 = 1, status: String = ""
  ) {
    request(&script, time, octets(hex), result: result, status: octets(status))
  }

  private static func request(
    _ script: inout Script, _ time: Double, _ value: [UInt8], result: UInt8 = 1, status: [UInt8]
  ) {
    script.add(time, .writeRequest, control, value)
    script.add(time + 1, .writeResponse, control, request: 0x12)
    script.add(time + latency, .indication, control, [0x80, value[0], result])
    if !status.isEmpty { script.add(time + latency + 5, .notification, 0x2ADA, status) }
  }
}

/// Numbers that look random and are the same in every run (the finaliser of MurmurHash3).
enum Spread {
  static func number(_ place: Int, _ salt: Int, below limit: UInt64) -> Int {
    var hash = UInt64(bitPattern: Int64(place * 64 + salt))
    for multiplier: UInt64 in [0xFF51_AFD7_ED55_8CCD, 0xC4CE_B9FE_1A85_EC53] {
      hash = (hash ^ hash >> 33) &* multiplier
    }
    return Int((hash ^ hash >> 33) % limit)
  }
}
