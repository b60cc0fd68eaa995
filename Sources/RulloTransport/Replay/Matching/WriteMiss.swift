/// Why a write of the app matched no recorded one that was its turn.
struct WriteMiss: Sendable {
  let code: Divergence.Code
  let text: String

  /// The nearest recorded write, and the rung on which it would match.
  var nearest: Int?
  var rung: MatchRung?
  let bytes: [UInt8]
}

/// What came of looking for the recorded partner of a write.
enum WriteMatch: Sendable {
  case found(Int, MatchRung)
  case missed(WriteMiss)
}
