internal import RulloBase
internal import RulloBluetooth
internal import RulloFitness

extension Rule {
  static let characteristicLost = Rule(
    "S03", "characteristic gone", .breaking, mirror: "S04",
    sees: "A characteristic or descriptor that discovery named before is not there any more.",
    limits: "both sessions hold a discovery, the new one of the same service or of another one",
    example: "1826/2AD3 there → not there", clause: "Core 5.4, Vol 3, Part G, 4.6")

  static let characteristicGained = Rule(
    "S04", "characteristic new", .information, mirror: "S03",
    sees: "Discovery names a characteristic or descriptor that was not there before.",
    limits: "both sessions hold a discovery, the old one of the same service or of another one",
    example: "1826/2AD3 not there → there", clause: "Core 5.4, Vol 3, Part G, 4.6")

  static let propertyLost = Rule(
    "S05", "property gone", .breaking, mirror: "S06",
    sees: "A characteristic may not be used any more in a way that it allowed.",
    limits: "both sessions hold its declaration", example: "read, notify → read",
    clause: "Core 5.4, Vol 3, Part G, 3.3.1.1")

  static let propertyGained = Rule(
    "S06", "property new", .information, mirror: "S05",
    sees: "A characteristic allows more than before.",
    limits: "both sessions hold its declaration", example: "read → read, notify",
    clause: "Core 5.4, Vol 3, Part G, 3.3.1.1")

  static let propertyChanged = Rule(
    "S07", "properties changed", .breaking,
    sees: "A characteristic allows something new and something else no more.",
    limits: "both sessions hold its declaration", example: "notify → indicate",
    clause: "Core 5.4, Vol 3, Part G, 3.3.1.1")

  static let handleMoved = Rule(
    "S08", "handles moved", .information,
    sees: "Characteristics have other handles; an app that keeps handles must discover again.",
    limits: "both sessions know the handle", example: "2AD2 at 0x0012 → 0x0014, and 11 more",
    clause: "Core 5.4, Vol 3, Part G, 2.5.2 and 7.1")
}

/// The attribute database as discovery told it.
struct DatabaseCheck {
  func run(_ pair: DevicePair, _ judge: inout Judge) {
    let hasDiscovery = pair.device.map { $0.characteristics.contains(where: \.isDiscovered) }
    guard hasDiscovery.old, hasDiscovery.new else {
      if hasDiscovery != Sides(old: false, new: false) {
        let side = hasDiscovery.old ? "NEW" : "OLD"
        judge.remark("\(side) holds no discovery: characteristics and properties are not compared")
      }
      return
    }
    judge.comparedCount += 1
    missing(pair, pair.device.old, pair.device.new, pair.characteristics.pairOf.old, &judge) {
      (.characteristicLost, Sides(old: $0, new: nil))
    }
    missing(pair, pair.device.new, pair.device.old, pair.characteristics.pairOf.new, &judge) {
      (.characteristicGained, Sides(old: nil, new: $0))
    }
    for places in pair.characteristics.pairs { properties(pair, places, &judge) }
    handles(pair, &judge)
  }

  /// What discovery named on one side only; a client may ask for some services and not for others.
  private func missing(
    _ pair: DevicePair, _ device: DeviceFacts, _ other: DeviceFacts, _ pairOf: [Int],
    _ judge: inout Judge, _ ruling: (Int) -> (Rule, Sides<Int?>)
  ) {
    let services = Sides(old: device.discoveredServices, new: other.discoveredServices)
    let sharesServices = !services.old.isDisjoint(with: services.new)
    for (place, facts) in device.characteristics.enumerated()
    where pairOf[place] < 0 && facts.isDiscovered {
      // Without its service it cannot be known whether the other client looked there.
      guard let service = facts.key.service, sharesServices else { continue }
      if !services.new.contains(service) {
        judge.remark(
          "service \(service) is in one discovery only: gone, new, or not asked for by the client")
        continue
      }
      let (rule, places) = ruling(place)
      let isLost = places.old != nil
      let event = facts.firstValue > 0 ? facts.firstValue : facts.read?.event ?? 0
      judge.find(
        rule, pair.subject(only: places),
        isLost ? Sides(old: "there", new: "not there") : Sides(old: "not there", new: "there"),
        events: Sides(
          old: isLost && event > 0 ? [event] : [], new: !isLost && event > 0 ? [event] : []))
    }
  }

  private func properties(_ pair: DevicePair, _ places: Sides<Int>, _ judge: inout Judge) {
    let facts = pair.facts(places)
    guard let old = facts.old.attribute.properties, let new = facts.new.attribute.properties,
      old != new
    else { return }
    let rule: Rule =
      old & ~new == 0 ? .propertyGained : new & ~old == 0 ? .propertyLost : .propertyChanged
    judge.find(
      rule, pair.subject(places), Sides(old: Self.words(old), new: Self.words(new)),
      events: facts.map { [$0.read?.event ?? 0, $0.firstValue].filter { $0 > 0 } })
  }

  /// The bits of the declaration in words.
  private static func words(_ properties: UInt8) -> String {
    let names = [
      "broadcast", "read", "write without response", "write", "notify", "indicate",
      "signed write", "extended",
    ]
    let set = names.indices.filter { properties & 1 << UInt8($0) != 0 }.map { names[$0] }
    return set.isEmpty ? "none" : set.joined(separator: ", ")
  }

  private func handles(_ pair: DevicePair, _ judge: inout Judge) {
    let moved = pair.characteristics.pairs.compactMap { places -> (String, Sides<UInt16>)? in
      let facts = pair.facts(places)
      guard facts.old.key.uuid != nil, let old = facts.old.attribute.handle,
        let new = facts.new.attribute.handle, old != new
      else { return nil }
      return (facts.old.attribute.shortPath, Sides(old: old, new: new))
    }
    guard let first = moved.first else { return }
    let more = moved.count > 1 ? ", and \(moved.count - 1) more" : ""
    judge.find(
      .handleMoved, pair.subject(),
      first.1.map { "\(first.0) at 0x\(Self.hex($0))\(more)" },
      samples: Sides(old: moved.count, new: moved.count), events: Sides(old: [], new: []))
  }

  private static func hex(_ handle: UInt16) -> String {
    Hex.text([UInt8(handle >> 8), UInt8(truncatingIfNeeded: handle)])
  }
}

extension DevicePair {
  func facts(_ places: Sides<Int>) -> Sides<CharacteristicFacts> {
    Sides(
      old: device.old.characteristics[places.old], new: device.new.characteristics[places.new])
  }
}
