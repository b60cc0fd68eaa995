import RulloBase
import RulloBluetooth
import RulloRecordings
import Testing

@testable import RulloCaptureFiles

/// Where packets hold what identifies, by the tables of the Core Specification (volume 4 part E).
@Suite("packet redaction") struct PacketRedactorTests {
  /// Keeps the octets of packets.
  struct PacketList: PacketSink {
    var packets: [[UInt8]] = []

    mutating func begin(_ clock: Clock) {}
    mutating func note(_ note: Note) {}
    mutating func packet(_ packet: Packet, _ bytes: RawSpan) { packets.append(bytes.copied()) }
  }

  static func packet(_ number: Int, _ content: Packet.Content, isSent: Bool) -> Packet {
    Packet(
      number: number, time: Int64(number), content: content, direction: isSent ? .sent : .received)
  }

  /// What is left of one packet that nothing else of the capture explains.
  static func redacted(_ content: Packet.Content, _ octets: [UInt8]) -> [UInt8] {
    var redactor = PacketRedactor(PacketList(), Pseudonyms())
    octets.withRawSpan {
      redactor.packet(packet(1, content, isSent: content == .command), $0)
    }
    return redactor.intoSink().packets.first ?? []
  }

  /// E7:4B:91:5C:A2:3D as packets hold it, least significant octet first.
  static let address: [UInt8] = [0x3D, 0xA2, 0x5C, 0x91, 0x4B, 0xE7]

  /// A name: code, length, what stands before the address, and what stands behind it.
  static let places: [(String, Packet.Content, [UInt8], [UInt8])] = [
    (
      "LE Connection Complete", .event, [0x3E, 19, 0x01, 0, 0x40, 0, 0, 1],
      [24, 0, 0, 0, 200, 0, 0]
    ),
    ("LE Periodic Sync Established", .event, [0x3E, 16, 0x0E, 0, 1, 0, 2, 1], [1, 24, 0, 5]),
    ("LE Scan Request Received", .event, [0x3E, 9, 0x13, 1, 1], []),
    (
      "LE Periodic Sync Transfer Received", .event,
      [0x3E, 20, 0x18, 0, 0x40, 0, 0, 0, 1, 0, 2, 1], [1, 24, 0, 5]
    ),
    ("Read Peer Resolvable Address", .event, [0x0E, 10, 1, 0x2B, 0x20, 0], []),
    ("Read BD_ADDR", .event, [0x0E, 10, 1, 0x09, 0x10, 0], []),
    ("LE Create Connection", .command, [0x0D, 0x20, 25, 96, 0, 48, 0, 0, 1], [0, 24, 0, 40, 0]),
    (
      "LE Extended Create Connection v2", .command, [0x85, 0x20, 28, 0xFF, 0xFF, 0, 0, 1],
      [1, 96, 0]
    ),
    ("LE Periodic Create Sync", .command, [0x44, 0x20, 14, 0, 2, 1], [0, 0, 100, 0, 0]),
    ("LE Add Device to Periodic List", .command, [0x47, 0x20, 8, 1], [2]),
    ("Read Stored Link Key", .command, [0x0D, 0x0C, 7], [0]),
  ]

  @Test("an address is replaced where the specification puts it", arguments: places)
  func addresses(name: String, content: Packet.Content, front: [UInt8], back: [UInt8]) {
    let found = Self.redacted(content, front + Self.address + back)
    let range = front.count..<front.count + 6
    #expect(found.count == front.count + 6 + back.count)
    #expect(Array(found.prefix(front.count)) == front)
    #expect(Array(found.suffix(back.count)) == back)
    #expect(Array(found[range]) != Self.address)
    // The two upper bits, which tell the sort of a random address, stay.
    #expect(found[range.upperBound - 1] >> 6 == 3)
  }

  @Test("keys become zero") func keys() {
    let key = (0..<16).map { UInt8(0xB0 + $0) }
    let secret = Self.redacted(.event, [0x3E, 34, 0x09, 0] + key + key)
    #expect(secret == [0x3E, 34, 0x09, 0] + [UInt8](repeating: 0, count: 32))
    // Identity information of a pairing, on LE and over BR/EDR.
    for channel: UInt8 in [6, 7] {
      let front: [UInt8] = [0x40, 0x20, 21, 0, 17, 0, channel, 0, 0x08]
      #expect(Self.redacted(.acl, front + key) == front + [UInt8](repeating: 0, count: 16))
    }
  }

  @Test("a name and a serial too short to be looked for are replaced where they were read")
  func short() {
    func frame(_ pdu: [UInt8], isSent: Bool) -> [UInt8] {
      [0x40, isSent ? 0 : 0x20, UInt8(pdu.count + 4), 0, UInt8(pdu.count), 0, 4, 0] + pdu
    }
    let pdus: [(isSent: Bool, pdu: [UInt8])] = [
      // Characteristics: 0x2A00 has handle 3, 0x2A25 handle 5.
      (true, [0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28]),
      (false, [0x09, 7, 2, 0, 2, 3, 0, 0x00, 0x2A, 4, 0, 2, 5, 0, 0x25, 0x2A]),
      (true, [0x0A, 3, 0]), (false, [0x0B] + Array("Bolt".utf8)),
      (true, [0x0A, 5, 0]), (false, [0x0B] + Array("7777777".utf8)),
      // The same octets in a value of another characteristic are chance, and stay.
      (false, [0x1B, 9, 0] + Array("Bolt".utf8)),
    ]
    var stack = HostStack(RedactionSurvey())
    for (place, item) in pdus.enumerated() {
      frame(item.pdu, isSent: item.isSent).withRawSpan {
        stack.packet(Self.packet(place + 1, .acl, isSent: item.isSent), $0)
      }
    }
    stack.finish()
    let survey = stack.intoSink()
    var redactor = PacketRedactor(
      PacketList(), survey.pseudonyms, shortValues: survey.shortValues)
    for (place, item) in pdus.enumerated() {
      frame(item.pdu, isSent: item.isSent).withRawSpan {
        redactor.packet(Self.packet(place + 1, .acl, isSent: item.isSent), $0)
      }
    }
    let found = redactor.intoSink().packets
    let given = pdus.map { frame($0.pdu, isSent: $0.isSent) }
    #expect(found.map(\.count) == given.map(\.count))
    for place in given.indices {
      let isReplaced = place == 3 || place == 5
      #expect((found[place] != given[place]) == isReplaced, "packet \(place + 1)")
      #expect(found[place].prefix(9) == given[place].prefix(9))
    }
  }

  /// A read of a name and of a serial, each answer in fragments, with other packets between them.
  @Test("what stands across fragments is replaced, and packets keep their order and length")
  func fragments() {
    func start(_ pdu: [UInt8], isSent: Bool, first count: Int) -> [UInt8] {
      let frame = [UInt8(pdu.count), 0, 4, 0] + pdu
      return [0x40, isSent ? 0 : 0x20, UInt8(count), 0] + frame.prefix(count)
    }
    func rest(_ octets: [UInt8], handle: UInt8 = 0x40) -> [UInt8] {
      [handle, 0x10, UInt8(octets.count), 0] + octets
    }
    let name = Array("Anna's trainer in the shed".utf8)
    let serial = Array("4711".utf8)
    let map: [UInt8] = [0x09, 7, 2, 0, 2, 3, 0, 0x00, 0x2A, 4, 0, 2, 5, 0, 0x25, 0x2A]
    let ask: [UInt8] = [0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28]
    let packets: [(isSent: Bool, octets: [UInt8])] = [
      (true, start(ask, isSent: true, first: 4 + ask.count)),
      (false, start(map, isSent: false, first: 4 + map.count)),
      (true, start([0x0A, 3, 0], isSent: true, first: 7)),
      // The header, the op code and eight octets of the name; the rest in two more.
      (false, start([0x0B] + name, isSent: false, first: 13)),
      // Another link, and the other way on this one.
      (false, [0x41, 0x20, 7, 0, 3, 0, 4, 0, 0x1B, 9, 0]), (false, rest(Array(name[8..<15]))),
      (true, start([0x52, 9, 0, 1], isSent: true, first: 8)), (false, rest(Array(name[15...]))),
      (true, start([0x0A, 5, 0], isSent: true, first: 7)),
      // Two octets of the serial, which is too short to be looked for, in each fragment.
      (false, start([0x0B] + serial, isSent: false, first: 7)), (false, rest(Array(serial[2...]))),
      // A frame whose end never comes.
      (false, start([0x0B] + name, isSent: false, first: 13)),
    ]
    var stack = HostStack(RedactionSurvey())
    func tell<Sink: PacketSink & ~Copyable>(_ sink: inout Sink) {
      for (place, item) in packets.enumerated() {
        item.octets.withRawSpan {
          sink.packet(Self.packet(place + 1, .acl, isSent: item.isSent), $0)
        }
      }
    }
    tell(&stack)
    stack.finish()
    let survey = stack.intoSink()
    #expect(survey.pseudonyms.entries.map(\.kind) == [.name, .serial])
    var redactor = PacketRedactor(
      PacketList(), survey.pseudonyms, shortValues: survey.shortValues)
    tell(&redactor)
    let found = redactor.intoSink().packets
    let given = packets.map(\.octets)
    #expect(found.map(\.count) == given.map(\.count))
    let changed = given.indices.filter { $0 < found.count && found[$0] != given[$0] }
    #expect(changed == [3, 5, 7, 9, 10])
    // Headers and op codes stay: 9 octets of a start, 4 of a continuation.
    for place in changed {
      let front = given[place][1] == 0x10 ? 4 : 9
      #expect(found[place].prefix(front) == given[place].prefix(front))
    }
    let read = found[3].dropFirst(9) + found[5].dropFirst(4) + found[7].dropFirst(4)
    #expect(Array(read) == survey.pseudonyms.entries.first { $0.original == name }?.replacement)
  }

  @Test("a frame without an end holds back a bounded number of packets") func endless() {
    var redactor = PacketRedactor(PacketList(), Pseudonyms())
    let start: [UInt8] = [0x40, 0x20, 5, 0, 0xFF, 0x00, 4, 0, 0x0B]
    start.withRawSpan { redactor.packet(Self.packet(1, .acl, isSent: false), $0) }
    for number in 2...5_000 {
      [UInt8(truncatingIfNeeded: number), 0x01, 0].withRawSpan {
        redactor.packet(Self.packet(number, .event, isSent: false), $0)
      }
    }
    #expect(redactor.sink.packets.count > 3_900)
    let found = redactor.intoSink().packets
    #expect(found.count == 5_000)
    #expect(found.first == start)
    #expect(found.dropFirst().map { $0[0] } == (2...5_000).map { UInt8(truncatingIfNeeded: $0) })
  }

  /// A frame of handle 0x40 whose end is lost, and a name of handle 0x41 in two fragments around the
  /// packet with which the first is given up; its first fragment ends within the frame's own header.
  @Test("the frame that began first is given up alone") func oldest() {
    let name = Array("Anna's trainer".utf8)
    var pseudonyms = Pseudonyms()
    let replacement = pseudonyms.replacement(of: name, .name)
    let lost: [UInt8] = [0x40, 0x20, 5, 0, 0xFF, 0x00, 4, 0, 0x0B]
    let count = UInt8(name.count + 1)
    let start: [UInt8] = [0x41, 0x20, 1, 0, count]
    let end: [UInt8] = [0x41, 0x10, count + 3, 0, 0, 4, 0, 0x0B] + name
    let event: [UInt8] = [0x13, 0x01, 0]
    let packets =
      [lost] + Array(repeating: event, count: 1_020) + [start]
      + Array(repeating: event, count: 20) + [end]
    var redactor = PacketRedactor(PacketList(), pseudonyms)
    for (place, octets) in packets.enumerated() {
      octets.withRawSpan {
        redactor.packet(
          Self.packet(place + 1, octets == event ? .event : .acl, isSent: false), $0)
      }
    }
    let found = redactor.intoSink().packets
    #expect(found.map(\.count) == packets.map(\.count))
    #expect(found.dropLast().elementsEqual(packets.dropLast()))
    #expect(found.last == Array(end.prefix(8)) + replacement)
  }
}
