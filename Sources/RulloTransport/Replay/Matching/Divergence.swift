/// Where a replay and its recording part.
public struct Divergence: Hashable, Sendable {
  public enum Code: Int, CaseIterable, Hashable, Sendable {
    /// A write with no recorded partner.
    case noPartner = 1
    /// A partner only on a lower rung than allowed.
    case lowerRung
    /// The right write in the wrong order.
    case wrongOrder
    /// A recorded write that the app never made.
    case neverMade
    /// A write outside the time tolerance.
    case wrongTime
    /// A read with nothing recorded.
    case noRead
    /// A control point write while not subscribed or without control.
    case noControl
    /// An operation while there is no link.
    case noLink
    /// Anything after the end of the recording.
    case afterEnd
    /// The recording has a gap where an answer is needed.
    case gap

    /// `D1` to `D10`.
    public var word: String { "D\(rawValue)" }

    /// The code behind `D1` to `D10`.
    public init?(word: some StringProtocol) {
      guard let code = Self.allCases.first(where: { $0.word == word.uppercased() }) else {
        return nil
      }
      self = code
    }
  }

  public let code: Code

  /// Nanoseconds of virtual time.
  public let time: Int64
  public let device: Int
  public let characteristic: CharacteristicIdentity?

  /// One sentence: what was asked and what the recording holds instead.
  public let text: String

  /// The nearest recorded writes with their reasons, what was pending, and the switch that would
  /// accept it.
  public let details: [String]

  /// What was done about it.
  public let policy: DivergencePolicy
}

extension Divergence: CustomStringConvertible {
  public var description: String { "\(code.word) \(text)" }

  /// The sentence and the details, a line each.
  public var report: String { ([description] + details.map { "  " + $0 }).joined(separator: "\n") }
}

/// What a replay does about a divergence.
public enum DivergencePolicy: String, Hashable, Sendable, CaseIterable {
  /// The operation throws, and the divergence fails the replay.
  case fail
  /// An answer is made: a synthesised one, or the link error that is due without a link.
  case answer
  /// The answer of the nearest recorded write.
  case nearest
  /// The write is acknowledged, and nothing follows.
  case silent
  /// The replay ends here.
  case stop
  /// It is told and otherwise passed over.
  case note
  /// It is passed over, and the replay proves nothing.
  case inconclusive
}
