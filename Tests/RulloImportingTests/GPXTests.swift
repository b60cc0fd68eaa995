import RulloBase
import RulloImporting
import Testing

@Suite("GPX") struct GPXTests {
  static func track(_ text: String) throws -> GPXTrack {
    var input = ChunkedInput(bytes: Array(text.utf8), name: "ride.gpx")
    return try GPXTrack(&input)
  }

  static func complaint(_ text: String) -> String {
    do {
      _ = try track(text)
      return "nothing"
    } catch {
      return "\(error)"
    }
  }

  @Test("points with elevations, in their order") func points() throws {
    let track = try Self.track(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
      <trkpt lat="46.5" lon="8.25"><ele>1012.5</ele><time>2026-05-01T08:00:00Z</time></trkpt>
      <trkpt lon="-8.5" lat="-46.75"><ele> 1013 </ele></trkpt>
      <trkpt lat="46.5003" lon="8.2503"/>
      </trkseg></trk></gpx>
      """)
    #expect(
      track.points == [
        GPXTrack.Point(latitude: 46.5, longitude: 8.25, elevation: 1_012.5),
        GPXTrack.Point(latitude: -46.75, longitude: -8.5, elevation: 1_013),
        GPXTrack.Point(latitude: 46.5003, longitude: 8.2503, elevation: nil),
      ])
  }

  @Test("a prefix, a route instead of a track, and positions off the earth") func forms() throws {
    let route = try Self.track(
      """
      <g:gpx xmlns:g="x"><g:rte><g:rtept lat="1" lon="2"><g:ele>3</g:ele></g:rtept>
      <g:rtept lat="91" lon="2"/><g:rtept lat="x" lon="2"/><g:rtept lat="1.1" lon="2"/></g:rte>
      </g:gpx>
      """)
    #expect(route.points.map(\.latitude) == [1, 1.1])
    #expect(route.leftOut == 2)
  }

  @Test("what is no track says so, and in which line")
  func faults() {
    #expect(Self.complaint("").contains("line 1"))
    #expect(Self.complaint("<gpx></gpx>").contains("no track or route of two points"))
    #expect(Self.complaint("<gpx>\n<trk>\n</gpx>").contains("line 3: mismatched tag"))
    #expect(Self.complaint("not XML at all").contains("line 1"))
    let bomb = "<!DOCTYPE g [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><gpx>&b;</gpx>"
    #expect(Self.complaint(bomb).contains("document type"))
  }

  @Test("every prefix of a file is a track or a complaint") func prefixes() {
    let text =
      "<gpx><trk><trkpt lat=\"1\" lon=\"2\"><ele>3</ele></trkpt><trkpt lat=\"1\" lon=\"3\"/></trk></gpx>"
    for length in 0..<text.utf8.count {
      let part = String(decoding: Array(text.utf8.prefix(length)), as: UTF8.self)
      #expect(Self.complaint(part) != "nothing")
    }
    #expect(Self.complaint(text) == "nothing")
  }
}
