import Foundation
import RulloBase
import RulloFitness
import RulloTestSupport
import Testing

/// Raw numbers of the shared vectors against those of tshark, from one capture made here.
///
/// Known differences stand in `Fixtures/tshark-differences.txt`, each with its reason; an unlisted
/// difference fails, and so does a listed one that is gone.
@Suite("tshark")
struct TsharkTests {
  static let path = ["/usr/bin/tshark", "/usr/local/bin/tshark", "/opt/homebrew/bin/tshark"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  static let isExpected =
    path != nil || !["", "0", "false"].contains(ProcessInfo.processInfo.environment["CI"] ?? "")

  @Test(
    "reads the same raw numbers, but for the differences that are listed",
    .enabled(if: isExpected, "no tshark; install it to compare with it"))
  func numbers() throws {
    let tshark = try #require(Self.path, "CI is set and there is no tshark")
    let vectors = SharedVector.covered.filter { $0.expect != nil && BluetoothUUID($0.uuid) != nil }
    let (capture, packets) = Self.capture(vectors)
    let file = FileManager.default.temporaryDirectory
      .appending(component: "rullo-\(UUID().uuidString).btsnoop")
    try Data(capture).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let values = try Self.run(tshark, file)
    var found: Set<String> = []
    for (vector, packet) in zip(vectors, packets) {
      let layout = try #require(vector.layout)
      let numbers = try #require(values.indices.contains(packet) ? values[packet] : nil)
      var rest = numbers.integers
      let missing = Self.integers(layout, layout.decoded(vector.bytes), vector.bytes).filter {
        number in
        guard let place = rest.firstIndex(of: number) else { return true }
        rest.remove(at: place)
        return false
      }
      if numbers.isUndecoded {
        found.insert("\(vector.uuid) *")
      } else if !missing.isEmpty {
        found.insert("\(vector.uuid) \(vector.hex)")
      }
    }
    let listed = Self.listed
    #expect(found.subtracting(listed).sorted() == [], "differences that are not listed")
    #expect(listed.subtracting(found).sorted() == [], "listed differences that are gone")
  }

  /// The first two words of each line; the reason stands behind them.
  private static var listed: Set<String> {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(components: "Fixtures", "tshark-differences.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    return Set(lines.map { $0.split(separator: " ").prefix(2).joined(separator: " ") })
  }

  /// Every integer of a value as sent, in wire order.
  private static func integers(
    _ layout: CharacteristicLayout, _ value: DecodedValue, _ bytes: [UInt8]
  ) -> [Int] {
    var integers = layout.flagOctets > 0 ? [Int(value.flags)] : []
    if layout.operations != nil { integers.append(Int(value.opCode)) }
    let fields = layout.table(of: value).fields
    for (row, field) in fields.enumerated() where value.contains(row: row) {
      if case .number = field.content, field.slice?.source == .previous,
        let part = layout.reading(row: row, of: value).value
      {
        integers.append(Int(part.coefficient))
      }
      guard field.textForm != .hidden, field.format.octets > 0 else { continue }
      switch field.content {
      case .text, .hex, .countedHex, .identifier, .dateTime: continue
      case .list:
        // Lists stand at the end of every table that has one.
        let octets = field.format.octets
        let tail = bytes.dropFirst(layout.start(ofList: row, in: value))
        integers += stride(from: tail.startIndex, through: tail.endIndex - octets, by: octets)
          .map { Self.number(tail[$0..<($0 + octets)], isSigned: field.format.isSigned) }
        continue
      default: break
      }
      let raw = value.raw(row: row)
      integers.append(field.format.isSigned ? Int(Int32(bitPattern: raw)) : Int(raw))
    }
    return integers
  }

  private static func number(_ octets: ArraySlice<UInt8>, isSigned: Bool) -> Int {
    let wire = octets.reversed().reduce(0) { $0 << 8 | Int($1) }
    let isNegative = isSigned && octets.last.map { $0 & 0x80 != 0 } == true
    return isNegative ? wire - (1 << (8 * octets.count)) : wire
  }

  /// A btsnoop file: a discovery of every characteristic, then each vector where it belongs.
  private static func capture(_ vectors: [SharedVector]) -> (octets: [UInt8], packets: [Int]) {
    var file = Array("btsnoop".utf8) + [0, 0, 0, 0, 1, 0, 0, 3, 0xEA]
    var count = 0
    func add(_ pdu: [UInt8], isSent: Bool) {
      let frame = little(pdu.count, 2) + [4, 0] + pdu
      let packet = [2, 0x40, isSent ? 0 : 0x20] + little(frame.count, 2) + frame
      file += little(packet.count, 4).reversed() + little(packet.count, 4).reversed()
      file += [0, 0, 0, isSent ? 0 : 1, 0, 0, 0, 0]
      file += little(0x00DC_DDB3_0F2F_8000 + 1000 * count, 8).reversed() + packet
      count += 1
    }
    let names = Set(vectors.map(\.uuid)).sorted()
    var handles: [String: [UInt8]] = [:]
    for (index, name) in names.enumerated() {
      let (declaration, handle) = (little(2 * index + 2, 2), little(2 * index + 3, 2))
      handles[name] = handle
      add([0x08] + declaration + handle + [0x03, 0x28], isSent: true)
      let uuid = BluetoothUUID(name)?.littleEndianBytes ?? []
      let length = UInt8(clamping: 5 + uuid.count)
      add([0x09, length] + declaration + [0x3A] + handle + uuid, isSent: false)
    }
    var packets: [Int] = []
    for vector in vectors {
      let handle = handles[vector.uuid] ?? []
      switch vector.uuid {
      case "2A66", "2AD9", "2A55", "2A39":
        let isAnswer = [0x20, 0x80, 0x10].contains(vector.bytes.first)
        add([isAnswer ? 0x1D : 0x12] + handle + vector.bytes, isSent: !isAnswer)
        packets.append(count - 1)
        add(isAnswer ? [0x1E] : [0x13], isSent: isAnswer)
      case "2ACC", "2A65", "2A5C", "2A5D", "2A38", "2A19", "2AD4"..."2AD8":
        add([0x0A] + handle, isSent: true)
        add([0x0B] + vector.bytes, isSent: false)
        packets.append(count - 1)
      default:
        add([0x1B] + handle + vector.bytes, isSent: false)
        packets.append(count - 1)
      }
    }
    return (file, packets)
  }

  private static func little(_ value: Int, _ octets: Int) -> [UInt8] {
    (0..<octets).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private struct Packet {
    var integers: [Int] = []
    var isUndecoded = false

    /// Collects every number below a layer; what has no dissector stands as plain octets.
    mutating func collect(_ value: Any, _ key: String = "") {
      switch value {
      case let members as [String: Any]:
        for (key, value) in members { collect(value, key) }
      case let elements as [Any]: for element in elements { collect(element, key) }
      case let text as String:
        if key == "btatt.value" { isUndecoded = true }
        let integer = text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
        if let integer { integers.append(integer) }
      default: break
      }
    }
  }

  private static func run(_ tshark: String, _ file: URL) throws -> [Packet] {
    let process = Process()
    process.executableURL = URL(filePath: tshark)
    process.arguments = [
      "-r", file.path(percentEncoded: false), "-T", "json", "--no-duplicate-keys", "-J", "btatt",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let rows = try #require(JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    return rows.map { row in
      var packet = Packet()
      let layers = (row["_source"] as? [String: Any])?["layers"] as? [String: Any]
      packet.collect(layers?["btatt"] ?? [:] as [String: Any])
      return packet
    }
  }
}

extension CharacteristicLayout {
  /// Where a list begins: behind the flags or the op code and the octets of the rows before it.
  fileprivate func start(ofList row: Int, in value: DecodedValue) -> Int {
    table(of: value).fields.prefix(row).enumerated().reduce(
      flagOctets + (operations?.offset == 0 ? 1 : 0)
    ) { start, field in
      guard value.contains(row: field.offset) else { return start }
      let format = field.element.format
      let isWider = format.widerWhenSet.map { value.flags & 1 << UInt32($0) != 0 } ?? false
      return start + format.octets + (isWider ? 1 : 0)
    }
  }
}
