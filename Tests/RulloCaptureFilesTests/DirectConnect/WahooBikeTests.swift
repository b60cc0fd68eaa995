import RulloBase
import RulloBluetooth
import RulloTestSupport
import Testing

@testable import RulloCaptureFiles

/// A KICKR BIKE SHIFT, recorded with Wireshark, against an independent decode of the same file.
@Suite(
  "Wahoo bike over Direct Connect",
  .enabled(if: Corpus.isExpected, Comment(rawValue: Corpus.absence)))
struct WahooBikeTests {
  func read() throws -> EventList {
    let bytes = try #require(corpus("kickrshiftkey-wahoo-bike-shift-dircon.pcapng"))
    var stack = CaptureStack(EventList())
    var format = PcapngFormat()
    var input = ChunkedInput(bytes: bytes)
    try format.read(&input, into: &stack)
    stack.finish()
    #expect(format.linkType == "Ethernet (1)")
    return stack.host.emitter.sink
  }

  @Test("counts, identity and values that the corpus states") func counts() throws {
    let list = try read()
    var counts: [String: Int] = [:]
    for (event, _) in list.events where event.kind == .notification {
      counts[list.attributes[event.attribute]?.path ?? "", default: 0] += 1
    }
    #expect(counts["1826/2AD2"] == 692)
    #expect(counts["1818/2A63"] == 692)
    #expect(counts.values.sorted() == [1, 10, 249, 692, 692, 1_008])
    let features = list.lines.filter { $0.contains("read_response 1826/2ACC") }
    #expect(features.map { $0.hasSuffix(" 0240000008600000") } == [true])
    let device = try #require(list.devices.first ?? nil)
    #expect(list.devices.count == 1)
    #expect(device.firmware == "1.21.18")
    #expect(device.manufacturer == "Wahoo Fitness")
    #expect(device.name == "KICKR BIKE SHIFT 0001")
    #expect(device.identity == .endpoint("192.168.1.153:36866"))
    #expect(list.notes.isEmpty)
  }

  @Test("every message agrees with the independent decode") func messages() throws {
    let text = String(
      decoding: try #require(corpus("kickrshiftkey-wahoo-bike-shift-messages.csv")), as: UTF8.self)
    var expected: [String] = []
    for line in text.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let isRequest = fields[2] == "app>trainer"
      let kind =
        switch fields[3] {
        case "notify": "notification"
        case "read": isRequest ? "read_request" : "read_response"
        case "write": isRequest ? "write_request" : "write_response"
        case "enable_notify": isRequest ? "subscribe" : "write_response"
        default: ""
        }
      guard !kind.isEmpty else { continue }
      expected.append("\(fields[0]) \(kind) \(fields[6]) \(fields[7])")
    }
    #expect(expected.count == 2_744 - 16)
    let list = try read()
    var found: [String] = []
    for (event, value) in list.events where event.attribute >= 0 {
      let uuid = try #require(list.attributes[event.attribute]?.uuid)
      // The other decode left the serial number out.
      let text = uuid == 0x2A25 && event.kind == .readResponse ? "(removed)" : Hex.text(value)
      let word = "\(event.kind.word)"
      let name = "\(uuid)".lowercased().replacing("-", with: "")
      found.append("\(event.source.number) \(word) \(name) \(text.lowercased())")
    }
    #expect(found.count == expected.count)
    for (ours, theirs) in zip(found, expected) where ours != Self.withSerial(of: ours, theirs) {
      Issue.record("\(ours) is \(theirs) in the other decode")
      break
    }
  }

  /// Puts the made-up serial number of the capture where the other decode has the real one.
  static func withSerial(of ours: String, _ theirs: String) -> String {
    guard let range = ours.firstRange(of: "313233343536373839"), ours.count == theirs.count else {
      return theirs
    }
    let start = ours.distance(from: ours.startIndex, to: range.lowerBound)
    return String(theirs.prefix(start) + ours[range] + theirs.dropFirst(start + 18))
  }
}
