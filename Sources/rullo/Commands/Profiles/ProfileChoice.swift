import RulloBase
import RulloSimulator

/// Finds the profile that a word on the command line means: a built-in one, or a file.
enum ProfileChoice {
  /// No profile is larger.
  private static let largest = 4 << 20

  static func profile(_ word: String) throws -> DeviceProfile {
    if let profile = DeviceProfile.builtIn(word) { return profile }
    guard word.hasSuffix(".json") || word.contains("/") || word == "-" else {
      let names = DeviceProfile.builtIn.map(\.name)
      let nearest = Suggestion.nearest(to: word, among: names).map { "; did you mean '\($0)'?" }
      throw UsageError(
        "there is no profile '\(word)'"
          + (nearest ?? "; 'rullo profile list' names them, and FILE.json is one of your own"))
    }
    var octets: [UInt8] = []
    var input = try ChunkedInput(path: word)
    try input.forEachChunk { (bytes, _, _) throws(InputError) in
      octets += bytes.copied()
      guard octets.count <= largest else { throw InputError("\(word) is too large for a profile") }
      return bytes.byteCount
    }
    do throws(ProfileFailure) {
      return try DeviceProfile(octets)
    } catch {
      throw InputError("\(word) is no profile: \(error)")
    }
  }
}
