import RulloBluetooth
import RulloRecordings
import RulloTestSupport
import Testing

/// Every Bluetooth capture of the corpus, held against tshark frame by frame.
@Suite("against tshark", .enabled(if: Tshark.isExpected, Comment(rawValue: Tshark.absence)))
struct TsharkTests {
  static let files = [
    "blefun-sphero-7927-notifications.btsnoop",
    "btsnooper-write-command-flood.btsnoop",
    "btsnooprs-android-cmd-evt-only.btsnoop",
    "btsnooprs-btmon-monitor-2001.btsnoop",
    "horizon74-treadmill-ftms-discovery.btsnoop",
    "lumentree-acl-only-1178-notifications.btsnoop",
    "mc3000-clock-before-1970.btsnoop",
    "oppoearbuds-header-only.cfa",
    "pogoplus-pair-fragments-clock-1970.btsnoop",
    "qdomyoszwift-carnielli-no-discovery.cfa",
    "qdomyoszwift-domyos-heart200andstop.btsnoop",
    "qdomyoszwift-domyos-session.btsnoop",
  ]

  /// The op code behind an event, where its kind tells it apart (spec/att-gatt-l2cap, "PDUs").
  static func opcode(_ event: Event, isCommand: Bool) -> UInt8? {
    switch event.kind {
    case .notification: 0x1B
    case .indication: 0x1D
    case .writeRequest: 0x12
    case .writeCommand: 0x52
    case .writeResponse: 0x13
    // A CCCD is written with or without a response; a subscription is the same.
    case .subscribe, .unsubscribe: isCommand ? 0x52 : 0x12
    case .readRequest: event.detail > 0 ? 0x0C : 0x0A
    case .readResponse where event.request == 0x0A: 0x0B
    case .readResponse where event.request == 0x0C: 0x0D
    default: nil
    }
  }

  /// Op codes that are events to both sides; errors and reads by type also end discoveries.
  static let compared: Set<UInt8> = [
    0x0A, 0x0B, 0x0C, 0x0D, 0x12, 0x13, 0x16, 0x18, 0x1B, 0x1D, 0x23, 0x52, 0xD2,
  ]

  @Test("the known differences are written as they should be") func listed() {
    #expect(KnownDifferences.shared.faults.isEmpty)
    #expect(KnownDifferences.shared.entries.allSatisfy { Self.files.contains($0.file) })
    let bad = """
      a.btsnoop frame 1 0x0a only tshark: why
      a.btsnoop frame 1 0x0a only us: a reader that does not exist
      """
    #expect(KnownDifferences(bad).faults.count == 2)
  }

  @Test("values, reads, writes and responses, save for what is listed", arguments: files)
  func attributes(name: String) throws {
    let tshark = try Tshark(name)
    let reading = try Reading.corpus(name)
    #expect(reading.failure == nil)
    #expect(reading.census?.packets == tshark.frames)
    var theirs: [Tshark.PDU: Int] = [:]
    for pdu in tshark.pdus where Self.compared.contains(pdu.opcode) { theirs[pdu, default: 0] += 1 }
    var ours: [Tshark.PDU: Int] = [:]
    for event in reading.recording.events {
      let isCommand = theirs[Tshark.PDU(frame: event.source.number, opcode: 0x52)] != nil
      guard let opcode = Self.opcode(event, isCommand: isCommand) else { continue }
      ours[Tshark.PDU(frame: event.source.number, opcode: opcode), default: 0] += 1
    }
    var found: Set<KnownDifferences.Entry> = []
    for pdu in Set(theirs.keys).union(ours.keys) {
      let (left, right) = (theirs[pdu] ?? 0, ours[pdu] ?? 0)
      guard left != right else { continue }
      let reader = left > right ? "tshark" : "rullo"
      found.insert(.init(file: name, frame: pdu.frame, opcode: pdu.opcode, reader: reader))
    }
    let known = KnownDifferences.shared.entries.filter { $0.file == name }
    let surplus = found.subtracting(known).map(\.description).sorted()
    #expect(surplus.isEmpty, "not listed: \(surplus.prefix(10))")
    #expect(known.subtracting(found).isEmpty, "listed, but no longer there")
  }

  @Test("connections, their intervals, and the reasons of their ends", arguments: files)
  func links(name: String) throws {
    let tshark = try Tshark(name)
    let reading = try Reading.corpus(name)
    var intervals: [[UInt64]] = []
    var ends: [(reason: UInt64?, isOurs: Bool)] = []
    var open: [UInt64: Int] = [:]
    var connects: [String] = []
    var disconnects: [String] = []
    for event in tshark.linkEvents {
      if let interval = event.interval, !event.isUpdate {
        open[event.handle] = intervals.count
        intervals.append([interval])
        ends.append((nil, false))
        connects.append("\(event.frame) \(interval)")
      } else if let interval = event.interval, let link = open[event.handle] {
        if intervals[link].last != interval { intervals[link].append(interval) }
      } else if let link = open.removeValue(forKey: event.handle) {
        let isOurs = tshark.hangUps.contains {
          $0.handle == event.handle && $0.frame < event.frame && $0.frame > event.frame - 20
        }
        ends[link] = (event.reason, isOurs)
        disconnects.append("\(event.frame) \(event.reason ?? 0)")
      }
    }
    let events = reading.recording.events
    #expect(
      events.filter { $0.kind == .connect }.map { "\($0.source.number) \($0.detail)" } == connects)
    #expect(
      events.filter { $0.kind == .disconnect }.map { "\($0.source.number) \($0.detail)" }
        == disconnects)
    // A connection whose making is not in the capture has no interval and no reason here.
    let links = reading.recording.links.filter { $0.start != nil }
    #expect(links.map { $0.intervals.map { UInt64($0 / 1_250_000) } } == intervals)
    #expect(links.map { $0.reason.map(UInt64.init) } == ends.map(\.reason))
    for (link, end) in zip(links, ends) {
      // The host asked, or the reason says who it was: 0x13 the peer, 0x16 the host, else nobody.
      let expected =
        end.reason == nil
        ? nil : end.isOurs || end.reason == 0x16 ? "host" : end.reason == 0x13 ? "peer" : "nobody"
      #expect(link.endedBy == expected)
    }
  }

  @Test("times between frames, whatever the year", arguments: files)
  func times(name: String) throws {
    let tshark = try Tshark(name)
    let reading = try Reading.corpus(name)
    guard let first = reading.recording.events.first else { return }
    for event in reading.recording.events {
      let relative = tshark.times[event.source.number - 1] - tshark.times[first.source.number - 1]
      guard event.time != relative else { continue }
      Issue.record("frame \(event.source.number) is at \(event.time), tshark has \(relative)")
      return
    }
  }
}
