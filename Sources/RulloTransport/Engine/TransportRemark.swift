/// What an engine says about its own doings, for the transcript: `match=exact`, `after=45.250 ms`.
public struct TransportRemark: Hashable, Sendable {
  /// The line of the transcript that it belongs to.
  public enum Place: Hashable, Sendable {
    /// The line of the request that is being handled.
    case request
    /// The line of the next effect.
    case nextEffect
    /// A line of its own, about a characteristic or, without one, about the link.
    case line(CharacteristicIdentity?)
    /// A line of its own: something of the recording is lost here.
    case gap
  }

  public var place: Place
  public var text: String

  public init(_ place: Place, _ text: String) {
    self.place = place
    self.text = text
  }
}
