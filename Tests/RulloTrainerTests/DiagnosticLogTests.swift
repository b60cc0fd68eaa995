import RulloBase
import RulloTrainer
import RulloTransport
import Testing

@Suite("diagnostic log") struct DiagnosticLogTests {
  /// An hour of riding at 20.9 lines a second, with a set-point every ten minutes.
  static func hour(minutes: Int = 60, limits: DiagnosticLimits = .streams) -> DiagnosticLog {
    var log = DiagnosticLog(startOfDay: .seconds(18 * 3_600), streams: limits)
    let spacing: Int64 = 1_000_000_000 * 10 / 209
    var nextCommand: Int64 = 0
    var time: Int64 = 0
    while time < Int64(minutes) * 60_000_000_000 {
      if time >= nextCommand {
        log.add(.toDevice, CharacteristicIdentity(0x2AD9), [0x05, 0x64, 0x00], at: time)
        log.add(.fromDevice, CharacteristicIdentity(0x2AD9), [0x80, 0x05, 0x01], at: time)
        nextCommand += 600_000_000_000
      }
      log.add(
        .fromDevice, CharacteristicIdentity(0x2AD2), [0x44, 0, 0x60, 0x0B, 0xA0, 0, 0x8B, 0],
        at: time)
      time += spacing
    }
    return log
  }

  static func lines(_ log: DiagnosticLog) -> [Substring] {
    String(decoding: log.export(), as: UTF8.self).split(separator: "\n")
  }

  @Test("after an hour minute forty is still there, and all is") func minuteForty() {
    let log = Self.hour()
    let lines = Self.lines(log)
    #expect(log.droppedCount == 0)
    #expect(lines.first == "18:00:00.000 → 0x2AD9  05 64 00")
    #expect(lines.contains { $0.hasPrefix("18:40:00.") && $0.contains("0x2AD2") })
    // 3,600 s at 20.9 a second are 75,240; a set-point every ten minutes makes twelve more.
    #expect(abs(lines.count - 75_240 - 12) <= 2)
  }

  @Test("three hours: 113,000 stream events are left, control traffic is whole") func ring() {
    let log = Self.hour(minutes: 180)
    let lines = Self.lines(log)
    #expect(log.streams.count == 113_000)
    // 90 minutes of streams before the end: the ring holds no minute more than it says.
    let commands = lines.filter { $0.contains("0x2AD9") }
    #expect(commands.count == 36)
    #expect(commands.first == "18:00:00.000 → 0x2AD9  05 64 00")
    #expect(log.memory <= 32 << 20)
    #expect(log.control.dropped == 0)
    let total = 180 * 60 * 209 / 10
    #expect(abs(log.streams.dropped - (total - 113_000)) <= 2)
    #expect(
      lines[0].hasPrefix(
        "# \(log.streams.dropped) stream lines were dropped: what they said before 19:"))
  }

  @Test("age and octets bound it as well") func limits() {
    let young = DiagnosticLimits(events: 113_000, octets: 1 << 20, age: 60_000_000_000)
    #expect((1_250...1_255).contains(Self.hour(minutes: 5, limits: young).streams.count))
    let small = DiagnosticLimits(events: 113_000, octets: 80, age: .max)
    let log = Self.hour(minutes: 5, limits: small)
    #expect(log.streams.count == 10)
    #expect(log.streams.octetCount == 80)
  }

  @Test("a value that no room is large enough for is counted, not kept") func tooLarge() {
    var log = DiagnosticLog(
      streams: DiagnosticLimits(events: 10, octets: 4, age: .max))
    log.add(.fromDevice, CharacteristicIdentity(0x2AD2), [1, 2, 3, 4, 5], at: 0)
    log.add(.fromDevice, CharacteristicIdentity(0x2AD2), [1, 2, 3, 4], at: 1)
    #expect(log.droppedCount == 1)
    #expect(Self.lines(log).count == 2)
  }

  @Test("every value comes out as it went in, over many turns of the ring") func contents() {
    var log = DiagnosticLog(
      streams: DiagnosticLimits(events: 100, octets: 1_000, age: .max))
    for index in 0..<5_000 {
      log.add(
        .fromDevice, CharacteristicIdentity(0x2AD2),
        [UInt8](repeating: UInt8(index % 251), count: index % 20 + 1),
        at: Int64(index) * 1_000_000)
    }
    let lines = Self.lines(log).dropFirst()
    #expect(lines.count == log.streams.count)
    for (offset, line) in lines.enumerated() {
      let index = 5_000 - lines.count + offset
      let octet = Hex.text([UInt8(index % 251)])
      let expected = Array(repeating: octet, count: index % 20 + 1).joined(separator: " ")
      #expect(line.hasSuffix("← 0x2AD2  \(expected)"))
    }
  }

  @Test("midnight is no trouble, a strange clock neither") func clock() {
    var log = DiagnosticLog(startOfDay: .seconds(86_399))
    log.add(.fromDevice, CharacteristicIdentity(0x2AD2), [1], at: 0)
    log.add(.fromDevice, CharacteristicIdentity(0x2AD2), [2], at: 2_000_000_000)
    log.add(.fromDevice, CharacteristicIdentity(0x2AD2), [3], at: .max)
    log.add(.fromDevice, CharacteristicIdentity(0x2AD2), [4], at: .min)
    let lines = Self.lines(log).filter { !$0.hasPrefix("#") }
    #expect(lines.last?.hasSuffix("← 0x2AD2  04") == true)
  }
}
