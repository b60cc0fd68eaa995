import RulloBluetooth
import RulloTestSupport

extension Mutation {
  /// What a device declares; codes and bits after the tables of the specifications.
  static let declared: [Mutation] = [
    Mutation("another model number", "S01") { $0.setRead(0x2A24, Array("T2900".utf8)) },
    Mutation("another firmware", "S02") { $0.setRead(0x2A26, Array("1.5.0".utf8)) },
    Mutation("another hardware", "S02") { $0.setRead(0x2A27, Array("4".utf8)) },
    Mutation("the machine's service is not advertised", "S24") {
      $0.advertise("03 03 18 18 06 16 26 18 01 20 00 03 19 80 04 04 FF FF FF 07")
    },
    Mutation("heart rate is advertised, too", "S25") {
      $0.advertise("07 03 26 18 18 18 0D 18 06 16 26 18 01 20 00 03 19 80 04 04 FF FF FF 07")
    },
    Mutation("no indoor bike any more", "S26") {
      $0.advertise("05 03 26 18 18 18 06 16 26 18 01 00 00 03 19 80 04 04 FF FF FF 07")
    },
    Mutation("another appearance", "S27") {
      $0.advertise("05 03 26 18 18 18 06 16 26 18 01 20 00 03 19 84 04 04 FF FF FF 07")
    },
    Mutation("another company", "S27") {
      $0.advertise("05 03 26 18 18 18 06 16 26 18 01 20 00 03 19 80 04 04 FF 0D 00 07")
    },
    Mutation("no sensor location any more", "S03") { script in
      script.characteristics.removeAll { $0.uuid == 0x2A5D }
      script.steps.removeAll { $0.uuid == 0x2A5D }
    },
    Mutation("no training status any more, which nobody used", "S03") { script in
      script.characteristics.removeAll { $0.uuid == 0x2AD3 }
      script.steps.removeAll { $0.uuid == 0x2AD3 }
    },
    Mutation("an inclination range", "S04") {
      $0.characteristics.append(
        .init(service: 0x1826, uuid: 0x2AD5, properties: 0x02, handle: 0x0040))
    },
    Mutation("training status cannot be read", "S05") { $0.setProperties(0x2AD3, 0x10) },
    Mutation("features may be indicated", "S06") { $0.setProperties(0x2ACC, 0x22) },
    Mutation("the control point notifies", "S07") { $0.setProperties(0x2AD9, 0x18) },
    Mutation("attributes moved by two", "S08") { script in
      for place in script.characteristics.indices {
        script.characteristics[place].handle? += 2
      }
    },
    Mutation("location refuses to be read", "S09") { script in
      script.change(0x2A5D, .readResponse) { _, step in
        step.kind = .error
        step.value = []
        step.detail = 0x02
        return true
      }
    },
    Mutation("features need an encrypted link", "S11") { script in
      script.change(0x2ACC, .readResponse) { _, step in
        step.kind = .error
        step.value = []
        step.detail = 0x0F
        return true
      }
    },
    Mutation("simulation bit 13 cleared (quirk 30)", "S13") {
      $0.setRead(0x2ACC, octets("86 50 00 00 0C 00 00 00"))
    },
    Mutation("crank data no feature of 2A65 any more", "S13") {
      $0.setRead(0x2A65, octets("04 00 00 00"))
    },
    Mutation("spin down, bit 15", "S14") { $0.setRead(0x2ACC, octets("86 50 00 00 0C A0 00 00")) },
    Mutation("2ACC of four octets (quirk 32)", "S15") { $0.setRead(0x2ACC, octets("86 50 00 00")) },
    Mutation("2A65 of two octets (quirk 33)", "S15") { $0.setRead(0x2A65, octets("0C 00")) },
    Mutation("at most 800 W", "S16") { $0.setRead(0x2AD8, octets("00 00 20 03 01 00")) },
    Mutation("at most 4000 W", "S17") { $0.setRead(0x2AD8, octets("00 00 A0 0F 01 00")) },
    Mutation("resistance 1 to 24", "S18") { $0.setRead(0x2AD6, octets("0A 00 F0 00 01 00")) },
    Mutation("power in steps of 5 W", "S19") { $0.setRead(0x2AD8, octets("00 00 DC 05 05 00")) },
    Mutation("sensor at another place", "S20") { $0.setRead(0x2A5D, octets("00")) },
    Mutation("MTU 23", "S21") { script in
      script.change(0, .mtu) { _, step in
        step.detail = 23
        return true
      }
    },
    Mutation("interval 90 ms, 72 steps", "S22") { script in
      script.change(0, .connect) { _, step in
        step.detail = 72
        return true
      }
    },
    Mutation("supervision timeout", "S23") { script in
      script.endedByHost = false
      script.change(0, .disconnect) { _, step in
        step.detail = 0x08
        return true
      }
    },
  ]
}
