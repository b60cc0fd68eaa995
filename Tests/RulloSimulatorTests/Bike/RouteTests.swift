import Foundation
import Testing

@testable import RulloSimulator

@Suite("routes") struct RouteTests {
  @Test("grades of stretches, and nothing before and behind them") func stretches() throws {
    let route = try #require(Route(stretches: [(1_000, 0), (500, 8), (250, -4)]))
    #expect(route.length == 1_750)
    #expect(abs(route.climb - 40) < 1e-9)
    for (distance, percent) in [(0.0, 0.0), (999, 0), (1_000, 8), (1_499, 8), (1_500, -4)] {
      #expect(abs(route.grade(at: distance) * 100 - percent) < 1e-9, "\(distance)")
    }
    #expect(route.grade(at: -1) == 0)
    #expect(route.grade(at: 1_750) == 0)
  }

  @Test("distances against the haversine of the system's library") func distances() {
    for (north, east, latitude) in [
      (0.001, 0.0, 47.0), (0.0, 0.001, 47.0), (0.0004, -0.0007, -63.2), (0.002, 0.003, 5.0),
      (0.0001, 0.0001, 85.0),
    ] {
      let from = TrackPoint(latitude: latitude, longitude: 8.5, elevation: nil)
      let to = TrackPoint(latitude: latitude + north, longitude: 8.5 + east, elevation: nil)
      let (a, b) = (from.latitude * .pi / 180, to.latitude * .pi / 180)
      let dLatitude = sin((b - a) / 2)
      let dLongitude = sin(east * .pi / 360)
      let h = dLatitude * dLatitude + cos(a) * cos(b) * dLongitude * dLongitude
      let haversine = 2 * 6_371_008.8 * asin(h.squareRoot())
      #expect(abs(Route.distance(from, to) / haversine - 1) < 1e-5)
    }
  }

  @Test("the cosine of the series is that of the system") func cosine() {
    for degrees in stride(from: -90.0, through: 90, by: 0.5) {
      #expect(abs(Route.cosine(degrees * .pi / 180) - cos(degrees * .pi / 180)) < 1e-14)
    }
  }

  /// A climb of 6 % for 2 km with a meter of noise on each point.
  @Test("noise of a track is smoothed away, its climb is not") func smoothing() throws {
    var track: [TrackPoint] = []
    for index in 0...400 {
      let noise = index.isMultiple(of: 2) ? 0.5 : -0.5
      // 5 m northwards are 5 / 6,371,008.8 rad.
      let latitude = 46 + Double(index) * 5 / 6_371_008.8 * 180 / .pi
      track.append(
        TrackPoint(
          latitude: latitude, longitude: 7, elevation: 1_000 + Double(index) * 0.3 + noise))
    }
    let route = try #require(Route(track: track))
    #expect(abs(route.length - 2_000) < 0.5)
    // Raw, neighbours would be at +26 % and -14 %.
    for distance in stride(from: 100.0, to: 1_900, by: 10) {
      #expect(abs(route.grade(at: distance) - 0.06) < 0.006)
    }
    #expect(abs(route.climb - 120) < 2)
  }

  @Test("tracks that are none: empty, one place, holes, the date line") func odd() throws {
    #expect(Route(track: []) == nil)
    let here = TrackPoint(latitude: 1, longitude: 1, elevation: 5)
    #expect(Route(track: [here, here, here]) == nil)
    #expect(Route(points: [Route.Point(distance: 0, elevation: .nan)]) == nil)
    // Elevations whose difference is no number any more.
    let cliff = [1e308, -1e308].enumerated().map {
      Route.Point(distance: Double($0.offset) * 100, elevation: $0.element)
    }
    #expect(Route(points: cliff) == nil)
    let west = TrackPoint(latitude: 0, longitude: 179.9995, elevation: nil)
    let east = TrackPoint(latitude: 0, longitude: -179.9995, elevation: nil)
    let route = try #require(Route(track: [west, east]))
    // 0.001 degrees of the equator are 111.19 m.
    #expect(abs(route.length - 111.195) < 0.01)
    #expect(route.grade(at: 50) == 0)
  }

  @Test("grades stay within 40 %") func cliffs() throws {
    let track = [0, 1, 2, 3, 4, 5].map { index in
      TrackPoint(
        latitude: Double(index) * 0.001, longitude: 0, elevation: index > 2 ? 9_000 : 0)
    }
    let route = try #require(Route(track: track))
    for distance in stride(from: 0, to: route.length, by: 5) {
      #expect(abs(route.grade(at: distance)) <= 0.4 + 1e-12)
    }
  }
}
