import Foundation
import RulloBase
import RulloBluetooth
import RulloRecordings
import RulloTestSupport
import Testing

@testable import RulloImporting

/// A session of two Bumble devices: what the stack recorded against what its applications did.
@Suite("the Bumble session") struct BumbleSessionTests {
  /// What the two applications wrote down, as scripts/make-bumble-session says it.
  struct Truth: Decodable {
    struct Identity: Decodable {
      let name: String
      let manufacturer: String
      let model: String
      let serial: String
      let firmware: String
      let hardware: String
    }

    struct Characteristic: Decodable {
      let uuid: String
      let handle: UInt16
      let properties: UInt8
    }

    struct Service: Decodable {
      let uuid: String
      let characteristics: [Characteristic]
    }

    struct Happening: Decodable {
      let kind: String
      let direction: String?
      let service: String?
      let uuid: String?
      let handle: UInt16?
      let hex: String?
      let error: Int?
      let request: String?
      let peer: String?
      let interval_ms: Double?
      let mtu: Int?
      let reason: Int?
    }

    let device: Identity
    let mtu: Int
    let services: [Service]
    let events: [Happening]

    static func read() throws -> Truth {
      let path = projectFolder.appendingPathComponent(
        "Tests/RulloImportingTests/Fixtures/bumble-session.json")
      return try JSONDecoder().decode(Truth.self, from: Data(contentsOf: path))
    }
  }

  @Test("every event, in order: kind, direction, attribute, handle, octets, errors")
  func events() throws {
    let truth = try Truth.read()
    let reading = try Reading.capture("bumble-session.btsnoop")
    #expect(reading.failure == nil)
    #expect(reading.recording.notes.entries.isEmpty)
    let expected = truth.events.map { event in
      var parts = [event.kind, event.direction ?? "none"]
      if let uuid = event.uuid {
        parts.append("\(event.service ?? "-")/\(uuid) at \(event.handle ?? 0)")
      }
      if let hex = event.hex { parts.append(hex) }
      if let error = event.error { parts.append("error \(error) of \(event.request ?? "-")") }
      if let interval = event.interval_ms { parts.append("interval \(Int(interval / 1.25))") }
      if let mtu = event.mtu { parts.append("MTU \(mtu)") }
      if let reason = event.reason { parts.append("reason \(reason)") }
      return parts.joined(separator: " ")
    }
    let recording = reading.recording
    let found = recording.events.enumerated().map { position, event in
      var parts = ["\(event.kind.word)", "\(event.direction.word)"]
      if let attribute = recording.attribute(of: event) {
        parts.append("\(attribute.path) at \(attribute.handle ?? 0)")
      }
      let value = recording.value(at: position)
      if !value.isEmpty { parts.append(Hex.text(value)) }
      switch event.kind {
      case .error:
        let request = [0x0A: "read_request", 0x12: "write_request"][event.request] ?? "-"
        parts.append("error \(event.detail) of \(request)")
      case .connect: parts.append("interval \(event.detail)")
      case .mtu: parts.append("MTU \(event.detail)")
      case .disconnect: parts.append("reason \(event.detail)")
      default: break
      }
      return parts.joined(separator: " ")
    }
    #expect(expected.count == 196)
    #expect(found.count == expected.count)
    for (position, pair) in zip(found, expected).enumerated() where pair.0 != pair.1 {
      Issue.record("event \(position + 1) is '\(pair.0)', Bumble has '\(pair.1)'")
    }
  }

  @Test("who the device is") func identity() throws {
    let truth = try Truth.read()
    let reading = try Reading.capture("bumble-session.btsnoop")
    let declared = Set(reading.recording.events.map(\.device))
    #expect(declared == [0])
    let device = try #require(reading.recording.devices.first)
    #expect(device.alias == "A")
    #expect(device.name == truth.device.name)
    #expect(device.manufacturer == truth.device.manufacturer)
    #expect(device.model == truth.device.model)
    #expect(device.serial == truth.device.serial)
    #expect(device.firmware == truth.device.firmware)
    #expect(device.hardware == truth.device.hardware)
    let peer = try #require(truth.events.first?.peer)
    #expect(device.identity == .address(peer + " random"))
  }

  @Test("the GATT database with its properties") func database() throws {
    let truth = try Truth.read()
    let reading = try Reading.capture("bumble-session.btsnoop")
    let expected = truth.services.flatMap { service in
      service.characteristics.map {
        "\($0.handle) \(service.uuid)/\($0.uuid) properties \($0.properties)"
      }
    }
    let found = reading.recording.attributes.sorted { ($0.handle ?? 0) < ($1.handle ?? 0) }.map {
      "\($0.handle ?? 0) \($0.path) properties \($0.properties ?? 0)"
    }
    #expect(found == expected)
  }

  @Test("its session text says the same of the connection") func text() throws {
    let name = "bumble-session.btsnoop"
    let path = projectFolder.appendingPathComponent("captures/" + name).path
    let text = sessionText(try RecordingFile(path: path), name: name)
    let links = try Reading(bytes: text).recording.links
    #expect(links.map(\.endedBy) == ["host"])
    #expect(links.map(\.reason) == [0x13])
    #expect(links.map(\.mtu) == [247])
    #expect(links.map(\.intervals) == [[15_000_000]])
  }

  @Test("the host hung up, though the controller reported the peer's reason") func end() throws {
    let truth = try Truth.read()
    let reading = try Reading.capture("bumble-session.btsnoop")
    #expect(reading.recording.links.count == 1)
    let link = try #require(reading.recording.links.first)
    #expect(link.mtu == truth.mtu)
    #expect(link.intervals == [15_000_000])
    #expect(link.reason == 0x13)
    #expect(link.isEndedByHost)
    #expect(link.endedBy == "host")
    #expect(link.reasonText?.contains("we hung up") == true)
  }
}
