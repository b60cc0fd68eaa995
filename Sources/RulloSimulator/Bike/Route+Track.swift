extension Route {
  /// A route along a track, with the noise of its elevations smoothed away.
  ///
  /// Distances are those of a sphere between neighbours, elevations the mean over 50 m both ways on a
  /// grid of 10 m; grades are kept within ±40 %. Points without an elevation take that of the point
  /// before. `nil` for a track of fewer than two places apart.
  public init?(track: [TrackPoint]) {
    var points: [Point] = []
    points.reserveCapacity(track.count)
    var distance = 0.0
    var elevation = track.lazy.compactMap(\.elevation).first ?? 0
    var last: TrackPoint?
    for point in track {
      if let last { distance += Self.distance(last, point) }
      last = point
      elevation = point.elevation ?? elevation
      points.append(Point(distance: distance, elevation: elevation))
    }
    guard let raw = Route(points: points) else { return nil }
    self = raw.smoothed()
  }

  /// A profile of stretches: their length in metres and grade in percent.
  public init?(stretches: [(length: Double, percent: Double)]) {
    var points = [Point(distance: 0, elevation: 0)]
    var place = points[0]
    for stretch in stretches where stretch.length > 0 {
      place.distance += stretch.length
      place.elevation += stretch.length * stretch.percent / 100
      points.append(place)
    }
    self.init(points: points)
  }

  /// Metres between two places: the chord's flat part, which at the distances of a track is the same.
  static func distance(_ from: TrackPoint, _ to: TrackPoint) -> Double {
    let radian = 0.017453292519943295
    let radius = 6_371_008.8
    let north = (to.latitude - from.latitude) * radian * radius
    var turn = to.longitude - from.longitude
    if turn > 180 { turn -= 360 }
    if turn < -180 { turn += 360 }
    let middle = (from.latitude + to.latitude) / 2 * radian
    let east = turn * radian * radius * cosine(middle)
    return (north * north + east * east).squareRoot()
  }

  /// The cosine of an angle within a quarter turn, by its series: the same bits on every machine.
  static func cosine(_ angle: Double) -> Double {
    let square = angle * angle
    var term = 1.0
    var sum = 1.0
    for place in 1...12 {
      term = -term * square / Double((2 * place - 1) * 2 * place)
      sum += term
    }
    return sum
  }

  func smoothed(window: Double = 50, spacing: Double = 10) -> Route {
    // A track around the earth still has a bounded grid.
    let spacing = max(spacing, length / 1_000_000)
    let count = max(2, Int(length / spacing) + 1)
    var heights: [Double] = []
    heights.reserveCapacity(count + 1)
    var segment = 0
    let start = points[0].distance
    for index in 0...count {
      let place = min(start + Double(index) * spacing, points[points.count - 1].distance)
      while segment < points.count - 2, points[segment + 1].distance <= place { segment += 1 }
      let (from, to) = (points[segment], points[segment + 1])
      let share = (place - from.distance) / (to.distance - from.distance)
      heights.append(from.elevation + (to.elevation - from.elevation) * share)
    }
    let reach = max(1, Int(window / spacing))
    var sums = [0.0]
    sums.reserveCapacity(heights.count + 1)
    for height in heights { sums.append(sums[sums.count - 1] + height) }
    var smooth: [Point] = []
    smooth.reserveCapacity(heights.count)
    for index in heights.indices {
      // The same reach both ways, so that the ends keep their heights.
      let near = min(reach, index, heights.count - 1 - index)
      let mean = (sums[index + near + 1] - sums[index - near]) / Double(2 * near + 1)
      let distance = min(Double(index) * spacing, length)
      guard let last = smooth.last else {
        smooth.append(Point(distance: distance, elevation: mean))
        continue
      }
      let run = distance - last.distance
      guard run > 0 else { continue }
      let rise = min(max(mean - last.elevation, -0.4 * run), 0.4 * run)
      smooth.append(Point(distance: distance, elevation: last.elevation + rise))
    }
    return Route(points: smooth) ?? self
  }
}
