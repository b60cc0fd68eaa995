import RulloBluetooth
import RulloTestSupport

extension Mutation {
  /// What a device answers; numbers in brackets are those of the list of quirks.
  static let answered: [Mutation] = [
    Mutation("simulation not supported", "C01") { $0.refuse(0x11, 2) },
    Mutation("stop fails", "C01") { $0.refuse(0x08, 4) },
    Mutation("an ATT error instead of a response (48)", "C01") { script in
      script.change(0x2AD9, .writeResponse) { _, step in
        guard step.time == 60_001 else { return true }
        step.kind = .error
        step.detail = 0x80
        return true
      }
      script.steps.removeAll {
        $0.time > 60_001 && $0.time < 60_100 && $0.uuid != 0x2AD2 && $0.uuid != 0x2A63
      }
    },
    Mutation("5000 W accepted", "C02") { script in
      script.changeResponses(to: 0x05) { _, step in
        if step.value[2] == 3 { step.value[2] = 1 }
        return true
      }
      script.add(47_045, .notification, 0x2ADA, octets("08 88 13"))
    },
    Mutation("zones supported", "C02") { $0.refuse(0x0E, 1) },
    Mutation("permission before support (22)", "C03") { $0.refuse(0x0E, 5) },
    Mutation("stop gone silent (18, 81)", "C04") { script in
      script.changeResponses(to: 0x08) { _, _ in false }
      script.change(0x2ADA) { _, step in step.value != octets("02 01") }
    },
    Mutation("zones gone silent", "C04") { $0.changeResponses(to: 0x0E) { _, _ in false } },
    Mutation("another op code echoed", "C06") { script in
      script.changeResponses(to: 0x08) { _, step in
        step.value[1] = 0x09
        return true
      }
    },
    Mutation("a response of two octets (case C2)", "C06") { script in
      script.changeResponses(to: 0x08) { _, step in
        step.value = [0x80, 0x08]
        return true
      }
    },
    Mutation("denied once, asked again (48)", "C08") { script in
      script.refuse(0x11, 5, from: 6_000, to: 6_100)
      let simulation = octets("11 00 00 00 00 28 33")
      for (time, value, result) in [
        (6_300.0, octets("00"), UInt8(1)), (6_600.0, simulation, 1),
      ] {
        script.add(time, .writeRequest, 0x2AD9, value)
        script.add(time + 1, .writeResponse, 0x2AD9, request: 0x12)
        script.add(time + 40, .indication, 0x2AD9, [0x80, value[0], result])
      }
      script.add(6_645, .notification, 0x2ADA, [0x12] + simulation.dropFirst())
    },
    Mutation("Reset revokes control (8, 9)", "C10") { $0.refuse(0x11, 5, from: 56_000) },
    Mutation("nothing without control (11)", "C12") { $0.refuse(0x05, 5, to: 1_600) },
    Mutation("resistance in one octet (19, 20)", "C14") { script in
      script.changeResponses(to: 0x04) { place, step in
        step.value[2] = place == 0 ? 3 : 1
        return true
      }
      script.change(0x2ADA) { _, step in
        if step.value == octets("07 F0 00") {
          step.time += 1_000
          step.value = octets("07 F0")
        }
        return true
      }
    },
    Mutation("latency doubled", "C15") { script in
      script.change(0x2AD9, .indication) { _, step in
        step.time += 40
        return true
      }
      script.change(0x2ADA) { _, step in
        step.time += 40
        return true
      }
    },
    Mutation("status before the response (52)", "C16") { script in
      script.change(0x2ADA) { _, step in
        step.time -= 10
        return true
      }
    },
    Mutation("no status for a target power", "C17") { script in
      script.change(0x2ADA) { _, step in step.value.first != 0x08 }
    },
    Mutation("no status for Start", "C17") { script in
      script.change(0x2ADA) { _, step in step.value.first != 0x04 }
    },
    Mutation("status on Request Control (7)", "C18") { script in
      for time in [2_045.0, 58_045] { script.add(time, .notification, 0x2ADA, [0x04]) }
    },
    Mutation("status says another power", "C19") { script in
      script.changeValues(0x2ADA) { _, value in
        if value.first == 0x08 { value[1] &+= 1 }
      }
    },
    Mutation("status of another op code", "C19") { script in
      script.changeValues(0x2ADA) { _, value in
        if value.first == 0x08 { value[0] = 0x07 }
      }
    },
    Mutation("control lost, unasked (53)", "C21") {
      $0.add(62_500, .notification, 0x2ADA, [0xFF])
    },
  ]
}
