internal import RulloBase

extension DeviceProfile {
  /// The version of the format that this reads and writes.
  static let version = "1"

  /// Reads a profile: JSON as the README describes it.
  ///
  /// Throws ``ProfileFailure`` at the first fault, with the line or the path of the value.
  public init(_ octets: [UInt8]) throws(ProfileFailure) {
    let json: JSONValue
    do {
      json = try JSONValue(octets)
    } catch {
      throw ProfileFailure("\(error)")
    }
    guard let members = json.members else { throw ProfileFailure("a profile is a JSON object") }
    let known = ["rullo_profile", "name", "title", "sources", "device", "services", "streams"]
    for member in members where !(known + ["control", "bike"]).contains(member.key) {
      throw ProfileFailure("a profile has no key \"\(member.key)\"")
    }
    guard json["rullo_profile"] == .number(Self.version) else {
      throw ProfileFailure(
        "\"rullo_profile\" should be \(Self.version), the version that this program reads")
    }
    guard let name = json["name"]?.text, !name.isEmpty else {
      throw ProfileFailure("\"name\" is missing")
    }
    self.init(name: name, title: json["title"]?.text ?? name)
    let reader = try ProfileSources(json["sources"])
    for section in ["device", "control", "bike"] {
      settings += try reader.settings(json[section], section)
    }
    for member in json["streams"]?.members ?? [] {
      guard let uuid = BluetoothUUID(member.key) else {
        throw ProfileFailure("streams.\(member.key) is named by no UUID, such as 2AD2")
      }
      settings += try reader.settings(member.value, Self.section(of: uuid))
    }
    for (index, service) in (json["services"]?.items ?? []).enumerated() {
      services.append(try reader.service(service, at: index))
    }
    guard services.contains(where: { !$0.characteristics.isEmpty }) else {
      throw ProfileFailure("\"services\" names no characteristic")
    }
    try checkStreams()
  }

  private func checkStreams() throws(ProfileFailure) {
    for setting in settings where setting.section.hasPrefix("streams.") {
      let uuid = BluetoothUUID(setting.section.dropFirst("streams.".count))
      guard let uuid, characteristic(uuid)?.canNotify == true else {
        throw ProfileFailure("\(setting.section) is no characteristic that notifies")
      }
    }
    for stream in streams {
      let section = Self.section(of: stream)
      let steps = integers(section, "steps")
      guard steps.contains(where: { $0 > 0 }) else {
        throw ProfileFailure("\(section).steps never leaves its slot")
      }
      for name in ["layout", "layout_started"] {
        for flags in octetLists(section, name) where !flags.isEmpty {
          guard StreamEncoder.canEncode(stream, flags: flags) else {
            throw ProfileFailure("\(section).\(name) has flags that \(stream) does not have")
          }
        }
      }
    }
  }
}

/// The sources that a profile names, and the reading of what refers to them.
struct ProfileSources {
  private var sources: [(name: String, provenance: Provenance)] = []

  init(_ json: JSONValue?) throws(ProfileFailure) {
    for member in json?.members ?? [] {
      let source = member.value
      if let recording = source["measured"]?.text {
        let digest = source["values"]?.text ?? ""
        sources.append((member.key, .measured(recording: recording, digest: digest)))
      } else if let address = source["published"]?.text {
        sources.append((member.key, .published(address)))
      } else if let reason = source["assumed"]?.text {
        sources.append((member.key, .assumed(reason)))
      } else {
        throw ProfileFailure(
          "sources.\(member.key) says none of \"measured\", \"published\", \"assumed\"")
      }
    }
  }

  /// A source by its name; a value that names none is assumed.
  func provenance(_ json: JSONValue?, at place: String) throws(ProfileFailure) -> Provenance {
    guard let json else { return .assumed("the profile names no source") }
    guard let name = json.text, let source = sources.last(where: { $0.name == name }) else {
      throw ProfileFailure("\(place): \"from\" names no entry of \"sources\"")
    }
    return source.provenance
  }

  func settings(
    _ json: JSONValue?, _ section: String
  ) throws(ProfileFailure) -> [DeviceProfile.Setting] {
    guard let json else { return [] }
    guard let members = json.members else {
      throw ProfileFailure("\(section) should be an object")
    }
    var settings: [DeviceProfile.Setting] = []
    for member in members {
      guard let key = ProfileKey.of(section).first(where: { $0.name == member.key }) else {
        let names = ProfileKey.of(section).map(\.name).joined(separator: ", ")
        throw ProfileFailure("\(section) has no \"\(member.key)\"; it has \(names)")
      }
      let place = "\(section).\(member.key)"
      let isSourced = member.value.members != nil
      let plain = isSourced ? member.value["value"] : member.value
      guard let plain else { throw ProfileFailure("\(place): \"value\" is missing") }
      let value = try key.value(plain).get()
      let provenance = try provenance(isSourced ? member.value["from"] : nil, at: place)
      settings.append(
        DeviceProfile.Setting(
          section: section, name: member.key, value: Sourced(value, provenance)))
    }
    return settings
  }

  func service(_ json: JSONValue, at index: Int) throws(ProfileFailure) -> DeviceProfile.Service {
    guard let uuid = json["uuid"]?.text.flatMap({ BluetoothUUID($0) }) else {
      throw ProfileFailure("services[\(index)]: \"uuid\" is no UUID")
    }
    var service = DeviceProfile.Service(uuid: uuid, characteristics: [])
    for characteristic in json["characteristics"]?.items ?? [] {
      service.characteristics.append(try self.characteristic(characteristic, of: uuid))
    }
    return service
  }

  private func characteristic(
    _ json: JSONValue, of service: BluetoothUUID
  ) throws(ProfileFailure) -> DeviceProfile.Characteristic {
    guard let uuid = json["uuid"]?.text.flatMap({ BluetoothUUID($0) }) else {
      throw ProfileFailure("service \(service): a characteristic whose \"uuid\" is no UUID")
    }
    let place = "\(service)/\(uuid)"
    var properties: UInt8 = 0
    for word in (json["properties"]?.text ?? "").split(separator: " ") {
      guard let bit = PropertyWords.bit(of: String(word)) else {
        throw ProfileFailure("\(place): '\(word)' is none of \(PropertyWords.list)")
      }
      properties |= bit
    }
    let provenance = try provenance(json["from"], at: place)
    var value: Sourced<[UInt8]>?
    if let stated = json["value"] {
      let text = stated.text ?? stated["value"]?.text ?? stated["text"]?.text
      let octets = stated["text"]?.text.map { Array($0.utf8) } ?? text.flatMap { Hex.bytes($0) }
      guard let octets, octets.count <= 512 else {
        throw ProfileFailure("\(place): \"value\" should be octets such as \"44 00\"")
      }
      let own = stated.members == nil ? nil : stated["from"]
      value = Sourced(octets, own == nil ? provenance : try self.provenance(own, at: place))
    }
    return DeviceProfile.Characteristic(
      uuid: uuid, properties: Sourced(properties, provenance), value: value)
  }
}

/// The properties of a characteristic in words (Core Specification, volume 3 part G, 3.3.1.1).
enum PropertyWords {
  private static let words = [
    "broadcast", "read", "write_without_response", "write", "notify", "indicate", "signed_write",
    "extended",
  ]

  static var list: String { words.joined(separator: ", ") }

  static func bit(of word: String) -> UInt8? {
    words.firstIndex(of: word).map { 1 << UInt8(truncatingIfNeeded: $0) }
  }

  static func text(_ properties: UInt8) -> String {
    words.indices.filter { properties & 1 << UInt8(truncatingIfNeeded: $0) != 0 }.map { words[$0] }
      .joined(separator: " ")
  }
}
