extension DeviceProfile {
  /// The profiles that come with Rullo, by name.
  public static let builtIn: [DeviceProfile] = EmbeddedProfiles.texts.compactMap {
    try? DeviceProfile(Array($0.json.utf8))
  }

  /// A built-in profile by its name.
  public static func builtIn(_ name: String) -> DeviceProfile? {
    builtIn.first { $0.name == name }
  }

  /// The first generation KICKR CORE.
  public static var kickrCore: DeviceProfile { named("kickr-core") }

  /// A bike that keeps to the Fitness Machine Service.
  public static var genericFTMS: DeviceProfile { named("generic-ftms") }

  /// A bike whose feature bit for slopes is clear.
  public static var ftmsWithoutSimulation: DeviceProfile { named("ftms-without-simulation") }

  /// A built-in profile that is known to be there; a test holds each of these names to its file.
  private static func named(_ name: String) -> DeviceProfile {
    builtIn(name) ?? DeviceProfile(name: name, title: name)
  }
}
