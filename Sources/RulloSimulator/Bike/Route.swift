/// Where a ride goes: distance against elevation, with a steady grade between two points.
public struct Route: Hashable, Sendable {
  /// A place on the route, in metres.
  public struct Point: Hashable, Sendable {
    public var distance: Double
    public var elevation: Double

    public init(distance: Double, elevation: Double) {
      self.distance = distance
      self.elevation = elevation
    }
  }

  /// In the order of their distance, which rises strictly.
  public let points: [Point]

  /// Points that do not lie ahead of the one before are left out, and so are those that lie nowhere
  /// near the earth; two must be left.
  public init?(points: [Point]) {
    var kept: [Point] = []
    kept.reserveCapacity(points.count)
    // Differences of larger numbers would no longer be numbers.
    for point in points
    where point.distance.magnitude < 1e9 && point.elevation.magnitude < 1e6 {
      if let last = kept.last, point.distance <= last.distance { continue }
      kept.append(point)
    }
    guard kept.count >= 2 else { return nil }
    self.points = kept
  }

  /// Metres from the start to the end.
  public var length: Double { points[points.count - 1].distance - points[0].distance }

  /// The grade at a distance from the start, in parts of one; 0 before it and behind the end.
  public func grade(at distance: Double) -> Double {
    let place = points[0].distance + distance
    guard distance >= 0, place < points[points.count - 1].distance else { return 0 }
    var range = 0..<points.count
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range =
        points[middle].distance <= place
        ? middle..<range.upperBound : range.lowerBound..<middle
    }
    let (from, to) = (points[range.lowerBound], points[range.lowerBound + 1])
    return (to.elevation - from.elevation) / (to.distance - from.distance)
  }

  /// The sum of all that goes up, in metres.
  public var climb: Double {
    zip(points, points.dropFirst()).reduce(0) { $0 + max(0, $1.1.elevation - $1.0.elevation) }
  }
}

/// A place on the earth, in degrees and metres.
public struct TrackPoint: Hashable, Sendable {
  public var latitude: Double
  public var longitude: Double

  /// `nil` where the track does not say.
  public var elevation: Double?

  public init(latitude: Double, longitude: Double, elevation: Double?) {
    self.latitude = latitude
    self.longitude = longitude
    self.elevation = elevation
  }
}
