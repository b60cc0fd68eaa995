import RulloBluetooth
import RulloTestSupport

extension Mutation {
  /// What a device sends.
  ///
  /// Places in 2AD2: flags 0-1, speed 2-3, cadence 4-5; in the long layout
  /// distance 6-8, resistance 9-10, power 11-12, energy 13-17, elapsed 18-19.
  static let sent: [Mutation] = [
    Mutation("a subscription without a value (case D4)", "D01") {
      $0.change(0x2A63) { _, _ in false }
    },
    Mutation("no cadence any more (36)", "D03") { script in
      script.changeValues(0x2AD2) { _, value in
        value[0] &= ~0x04
        value.removeSubrange(4..<6)
      }
    },
    Mutation("no energy any more", "D03") { script in
      script.changeValues(0x2AD2) { _, value in
        guard Script.isLong(value) else { return }
        value[1] &= ~0x01
        value.removeSubrange(13..<18)
      }
    },
    Mutation("no crank data any more", "D03") { script in
      script.changeValues(0x2A63) { _, value in
        value[0] &= ~0x20
        value.removeLast(4)
      }
    },
    Mutation("heart rate, a flag gained", "D04") { script in
      script.changeValues(0x2AD2) { place, value in
        let end = Script.isLong(value) ? 18 : value.count
        value[1] |= 0x02
        value.insert(UInt8(90 + place % 9), at: end)
      }
    },
    Mutation("average speed, cadence and power: 20 octets and more (4)", "D04") { script in
      script.changeValues(0x2AD2) { _, value in
        guard Script.isLong(value) else { return }
        let power = Array(value[11...12])
        value[0] |= 0x8A
        value.insert(contentsOf: power, at: 13)
        value.insert(contentsOf: value[4...5], at: 6)
        value.insert(contentsOf: value[2...3], at: 4)
      }
    },
    Mutation("offset compensation wanted, bit 12", "D05") { script in
      script.changeValues(0x2A63) { _, value in value[1] |= 0x10 }
    },
    Mutation("reserved bit 15 (case A8)", "D06") { script in
      script.changeValues(0x2AD2) { _, value in value[1] |= 0x80 }
    },
    Mutation("the long layout before Start, too (3)", "D08") { script in
      script.changeValues(0x2AD2) { place, value in
        guard !Script.isLong(value) else { return }
        value.insert(contentsOf: UInt16(place).little + [0], at: 6)
        value += BaseSession.longTail(place)
        value.replaceSubrange(0...1, with: octets("74 09"))
      }
    },
    Mutation("cut by two octets", "D09") { script in
      script.changeValues(0x2AD2) { _, value in value.removeLast(2) }
    },
    Mutation("one octet more than announced (case A7)", "D11") { script in
      script.changeValues(0x2AD2) { _, value in value.append(0) }
    },
    Mutation("resistance in one octet", "D13") { script in
      script.changeValues(0x2AD2) { _, value in value.remove(at: Script.isLong(value) ? 10 : 7) }
    },
    Mutation("energy and time in a part of their own (4)", "D14") { script in
      script.steps = script.steps.flatMap { step -> [Script.Step] in
        guard step.uuid == 0x2AD2, step.kind == .notification, Script.isLong(step.value) else {
          return [step]
        }
        var (first, second) = (step, step)
        // Bit 0 set: more data follow, and the speed is not in this part.
        first.value = octets("01 09") + step.value[13...19]
        second.value = octets("74 00") + step.value[2...12]
        second.time += 1
        return [first, second]
      }
    },
    Mutation("sentinel instead of energy per hour", "D15") { script in
      script.changeValues(0x2AD2) { _, value in
        if Script.isLong(value) { value.replaceSubrange(15...16, with: [0xFF, 0xFF]) }
      }
    },
    Mutation("resistance always 20 (24)", "D17") { script in
      script.changeValues(0x2AD2) { _, value in
        let place = Script.isLong(value) ? 9 : 6
        value.replaceSubrange(place...(place + 1), with: [20, 0])
      }
    },
    Mutation("wheel frozen, flag set (45)", "D17") { script in
      script.changeValues(0x2A63) { _, value in
        value.replaceSubrange(4...9, with: octets("E8 03 00 00 00 FA"))
      }
    },
    Mutation("cadence in whole turns", "D19") { script in
      script.changeValues(0x2AD2) { _, value in value[4] &= ~1 }
    },
    Mutation("power in steps of 5 W", "D19") { script in
      script.changeValues(0x2AD2) { _, value in
        let place = Script.isLong(value) ? 11 : 8
        value[place] = value[place] / 5 * 5
      }
    },
    Mutation("resistance above 2AD6", "D20") { script in
      script.changeValues(0x2AD2) { _, value in value[Script.isLong(value) ? 9 : 6] += 190 }
    },
    Mutation("distance counts down", "D23") { script in
      script.changeValues(0x2AD2) { place, value in
        if Script.isLong(value) { value.replaceSubrange(6...7, with: UInt16(9_000 - place).little) }
      }
    },
    Mutation("crank turns count down", "D23") { script in
      script.changeValues(0x2A63) { _, value in
        let turns = UInt16(value[10]) | UInt16(value[11]) << 8
        value.replaceSubrange(10...11, with: (60_000 &- turns).little)
      }
    },
    Mutation("wheel time in 1/1024 s (case B3)", "D25") { script in
      var before: UInt16?
      var time: UInt32 = 0
      script.changeValues(0x2A63) { _, value in
        let own = UInt16(value[8]) | UInt16(value[9]) << 8
        time += UInt32(own &- (before ?? own))
        before = own
        value.replaceSubrange(8...9, with: UInt16(truncatingIfNeeded: time / 2).little)
      }
    },
    Mutation("4 Hz instead of 10 Hz", "D26") { script in
      script.change(0x2AD2) { place, _ in place % 5 == 0 || place % 5 == 2 }
    },
    Mutation("both streams 10 Hz to 2 Hz", "D26") { script in
      script.change(0x2AD2) { place, _ in place % 5 == 0 }
      script.change(0x2A63) { place, _ in place % 5 == 0 }
    },
    Mutation("bursts of two (case D1)", "D27") { script in
      script.change(0x2AD2) { place, step in
        if place % 2 == 1 { step.time -= 90 }
        return true
      }
    },
    Mutation("a gap of two seconds", "D28") { script in
      script.change(0x2AD2) { place, _ in !(300..<320).contains(place) }
    },
    Mutation("each value three times (case B7)", "D29") { script in
      var kept: [UInt8] = []
      script.changeValues(0x2A63) { place, value in
        if place % 3 == 0 { kept = value }
        value = kept
      }
    },
    Mutation("training states (35)", "D30") { script in
      for (time, code) in [(10_000.0, UInt8(0x0A)), (20_000, 0x09)] {
        script.add(time, .notification, 0x2AD3, [0, code])
      }
    },
  ]
}
