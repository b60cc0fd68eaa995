import Foundation
import RulloTestSupport
import Testing

/// Secrets that were planted in a capture, and are looked for by other means after `redact`.
@Suite("redact") struct RedactTests {
  static let bytes = CaptureBytes(isBigEndian: true)

  /// An address as it is written, first octet first, and as packets hold it.
  static let address: [UInt8] = [0xE7, 0x4B, 0x91, 0x5C, 0xA2, 0x3D]
  static let name = Array("Annas KICKR 7F3B".utf8)
  static let serial = Array("SN1942657708".utf8)
  static let maker: [UInt8] = [0xDE, 0xC0, 0xAD, 0x0B, 0x17]
  static let key: [UInt8] = (0..<16).map { 0xB0 + $0 }

  /// A btsnoop record of an H4 packet.
  static func record(_ number: UInt64, flags: UInt64, _ data: [UInt8]) -> [UInt8] {
    let length = bytes.word(UInt64(data.count), 4)
    let time = bytes.word(0x00E3_0000_0000_0000 + number * 10_000, 8)
    return length + length + bytes.word(flags, 4) + bytes.word(0, 4) + time + data
  }

  /// An ACL packet of connection 0x0040 with one frame of a channel.
  static func frame(channel: UInt8, isSent: Bool, _ pdu: [UInt8]) -> [UInt8] {
    let length = UInt8(pdu.count)
    return [0x02, 0x40, isSent ? 0x00 : 0x20, length + 4, 0, length, 0, channel, 0] + pdu
  }

  /// Every place that holds a secret, one packet each.
  static let capture: [UInt8] = {
    let low = Array(address.reversed())
    let data: [UInt8] =
      [UInt8(name.count + 1), 0x09] + name + [UInt8(maker.count + 3), 0xFF, 0x4A, 0x01] + maker
    let report: [UInt8] = [0x02, 1, 0, 1] + low + [UInt8(data.count)] + data + [0xC0]
    let complete: [UInt8] =
      [0x01, 0, 0x40, 0, 0, 1] + low + [0x18, 0, 0, 0, 0xC8, 0, 0]
    let packets: [(UInt64, [UInt8])] = [
      (3, [0x04, 0x3E, UInt8(report.count)] + report),
      (2, [0x01, 0x0D, 0x20, 25, 0x60, 0, 0x60, 0, 0, 1] + low + [UInt8](repeating: 0, count: 13)),
      (3, [0x04, 0x3E, UInt8(complete.count)] + complete),
      // Handles 3, 5 and 9 are the device name, the serial number and Indoor Bike Data.
      (0, frame(channel: 4, isSent: true, [0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28])),
      (
        1,
        frame(
          channel: 4, isSent: false,
          [0x09, 7, 2, 0, 2, 3, 0, 0x00, 0x2A, 4, 0, 2, 5, 0, 0x25, 0x2A]
            + [8, 0, 0x10, 9, 0, 0xD2, 0x2A])
      ),
      (0, frame(channel: 4, isSent: true, [0x0A, 3, 0])),
      (1, frame(channel: 4, isSent: false, [0x0B] + name)),
      (0, frame(channel: 4, isSent: true, [0x0A, 5, 0])),
      (1, frame(channel: 4, isSent: false, [0x0B] + serial)),
      (1, frame(channel: 6, isSent: false, [0x08] + key)),
      (1, frame(channel: 6, isSent: false, [0x09, 1] + low)),
      // A value that stays, and one of nobody's own with the serial inside.
      (1, frame(channel: 4, isSent: false, [0x1B, 9, 0, 0x44, 0, 0x60, 0x0B])),
      (1, frame(channel: 4, isSent: false, [0x1B, 9, 0, 0x77] + serial)),
    ]
    var file: [UInt8] = Array("btsnoop".utf8) + [0] + bytes.word(1, 4) + bytes.word(1002, 4)
    for (number, packet) in packets.enumerated() {
      file += record(UInt64(number), flags: packet.0, packet.1)
    }
    return file
  }()

  static let secrets: [[UInt8]] = [
    address, address.reversed(), name, serial, maker, key,
  ]

  @Test(
    "nothing that was planted is left, in octets or in what tshark prints",
    arguments: [
      "btsnoop", "pcapng", "pcap", "packetlogger", "btsnoop-monitor", "session", "app-log",
    ])
  func planted(format: String) throws {
    try withFolder { folder in
      let source = folder.appendingPathComponent("source.btsnoop")
      let target = folder.appendingPathComponent("target")
      try Data(Self.capture).write(to: source)
      // Packets hold the address in the other order alone.
      for secret in Self.secrets.dropFirst() {
        #expect(Data(Self.capture).range(of: Data(secret)) != nil)
      }
      let result = try RulloCommand.run("redact", source.path, target.path, "--format", format)
      #expect(result.code == 0, "\(result.complaint)")
      let written = try Data(contentsOf: target)
      #expect(!written.isEmpty)
      for secret in Self.secrets {
        #expect(written.range(of: Data(secret)) == nil)
        for separator in ["", " ", ":"] {
          let hex = secret.map { String(format: "%02X", $0) }.joined(separator: separator)
          #expect(!String(decoding: written, as: UTF8.self).uppercased().contains(hex))
        }
      }
      // The value that says nothing of anybody.
      let decoded = try RulloCommand.run("decode", target.path)
      #expect(decoded.text.contains("44 00 60 0B"))
      guard let tshark = Tool(named: "tshark"), !["session", "app-log"].contains(format) else {
        return
      }
      let text = try tshark.run(["-r", target.path, "-V"]).text.lowercased()
      #expect(text.contains("read response"))
      for word in ["annas", "sn1942657708", "e7:4b:91:5c:a2:3d", "dec0ad0b17"] {
        #expect(!text.contains(word))
      }
      let count = try tshark.run(["-r", target.path]).lines.count
      #expect(count == 13)
    }
  }

  @Test(
    "real captures keep the events of their fitness data",
    .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.absence)),
    arguments: [
      "horizon74-treadmill-ftms-discovery.btsnoop", "qdomyoszwift-domyos-session.btsnoop",
      "btstack-sm-pairing.pklg", "pogoplus-pair-fragments-clock-1970.btsnoop",
    ])
  func real(name: String) throws {
    try withFolder { folder in
      let source = Corpus.folder + "/" + name
      let target = folder.appendingPathComponent("x.pcapng").path
      let result = try RulloCommand.run("redact", source, target)
      #expect(result.code == 0, "\(result.complaint)")
      let values = try [source, target].map { path in
        try RulloCommand.run("decode", path).lines.filter {
          $0.contains(" n  ") || $0.contains(" i  ") || $0.contains(" w  ")
        }
      }
      #expect(values[0] == values[1])
    }
  }
}
