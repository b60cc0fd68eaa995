internal import RulloBluetooth
public import RulloRecordings

extension FaultPlan {
  /// A smaller plan for which `fails` still holds: no single fault can be left out any more.
  ///
  /// Halves are left out before single faults, so that a long plan needs few runs.
  public func shrunk(while fails: (FaultPlan) -> Bool) -> FaultPlan {
    var plan = self
    let left = Shrinking.shrink(Array(faults.indices)) { kept in
      var smaller = self
      smaller.faults = kept.map { faults[$0] }
      return fails(smaller)
    }
    plan.faults = left.map { faults[$0] }
    return plan
  }
}

extension Recording {
  /// A smaller recording for which `fails` still holds: fewer events, the same devices.
  public func shrunk(while fails: (Recording) -> Bool) -> Recording {
    let left = Shrinking.shrink(Array(events.indices)) { fails(keeping($0)) }
    return keeping(left)
  }

  /// The recording with only some of its events, by position.
  func keeping(_ positions: [Int]) -> Recording {
    var smaller = Recording()
    smaller.begin(clock)
    for (index, device) in devices.enumerated() { smaller.declare(device, at: index) }
    for (index, attribute) in attributes.enumerated() { smaller.declare(attribute, at: index) }
    var place = 0
    var position = 0
    forEachEvent { event, value in
      if place < positions.count, positions[place] == position {
        var event = event
        place += 1
        event.number = place
        smaller.event(event, value)
      }
      position += 1
    }
    return smaller
  }
}

enum Shrinking {
  /// Leaves out ever smaller parts of a list as long as `fails` holds for the rest.
  static func shrink(_ list: [Int], while fails: ([Int]) -> Bool) -> [Int] {
    var list = list
    var size = max(1, list.count / 2)
    while !list.isEmpty {
      var start = 0
      var hasShrunk = false
      while start < list.count {
        let rest = Array(list[..<start] + list.dropFirst(start + size))
        if fails(rest) {
          list = rest
          hasShrunk = true
        } else {
          start += size
        }
      }
      if size > 1 {
        size /= 2
      } else if !hasShrunk {
        break
      }
    }
    return list
  }
}
