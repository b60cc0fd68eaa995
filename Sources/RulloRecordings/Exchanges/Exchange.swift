/// What an app asked and what the device answered, by positions in ``Recording/events``.
public struct Exchange: Hashable, Sendable {
  /// The write, read or subscription.
  public let request: Int

  /// The ATT result: a write or read response, or an error.
  public internal(set) var result: Int?

  /// The response of a control point that echoes the request's op code.
  public internal(set) var response: Int?

  /// Machine status values that report what the request changed.
  public internal(set) var statuses: [Int] = []

  /// Whether the response or a status could belong to another request as well.
  public internal(set) var isAmbiguous = false

  init(request: Int) { self.request = request }
}
