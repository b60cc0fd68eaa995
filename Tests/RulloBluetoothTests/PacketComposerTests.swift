import RulloBase
import Testing

@testable import RulloBluetooth

/// Events as packets; expected octets are put together by hand from the layouts of the Core
/// Specification (volume 3 part A and part F).
@Suite("packet composer") struct PacketComposerTests {
  struct PacketList: PacketSink {
    var packets: [(packet: Packet, octets: [UInt8])] = []

    mutating func begin(_ clock: Clock) {}
    mutating func note(_ note: Note) {}
    mutating func packet(_ packet: Packet, _ bytes: RawSpan) {
      packets.append((packet, bytes.copied()))
    }
  }

  /// Keeps attributes and counts events.
  struct AttributeList: EventSink {
    var attributes: [Int: Attribute] = [:]
    var events: [Event] = []

    mutating func begin(_ clock: Clock) {}
    mutating func note(_ note: Note) {}
    mutating func declare(_ device: Device, at index: Int) {}
    mutating func declare(_ attribute: Attribute, at index: Int) {
      attributes[index] = attribute
    }
    mutating func event(_ event: Event, _ value: RawSpan) { events.append(event) }
  }

  /// A machine with a service 1826 at 0x0010 and 180A at 0x0040.
  static let machine: [Attribute] = [
    Attribute(
      device: 0, service: BluetoothUUID(0x1826), uuid: BluetoothUUID(0x2AD2), handle: 0x0012,
      properties: 0x10),
    Attribute(
      device: 0, service: BluetoothUUID(0x1826), uuid: BluetoothUUID(0x2AD9), handle: 0x0025,
      properties: 0x28),
    // Two read-only characteristics leave no room for a configuration between them.
    Attribute(
      device: 0, service: BluetoothUUID(0x180A), uuid: BluetoothUUID(0x2A29), handle: 0x0042,
      properties: 0x02),
    Attribute(
      device: 0, service: BluetoothUUID(0x180A), uuid: BluetoothUUID(0x2A24), handle: 0x0044,
      properties: 0x02),
  ]

  /// Composes one notification of the first attribute, 44 00.
  static func composed(_ attributes: [Attribute]) -> [(packet: Packet, octets: [UInt8])] {
    var catalogue = DeviceCatalogue()
    catalogue.declare(Device(.unnamed(0)), at: 0)
    for (index, attribute) in attributes.enumerated() { catalogue.declare(attribute, at: index) }
    var composer = PacketComposer(catalogue, PacketList())
    let value: [UInt8] = [0x44, 0x00]
    value.withRawSpan {
      composer.event(
        Event(
          .notification, .fromDevice, time: 7_000, device: 0, attribute: 0,
          source: SourceReference(.line, 1)), $0)
    }
    composer.finish()
    return composer.intoSink().packets
  }

  static func readBack(_ packets: [(packet: Packet, octets: [UInt8])]) -> AttributeList {
    var stack = HostStack(AttributeList())
    for (packet, octets) in packets { octets.withRawSpan { stack.packet(packet, $0) } }
    stack.finish()
    return stack.intoSink()
  }

  @Test("handles of the source stay, and a reader finds them again") func handles() {
    let packets = Self.composed(Self.machine)
    // ACL header of handle 0x0040 with a start from the controller, nine octets; a frame of five on
    // channel 4; a notification of handle 0x0012.
    #expect(
      packets.last?.octets == [
        0x40, 0x20, 9, 0, 5, 0, 4, 0, 0x1B, 0x12, 0, 0x44, 0,
      ])
    #expect(packets.allSatisfy { $0.packet.time == 7_000 })
    // 1826 from 0x0010 to the configuration of 2AD9; 180A from 0x0040 to 0x0044.
    let services = packets.first { $0.octets.count > 8 && $0.octets[8] == 0x11 }?.octets.dropFirst(
      8)
    #expect(
      services.map(Array.init) == [
        0x11, 6, 0x10, 0, 0x26, 0, 0x26, 0x18, 0x40, 0, 0x44, 0, 0x0A, 0x18,
      ])
    let found = Self.readBack(packets)
    #expect(found.events.map(\.kind) == [.notification])
    let byHandle = found.attributes.values.sorted { ($0.handle ?? 0) < ($1.handle ?? 0) }
    #expect(byHandle.map(\.handle) == Self.machine.map(\.handle))
    #expect(byHandle.map(\.path) == ["1826/2AD2", "1826/2AD9", "180A/2A29", "180A/2A24"])
    #expect(byHandle.map(\.properties) == Self.machine.map(\.properties))
  }

  @Test("where handles are missing or contradict, all are given anew, and names stay")
  func given() {
    var missing = Self.machine
    missing[1].handle = nil
    var twice = Self.machine
    twice[1].handle = twice[0].handle
    // No room for the declaration in front of a value, or for the configuration behind it.
    var first = Self.machine
    first[0].handle = 1
    var tight = Self.machine
    tight[1].handle = 0x0014
    // A second instance without the first one.
    var second = Self.machine
    second[0].instance = 2
    for (name, attributes) in [
      ("missing", missing), ("twice", twice), ("first", first), ("tight", tight),
      ("second", second),
    ] {
      let found = Self.readBack(Self.composed(attributes))
      #expect(found.events.count == 1, "\(name)")
      let wanted = attributes[0].path
      let event = found.events.first
      #expect(event.flatMap { found.attributes[$0.attribute]?.path } == wanted, "\(name)")
      for path in attributes.map(\.path) {
        #expect(found.attributes.values.contains { $0.path == path }, "\(name) \(path)")
      }
    }
  }
}
