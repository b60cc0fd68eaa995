import RulloBase
import RulloBluetooth
import RulloTestSupport
import Testing

@testable import RulloCaptureFiles

@Suite("Direct Connect")
struct DirectConnectTests {
  /// `0000xxxx00001000800000805f9b34fb`, as the messages spell it.
  static func uuid(_ short: UInt16) -> [UInt8] { BluetoothUUID(short).bigEndianBytes }

  @Test("a TCP segment that IP sent in parts is noted; other protocols' parts are nobody's")
  func fragments() {
    // Octets 20 and 21 are the flags and the offset of IPv4: 0x2000 says that more parts follow,
    // 0x0010 stands 128 octets into the packet. Octet 23 is the protocol, 17 UDP.
    func frame(_ flags: [UInt8], _ transport: UInt8 = 6) -> [UInt8] {
      var frame = NetworkBytes().segment(fromClient: false, sequence: 1, [1, 2, 3])
      frame[20] = flags[0]
      frame[21] = flags[1]
      frame[23] = transport
      return frame
    }
    var stack = CaptureStack(EventList())
    let frames = [
      frame([0x20, 0x00]), frame([0x00, 0x10]), frame([0x40, 0x00]), frame([0x20, 0x00], 17),
    ]
    for (index, frame) in frames.enumerated() {
      let packet = Packet(
        number: index + 1, time: Int64(index), content: .ethernet, direction: .unknown)
      frame.withRawSpan { stack.packet(packet, $0) }
    }
    stack.finish()
    let notes = stack.host.emitter.sink.notes
    #expect(notes.map(\.kind) == [.missingSegment, .missingSegment])
    #expect(notes.map(\.source.number) == [1, 2])
  }

  /// A message from its first four octets, a UUID and what follows it.
  static func message(_ head: String, _ body: [UInt8]...) -> [UInt8] {
    let joined = body.flatMap { $0 }
    return octets(head) + [UInt8(joined.count >> 8), UInt8(joined.count & 0xFF)] + joined
  }

  /// The exchange of dircon, section 2: sender (client or not) and messages.
  static let exchange: [(Bool, [UInt8])] = [
    (true, octets("01 01 00 00 00 00")),
    (false, message("01 01 00 00", uuid(0x1818), uuid(0x1826))),
    (true, message("01 02 01 00", uuid(0x1826))),
    (
      false,
      message(
        "01 02 01 00", uuid(0x1826), uuid(0x2ACC), [1], uuid(0x2AD2), [4], uuid(0x2AD8), [1],
        uuid(0x2AD9), [6], uuid(0x2ADA), [4])
    ),
    (true, message("01 03 02 00", uuid(0x2ACC))),
    (false, message("01 03 02 00", uuid(0x2ACC), octets("02 44 00 00 08 20 00 00"))),
    (true, message("01 05 03 00", uuid(0x2AD9), [1])),
    (false, message("01 05 03 00", uuid(0x2AD9))),
    (true, message("01 04 04 00", uuid(0x2AD9), [0])),
    (
      false,
      message("01 04 04 00", uuid(0x2AD9)) + message("01 06 00 00", uuid(0x2AD9), [0x80, 0, 1])
    ),
    (true, message("01 02 05 00", uuid(0x180D))),
    (false, message("01 02 05 03", uuid(0x180D))),
    (true, message("01 03 06 00", uuid(0x2A37))),
    (false, octets("01 03 06 04 00 00")),
    (true, message("01 03 07 00", uuid(0x2AD9))),
    (false, message("01 03 07 05", uuid(0x2AD9))),
    (true, octets("01 07 08 00 00 00")),
    (false, message("01 06 00 00", uuid(0x2AD2), octets("44 02 E4 0C B4 00 D2 00 8E"))),
    (false, message("01 06 00 00", uuid(0x2A63), octets("23 00 D2 00 64 5A 00 00 F0"))),
    (true, message("01 05 09 00", uuid(0x2AD2))),
    (true, message("01 05 0A 00", uuid(0x2AD2), [0])),
  ]

  /// What the exchange means, by hand; without the packet numbers.
  static let meaning = [
    "connect",
    "read_request 1826/2ACC", "read_response 1826/2ACC 0244000008200000",
    "subscribe 1826/2AD9 01", "write_response 1826/2AD9",
    "write_request 1826/2AD9 00", "write_response 1826/2AD9", "notification 1826/2AD9 800001",
    "read_request 2A37", "error 2A37 =a",
    "read_request 1826/2AD9", "error 1826/2AD9 =2",
    "notification 1826/2AD2 4402E40CB400D2008E",
    "notification 2A63 2300D200645A0000F0",
    "subscribe 1826/2AD2", "unsubscribe 1826/2AD2 00",
  ]

  /// Runs frames through the stack, numbered from 1 and 1 ms apart.
  static func run(_ frames: [[UInt8]]) -> EventList {
    var stack = CaptureStack(EventList())
    stack.begin(Clock(kind: .absolute, resolution: 1_000))
    for (index, frame) in frames.enumerated() {
      let packet = Packet(
        number: index + 1, time: Int64(index) * 1_000_000, content: .ethernet, direction: .unknown)
      frame.withRawSpan { stack.packet(packet, $0) }
    }
    stack.finish()
    return stack.host.emitter.sink
  }

  /// The opening, one segment a message, and the closing by the client.
  static func frames(
    _ wire: NetworkBytes, _ messages: [(Bool, [UInt8])], closing: Bool? = true
  ) -> [[UInt8]] {
    var next: [Bool: UInt32] = [true: 0xFFFF_FFF0, false: 1_000]
    var frames = [
      wire.segment(fromClient: true, sequence: 0xFFFF_FFEF, flags: 0x02),
      wire.segment(fromClient: false, sequence: 999, acknowledged: 0xFFFF_FFF0, flags: 0x12),
    ]
    for (fromClient, bytes) in messages {
      let sequence = next[fromClient] ?? 0
      frames.append(
        wire.segment(
          fromClient: fromClient, sequence: sequence, acknowledged: next[!fromClient] ?? 0, bytes))
      next[fromClient] = sequence &+ UInt32(bytes.count)
    }
    if let closing {
      frames.append(
        wire.segment(fromClient: closing, sequence: next[closing] ?? 0, flags: 0x11))
    }
    return frames
  }

  /// Lines without their packet numbers.
  static func plain(_ list: EventList) -> [String] {
    list.lines.map { line in
      line.split(separator: " ").dropFirst().joined(separator: " ")
    }
  }

  /// Address family, VLAN and port make no difference.
  static let wires: [(Bool, UInt16?, UInt16, String)] = [
    (false, nil, 36_866, "192.0.2.1:36866"),
    (false, 7, 36_872, "192.0.2.1:36872"),
    (true, nil, 36_866, "[2001:db8:0:0:0:0:0:1]:36866"),
    (true, 7, 8_080, "[2001:db8:0:0:0:0:0:1]:8080"),
  ]

  @Test("the recorded exchange", arguments: wires)
  func exchange(isVersion6: Bool, vlan: UInt16?, port: UInt16, endpoint: String) {
    var wire = NetworkBytes()
    wire.isVersion6 = isVersion6
    wire.vlan = vlan
    wire.serverPort = port
    let list = Self.run(Self.frames(wire, Self.exchange))
    #expect(Self.plain(list) == Self.meaning + ["disconnect =16"])
    #expect(list.devices.map { $0?.identity } == [.endpoint(endpoint)])
    #expect(list.notes.map(\.kind) == [.unknownRecord])  // id 07
    // 2ACC 01, 2AD2 04, 2AD8 01, 2AD9 06, 2ADA 04 as GATT declares them.
    let properties = list.attributes.compactMap { $0 }.filter { $0.service == 0x1826 }
      .sorted { ($0.uuid?.short ?? 0) < ($1.uuid?.short ?? 0) }.map(\.properties)
    #expect(properties == [0x02, 0x10, 0x02, 0x18, 0x10])
    #expect(list.links.map { $0?.start } == [0])
    #expect(list.links.map { $0?.end } == [Int64(Self.exchange.count + 2) * 1_000_000])
    #expect(list.links.map { $0?.reason } == [0x16])
    #expect(list.events.first?.event.isInferred == false)
  }

  @Test("segments cut anywhere, each octet alone, or all messages in one") func framing() {
    let wire = NetworkBytes()
    for size in [1, 5, 7, 16, 100] {
      let pieces = Self.exchange.flatMap { fromClient, bytes in
        stride(from: 0, to: bytes.count, by: size).map {
          (fromClient, Array(bytes[$0..<min($0 + size, bytes.count)]))
        }
      }
      #expect(Self.plain(Self.run(Self.frames(wire, pieces, closing: nil))) == Self.meaning)
    }
    // Two notifications and two requests, each pair in one segment.
    let merged =
      Self.exchange.prefix(17) + [
        (false, Self.exchange[17].1 + Self.exchange[18].1),
        (true, Self.exchange[19].1 + Self.exchange[20].1),
      ]
    #expect(Self.plain(Self.run(Self.frames(wire, Array(merged), closing: nil))) == Self.meaning)
  }

  @Test("segments sent twice, overlapping, or in another order") func order() {
    let frames = Self.frames(NetworkBytes(), Self.exchange, closing: nil)
    let twice = frames.flatMap { [$0, $0] }
    #expect(Self.plain(Self.run(twice)) == Self.meaning)
    // The two notifications at the end change places; both are packets 20 and 21.
    var swapped = frames
    swapped.swapAt(19, 20)
    let list = Self.run(swapped)
    #expect(Self.plain(list) == Self.meaning)
    #expect(list.notes.map(\.kind) == [.unknownRecord])
    #expect(list.lines.filter { $0.hasPrefix("21 ") }.count == 2)
    // A retransmission that repeats the last message and adds the next.
    let (left, right) = (Self.exchange[17].1, Self.exchange[18].1)
    let start = frames[19].count - left.count - 14 - 40
    #expect(start == 0)
    let sequence = Self.exchange.prefix(17).filter { !$0.0 }.reduce(UInt32(1_000)) {
      $0 + UInt32($1.1.count)
    }
    var overlapping = frames
    overlapping[20] = NetworkBytes().segment(
      fromClient: false, sequence: sequence, left + right)
    #expect(Self.plain(Self.run(overlapping)) == Self.meaning)
  }

  @Test("a segment that never came is noted, and the next message is found") func missing() {
    var frames = Self.frames(NetworkBytes(), Self.exchange, closing: nil)
    // The write response with its notification: only the client's next request confirms it.
    frames.remove(at: 11)
    let list = Self.run(frames)
    #expect(list.notes.map(\.kind).contains(.missingSegment))
    var expected = Self.meaning
    expected.removeSubrange(6...7)
    #expect(Self.plain(list) == expected)
  }

  @Test("a capture that begins inside a connection", arguments: [36_866, 8_080] as [UInt16])
  func middle(port: UInt16) {
    var wire = NetworkBytes()
    wire.serverPort = port
    let frames = Self.frames(wire, Self.exchange, closing: false)
    // From the read of 2ACC on; no service was discovered.
    let list = Self.run(Array(frames.dropFirst(6)))
    let expected = Self.meaning.map { line in
      String(line.replacing("1826/", with: ""))
    }
    #expect(Self.plain(list) == expected + ["disconnect =13"])
    #expect(list.events.first?.event.isInferred == true)
    #expect(list.links.map { $0?.start } == [nil])
    // From the middle of a message on.
    let torn = wire.segment(
      fromClient: false, sequence: 1_000, Array(Self.exchange[17].1.dropFirst(3)))
    let next = wire.segment(
      fromClient: false, sequence: 1_000 + UInt32(Self.exchange[17].1.count - 3),
      Self.exchange[18].1)
    #expect(
      Self.plain(Self.run([torn, next])) == ["connect", "notification 2A63 2300D200645A0000F0"])
  }

  @Test("other protocols leave no trace") func others() {
    let web: [(Bool, [UInt8])] = [
      (true, Array("GET / HTTP/1.1\r\n\r\n".utf8)), (false, Array("HTTP/1.1 200 OK\r\n\r\n".utf8)),
    ]
    let modbus: [(Bool, [UInt8])] = [
      (true, octets("01 01 00 00 00 06 01 03 00 00 00 0A")),
      (false, octets("01 01 00 00 00 05 01 03 02 00 00")),
    ]
    var wire = NetworkBytes()
    for port in [80, 36_866] as [UInt16] {
      wire.serverPort = port
      for messages in [web, modbus] {
        let list = Self.run(Self.frames(wire, messages))
        #expect(list.events.isEmpty)
        #expect(list.devices.isEmpty)
      }
    }
  }

  /// The last frame, the reason in the disconnection (dircon has none; HCI's words).
  static let endings: [(Bool, UInt8, String)] = [
    (true, 0x11, "disconnect =16"), (true, 0x04, "disconnect =16"),
    (false, 0x11, "disconnect =13"), (false, 0x14, "disconnect =13"),
  ]

  @Test("who hung up", arguments: endings)
  func ending(fromClient: Bool, flags: UInt8, line: String) {
    var frames = Self.frames(NetworkBytes(), Array(Self.exchange.prefix(2)), closing: nil)
    frames.append(
      NetworkBytes().segment(
        fromClient: fromClient, sequence: fromClient ? 0xFFFF_FFF6 : 1_038, flags: flags))
    #expect(Self.plain(Self.run(frames)) == ["connect", line])
  }

  /// Response code, id of the request, ATT error (the mapping in DirectConnectMessage).
  static let errors: [(UInt8, UInt8, Int)] = [
    (1, 3, 0x06), (2, 4, 0x0E), (3, 5, 0x0A), (4, 3, 0x0A), (5, 3, 0x02), (5, 4, 0x03),
    (5, 5, 0x06), (6, 4, 0xFC), (7, 3, 0x04), (9, 3, 0x89),
  ]

  @Test("errors with and without a body", arguments: errors)
  func error(code: UInt8, id: UInt8, attError: Int) {
    for body in [[], Self.uuid(0x2AD9)] {
      let messages = [
        Self.exchange[0], Self.exchange[1],
        (true, Self.message("01 0\(id) 01 00", Self.uuid(0x2AD9), [1])),
        (false, Self.message("01 0\(id) 01 0\(code)", body)),
      ]
      let list = Self.run(Self.frames(NetworkBytes(), messages, closing: nil))
      #expect(list.events.last?.event.kind == .error)
      #expect(list.events.last?.event.detail == attError)
      #expect(list.events.last?.event.request == (id == 3 ? 0x0A : 0x12))
      #expect(list.notes.isEmpty)
    }
  }

  @Test("what goes wrong in the wild is noted and survived") func traps() {
    let start = [Self.exchange[0], Self.exchange[1]]
    let list = Self.run(
      Self.frames(
        NetworkBytes(),
        start + [
          // A subscription to a service; a number used twice; a response that nobody asked for.
          (true, Self.message("01 05 01 00", Self.uuid(0x1826))),
          (true, Self.message("01 03 01 00", Self.uuid(0x2ACC))),
          (false, Self.message("01 03 09 00", Self.uuid(0x2A19), [0x5A])),
          // The control point's answer inside the write response (dircon, section 4).
          (true, Self.message("01 04 02 00", Self.uuid(0x2AD9), [7])),
          (false, Self.message("01 04 02 00", Self.uuid(0x2AD9), [0x80, 7, 1])),
          // An id that is not in the table, a read too short for its UUID.
          (false, octets("01 0C 02 00 00 02 AA BB")),
          (true, Self.message("01 03 03 00", [1, 2, 3, 4])),
          // Octets of something else, then a message.
          (false, octets("FF 00 01 02") + Self.message("01 06 00 00", Self.uuid(0x2A63), [9])),
        ], closing: nil))
    #expect(
      Self.plain(list) == [
        "connect", "read_request 2ACC", "read_response 2A19 5A", "write_request 2AD9 07",
        "write_response 2AD9 800701", "notification 2A63 09",
      ])
    #expect(
      list.notes.map(\.kind) == [
        .malformedPacket, .unansweredRequest, .unexpectedResponse, .unknownRecord,
        .malformedPacket, .malformedPacket,
      ])
  }

  @Test("no changed octet and no lost frame crashes the stack") func mutations() {
    let frames = Self.frames(NetworkBytes(), Self.exchange)
    for index in frames.indices {
      var lost = frames
      lost.remove(at: index)
      _ = Self.run(lost)
      for place in frames[index].indices {
        for change in [0x01, 0x80] as [UInt8] {
          var changed = frames
          changed[index][place] ^= change
          _ = Self.run(changed)
        }
        var cut = frames
        cut[index] = Array(frames[index].prefix(place))
        _ = Self.run(cut)
      }
    }
  }
}
