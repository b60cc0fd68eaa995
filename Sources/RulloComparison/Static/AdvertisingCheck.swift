internal import RulloBase
internal import RulloBluetooth

extension Rule {
  static let advertisedServiceLost = Rule(
    "S24", "service not advertised", .breaking, mirror: "S25",
    sees: "A service is not advertised any more: apps that look for it do not find the device.",
    limits: "both sessions hold advertising of the device", example: "1826 there → not there",
    clause: "Core Specification Supplement 11, Part A, 1.1; FTMS 1.0.1, 3.1")

  static let advertisedServiceGained = Rule(
    "S25", "service advertised", .information, mirror: "S24",
    sees: "A service is advertised that was not.",
    limits: "both sessions hold advertising of the device", example: "1818 not there → there",
    clause: "Core Specification Supplement 11, Part A, 1.1; FTMS 1.0.1, 3.1")

  static let serviceDataChanged = Rule(
    "S26", "service data", .behaviour,
    sees: "Service data differ, such as what kinds of machine a trainer says it is.",
    limits: "both sessions hold advertising of the device", example: "01 20 00 → 01 00 00",
    clause: "Core Specification Supplement 11, Part A, 1.11; FTMS 1.0.1, 3.1")

  static let presentationChanged = Rule(
    "S27", "advertised as something else", .information,
    sees: "Appearance, or the company of the manufacturer data, differ.",
    limits: "both sessions hold it", example: "appearance 0x0480 → 0x0484",
    clause: "Core Specification Supplement 11, Part A, 1.4 and 1.12")
}

/// What a device advertises; names, addresses and the octets of makers are nobody's news.
struct AdvertisingCheck {
  func run(_ pair: DevicePair, _ judge: inout Judge) {
    let advertised = pair.device.map(\.device.advertisement)
    guard let old = advertised.old, let new = advertised.new else {
      if (advertised.old == nil) != (advertised.new == nil) {
        judge.remark(
          "\(advertised.old == nil ? "OLD" : "NEW") holds no advertising of"
            + " \(pair.device.old.device.alias): it is not compared")
      }
      return
    }
    judge.comparedCount += 1
    services(pair, old, new, &judge)
    serviceData(pair, old, new, &judge)
    presentation(pair, "company", old.company, new.company, &judge)
    presentation(pair, "appearance", old.appearance, new.appearance, &judge)
  }

  private func services(
    _ pair: DevicePair, _ old: Advertisement, _ new: Advertisement, _ judge: inout Judge
  ) {
    for service in old.services where !new.services.contains(service) {
      judge.find(
        .advertisedServiceLost, pair.subject(field: "service \(service)"),
        Sides(old: "there", new: "not there"), events: Sides(old: [], new: []))
    }
    for service in new.services where !old.services.contains(service) {
      judge.find(
        .advertisedServiceGained, pair.subject(field: "service \(service)"),
        Sides(old: "not there", new: "there"), events: Sides(old: [], new: []))
    }
  }

  private func serviceData(
    _ pair: DevicePair, _ old: Advertisement, _ new: Advertisement, _ judge: inout Judge
  ) {
    let services = (old.serviceData + new.serviceData).map(\.service)
    var seen: Set<BluetoothUUID> = []
    for service in services where seen.insert(service).inserted {
      let texts = Sides(old: old, new: new).map { side in
        side.serviceData.first { $0.service == service }
          .map { Hex.text($0.octets, separator: " ") } ?? "none"
      }
      guard !texts.areEqual else { continue }
      judge.find(
        .serviceDataChanged, pair.subject(field: "service data of \(service)"), texts,
        events: Sides(old: [], new: []))
    }
  }

  private func presentation(
    _ pair: DevicePair, _ word: String, _ old: UInt16?, _ new: UInt16?, _ judge: inout Judge
  ) {
    guard let old, let new, old != new else { return }
    judge.find(
      .presentationChanged, pair.subject(field: word),
      Sides(old: old, new: new).map {
        "0x" + Hex.text([UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)])
      }, events: Sides(old: [], new: []))
  }
}
