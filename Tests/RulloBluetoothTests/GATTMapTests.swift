import RulloBase
import RulloBluetooth
import RulloTestSupport
import Testing

/// Where the names of handles come from: discovery, an earlier connection, a given map.
@Suite("names of handles") struct GATTMapTests {
  static let again = "E 05 04 00 40 00 13\n" + HostStackTests.connect

  /// Read By Type of 2B2A, then its answer: entries of 18 octets, handle 0x000D, 16 octets of hash.
  static func hash(_ octet: String) -> String {
    let value = Array(repeating: octet, count: 16).joined(separator: " ")
    return "> 08 01 00 FF FF 2A 2B\n< 09 12 0D 00 \(value)\n"
  }

  static let notification = "< 1B 03 00 44\n"

  @Test("an unchanged hash keeps the map of the earlier connection, and is said") func unchanged() {
    let script = HostScript(
      HostStackTests.discovery + Self.hash("AA") + Self.again + Self.hash("AA")
        + Self.notification)
    #expect(script.lines.last == "A notification 2AD2 44")
    #expect(script.notes == [.earlierDiscovery])
    #expect(script.sink.notes.last?.text.hasSuffix("its Database Hash is unchanged") == true)
    let naming = script.sink.attributes.values.first { $0.uuid == 0x2AD2 }?.naming
    #expect(naming == .earlierConnection)
  }

  @Test("another hash makes the names void") func changed() {
    let script = HostScript(
      HostStackTests.discovery + Self.hash("AA") + Self.again + Self.hash("AB")
        + Self.notification)
    #expect(script.lines.last == "A notification h0003 44")
    #expect(script.notes == [.databaseChanged, .unknownHandle])
  }

  @Test("without a hash the map is used, and nothing is said of one") func unseen() {
    let script = HostScript(HostStackTests.discovery + Self.again + Self.notification)
    #expect(script.lines.last == "A notification 2AD2 44")
    #expect(script.sink.notes.last?.text.contains("Hash") == false)
  }

  @Test("a map is learned, written, read, and names the handles of another capture") func map()
    throws
  {
    let learned = HostScript(HostStackTests.discovery + Self.hash("AA")).map
    #expect(learned.peers.map(\.address) == ["C1:02:03:04:05:06 random"])
    #expect(learned.peers.first?.characteristics.map(\.handle) == [3, 6, 13])
    #expect(learned.peers.first?.descriptors == [.init(uuid: 0x2902, handle: 4)])
    #expect(learned.peers.first?.databaseHash == [UInt8](repeating: 0xAA, count: 16))
    var json = JSONWriter()
    learned.writeJSON(to: &json)
    let read = try GATTMap(json: Array(json.text.string.utf8))
    #expect(read == learned)

    // Another address: the only peer that knows the handle; the CCCD is its characteristic's.
    let bare = "< 1B 03 00 44\n> 12 04 00 01 00\n< 13\n"
    let named = HostScript(bare, map: read)
    #expect(
      named.lines == [
        "A notification 2AD2 44", "A subscribe 2AD2 01 00", "A write_response 2AD2 of 12",
      ])
    #expect(named.notes == [.gattMap])
    #expect(named.sink.attributes.values.allSatisfy { $0.naming == .gattMap })
    // A handle that the map does not know has no name, and the map is none of this device.
    let foreign = HostScript("< 1B 77 00 44\n", map: read)
    #expect(foreign.lines == ["A notification h0077 44"])
    #expect(foreign.notes == [.unknownHandle])
  }

  @Test("a discovery of its own and another hash go before the given map") func precedence() {
    var map = GATTMap()
    var peer = GATTMap.Peer(name: "other")
    peer.characteristics = [.init(uuid: 0x2A63, handle: 3, declaration: 2, properties: 0x10)]
    peer.databaseHash = [UInt8](repeating: 0xBB, count: 16)
    map.peers = [peer]
    let own = HostScript(HostStackTests.discovery + Self.notification, map: map)
    #expect(own.lines.last == "A notification 2AD2 44")
    #expect(own.notes.isEmpty)
    let used = HostScript(HostStackTests.connect + Self.notification, map: map)
    #expect(used.lines.last == "A notification 2A63 44")
    // The hash comes before the first value, or after it.
    let before = HostScript(
      HostStackTests.connect + Self.hash("AA") + Self.notification, map: map)
    #expect(before.lines.last == "A notification h0003 44")
    #expect(before.notes == [.databaseChanged, .unknownHandle])
    let after = HostScript(
      HostStackTests.connect + Self.notification + Self.hash("AA") + Self.notification, map: map)
    #expect(after.lines.last == "A notification h0003 44")
    #expect(after.notes == [.gattMap, .databaseChanged, .unknownHandle])
    let same = HostScript(
      HostStackTests.connect + Self.notification + Self.hash("BB") + Self.notification, map: map)
    #expect(same.lines.last == "A notification 2A63 44")
    // A discovery after the map was used.
    let late = HostScript(
      HostStackTests.connect + Self.notification
        + HostStackTests.discovery.dropFirst(HostStackTests.connect.count) + Self.notification,
      map: map)
    #expect(late.lines.last == "A notification 2AD2 44")
  }

  @Test("two peers that know the handle are told apart by their address alone") func addresses() {
    var map = GATTMap()
    for (address, uuid) in [
      ("C1:02:03:04:05:06 random", 0x2A37), ("C2:00:00:00:00:00 random", 0x2A5B),
    ] {
      var peer = GATTMap.Peer(address: address)
      peer.characteristics = [.init(uuid: BluetoothUUID(UInt16(uuid)), handle: 3, declaration: 2)]
      map.peers.append(peer)
    }
    #expect(
      HostScript(HostStackTests.connect + Self.notification, map: map).lines.last
        == "A notification 2A37 44")
    #expect(HostScript(Self.notification, map: map).lines == ["A notification h0003 44"])
  }

  @Test(
    "files that are no map are refused in words",
    arguments: [
      "", "{", "[]", "{}", #"{"schema":"rullo.rate/1"}"#, #"{"schema":"rullo.gatt/1"}"#,
      #"{"schema":"rullo.gatt/1","peers":[]}"#,
      #"{"schema":"rullo.gatt/1","peers":[{"services":[{"uuid":"1826"}]}]}"#,
      #"{"schema":"rullo.gatt/1","peers":[{"characteristics":[{"uuid":"2AD2","handle":0}]}]}"#,
      #"{"schema":"rullo.gatt/1","peers":[{"characteristics":[{"uuid":"2AD2","handle":70000}]}]}"#,
      #"{"schema":"rullo.gatt/1","peers":[{"characteristics":[{"uuid":"x","handle":3}]}]}"#,
      #"{"schema":"rullo.gatt/1","peers":[{"characteristics":[{"handle":1.5,"uuid":"2AD2"}]}]}"#,
    ])
  func refusals(text: String) {
    #expect(throws: GATTMapFailure.self) { try GATTMap(json: Array(text.utf8)) }
  }

  @Test("each bearer of EATT has the smaller MTU of both sides") func bearers() {
    // The host asks with an MTU of 0x0040 and the peer grants with 0x0065 = 101, then the other way.
    let script = HostScript(
      HostStackTests.discovery + """
        >0 10 00 05 00 17 01 0C 00 27 00 40 00 40 00 05 00 50 00 51 00
        <2 10 00 05 00 18 01 0C 00 65 00 40 00 05 00 00 00 60 00 61 00
        >0 0E 00 05 00 14 02 0A 00 27 00 52 00 F7 00 40 00 05 00
        <2 0E 00 05 00 15 02 0A 00 62 00 65 00 40 00 05 00 00 00
        """)
    #expect(script.sink.links.values.map(\.bearerMTUs) == [[64, 64, 101]])
    #expect(script.sink.links.values.map(\.mtu) == [23])
  }

  /// BlueZ names its own ends of the channels when it asks, and looks for them as the other's.
  @Test("a bearer of EATT gets another MTU once that is granted") func reconfigured() {
    let open =
      HostStackTests.discovery + """
        >0 10 00 05 00 17 01 0C 00 27 00 40 00 40 00 05 00 50 00 51 00
        <2 10 00 05 00 18 01 0C 00 65 00 40 00 05 00 00 00 60 00 61 00

        """
    // The host takes 0x0080 on 0050, the smaller one then is the peer's 0x0065 = 101.
    let grown =
      open + """
        >0 0A 00 05 00 19 02 06 00 80 00 40 00 50 00
        <2 06 00 05 00 1A 02 02 00 00 00

        """
    #expect(HostScript(grown).sink.links.values.map(\.bearerMTUs) == [[101, 64]])
    // A request that is refused, and an answer to none, change nothing.
    let refused =
      grown + """
        >0 0A 00 05 00 19 03 06 00 80 00 40 00 51 00
        <2 06 00 05 00 1A 03 02 00 01 00
        <2 06 00 05 00 1A 07 02 00 00 00

        """
    #expect(HostScript(refused).sink.links.values.map(\.bearerMTUs) == [[101, 64]])
    // The peer takes no more than 0x0060 = 96 on its end 0060.
    let shrunk =
      refused + """
        <2 0A 00 05 00 19 04 06 00 60 00 40 00 60 00
        >0 06 00 05 00 1A 04 02 00 00 00
        """
    #expect(HostScript(shrunk).sink.links.values.map(\.bearerMTUs) == [[96, 64]])
  }
}
