public import RulloBase

/// What is known of a kind of device, each value with where it is from.
///
/// A profile is data: it is read from a file (``init(_:)``), written to one (``json``), learned from a
/// recording, and turned into the typed rules that the simulator runs by.
public struct DeviceProfile: Hashable, Sendable {
  public struct Service: Hashable, Sendable {
    public var uuid: BluetoothUUID
    public var characteristics: [Characteristic]

    public init(uuid: BluetoothUUID, characteristics: [Characteristic]) {
      self.uuid = uuid
      self.characteristics = characteristics
    }
  }

  public struct Characteristic: Hashable, Sendable {
    public var uuid: BluetoothUUID

    /// The property octet of its declaration, and where it is from that the device has it.
    public var properties: Sourced<UInt8>

    /// What reading it gives.
    public var value: Sourced<[UInt8]>?

    public init(
      uuid: BluetoothUUID, properties: Sourced<UInt8>, value: Sourced<[UInt8]>? = nil
    ) {
      self.uuid = uuid
      self.properties = properties
      self.value = value
    }

    public var canRead: Bool { properties.value & 0x02 != 0 }
    public var canWriteCommand: Bool { properties.value & 0x04 != 0 }
    public var canWrite: Bool { properties.value & 0x08 != 0 }
    public var canNotify: Bool { properties.value & 0x10 != 0 }
    public var canIndicate: Bool { properties.value & 0x20 != 0 }
  }

  /// A setting as the profile states it.
  public struct Setting: Hashable, Sendable {
    /// `device`, `control`, `bike` or `streams.2AD2`.
    public var section: String
    public var name: String
    public var value: Sourced<ProfileValue>

    public init(section: String, name: String, value: Sourced<ProfileValue>) {
      self.section = section
      self.name = name
      self.value = value
    }
  }

  /// The word under which commands know it.
  public var name: String

  /// One line for people.
  public var title: String
  public var services: [Service]

  /// In the order of the file; what is absent has its fallback, which counts as assumed.
  public var settings: [Setting]

  public init(name: String, title: String, services: [Service] = [], settings: [Setting] = []) {
    self.name = name
    self.title = title
    self.services = services
    self.settings = settings
  }

  /// A setting, or what holds where the profile does not state it.
  public func value(_ section: String, _ name: String) -> Sourced<ProfileValue> {
    if let setting = settings.last(where: { $0.section == section && $0.name == name }) {
      return setting.value
    }
    let fallback = ProfileKey.of(section).first { $0.name == name }?.fallback ?? .text("")
    return Sourced(fallback, .assumed("the profile does not say; this is Rullo's fallback"))
  }

  /// The streams that have a section or a notifying characteristic, in the order of the services.
  public var streams: [BluetoothUUID] {
    services.flatMap(\.characteristics).map(\.uuid).filter { uuid in
      settings.contains { $0.section == Self.section(of: uuid) }
    }
  }

  /// The services as a client finds them: Generic Access with the name stands in front.
  public var gattServices: [Service] {
    guard !services.contains(where: { $0.uuid == 0x1800 }) else { return services }
    let name = value("device", "name")
    let octets = Sourced(Array(text("device", "name").utf8), name.provenance)
    let characteristic = Characteristic(
      uuid: 0x2A00, properties: Sourced(0x02, name.provenance), value: octets)
    return [Service(uuid: 0x1800, characteristics: [characteristic])] + services
  }

  public static func section(of stream: BluetoothUUID) -> String { "streams.\(stream)" }

  /// The first characteristic with this UUID.
  public func characteristic(_ uuid: BluetoothUUID) -> Characteristic? {
    services.lazy.flatMap(\.characteristics).first { $0.uuid == uuid }
  }

  func integer(_ section: String, _ name: String) -> Int {
    if case .integer(let number) = value(section, name).value { number } else { 0 }
  }

  func flag(_ section: String, _ name: String) -> Bool {
    if case .flag(let flag) = value(section, name).value { flag } else { false }
  }

  func text(_ section: String, _ name: String) -> String {
    if case .text(let text) = value(section, name).value { text } else { "" }
  }

  func integers(_ section: String, _ name: String) -> [Int] {
    if case .integers(let numbers) = value(section, name).value { numbers } else { [] }
  }

  func octets(_ section: String, _ name: String) -> [UInt8] {
    if case .octets(let octets) = value(section, name).value { octets } else { [] }
  }

  func octetLists(_ section: String, _ name: String) -> [[UInt8]] {
    if case .octetLists(let lists) = value(section, name).value { lists } else { [] }
  }

  func word<Word: RawRepresentable<String>>(
    _ section: String, _ name: String, _ fallback: Word
  ) -> Word { Word(rawValue: text(section, name)) ?? fallback }
}
