/// Where a value of a profile is from.
public enum Provenance: Hashable, Sendable {
  /// Measured in a recording, named with the digest of its values.
  case measured(recording: String, digest: String)
  /// Octets or figures of a real device that stand at a public address.
  case published(String)
  /// Nobody has shown it; the text says why it was chosen.
  case assumed(String)

  /// The word of the profile format.
  public var word: String {
    switch self {
    case .measured: "measured"
    case .published: "published"
    case .assumed: "assumed"
    }
  }

  /// What stands behind the word: recording and digest, address, or the reason.
  public var detail: String {
    switch self {
    case .measured(let recording, let digest):
      recording + (digest.isEmpty ? "" : " · values \(digest.prefix(19))…")
    case .published(let address): address
    case .assumed(let reason): reason
    }
  }
}

/// A value of a profile with its provenance.
public struct Sourced<Value: Hashable & Sendable>: Hashable, Sendable {
  public var value: Value
  public var provenance: Provenance

  public init(_ value: Value, _ provenance: Provenance) {
    self.value = value
    self.provenance = provenance
  }
}
