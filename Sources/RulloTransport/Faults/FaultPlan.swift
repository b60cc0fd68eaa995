internal import RulloBase

/// What is to go wrong in a replay or a simulation: a text with one fault a line, and a seed.
///
///     # the trainer never answers a set slope, and refuses the first target power
///     silent 2AD9 op=0x11
///     deny 2AD9 op=0x05 code=0x05 times=1
public struct FaultPlan: Hashable, Sendable {
  public var faults: [Fault]
  public var seed: UInt64

  public init(_ faults: [Fault] = [], seed: UInt64 = 0) {
    self.faults = faults.enumerated().map { place, fault in
      var fault = fault
      if fault.line == 0 { fault.line = place + 1 }
      return fault
    }
    self.seed = seed
  }

  /// Reads a plan; blank lines and what stands behind `#` are passed over.
  ///
  /// Throws ``FaultPlanError`` with the line and what it should say.
  public init(_ text: some StringProtocol, seed: UInt64 = 0) throws(FaultPlanError) {
    self.seed = seed
    faults = []
    for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" || $0 == "\r" }
      guard !words.isEmpty else { continue }
      guard faults.count < 1_000 else {
        throw FaultPlanError(line: place + 1, text: "a plan has at most 1000 faults")
      }
      var reader = FaultLine(words.map { String($0) }, line: place + 1)
      faults.append(try reader.fault())
    }
  }

  /// The plan as text, which reads back as the same plan.
  public var text: String { faults.map { "\($0)\n" }.joined() }

  /// The SHA-256 of the plan's text, in 64 lower-case digits.
  public var digest: String {
    var hash = SHA256()
    hash.update(Array(text.utf8))
    return hash.hexDigest
  }
}

/// A line of a plan that cannot be read.
public struct FaultPlanError: Error, Hashable, Sendable, CustomStringConvertible {
  public let line: Int
  public let text: String

  public var description: String { "line \(line) of the faults: \(text)" }
}
