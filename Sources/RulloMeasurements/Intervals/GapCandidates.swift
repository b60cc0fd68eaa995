/// The longest intervals of a stream with the place where each began, in bounded memory.
@usableFromInline
internal struct GapCandidates: Sendable {
  @usableFromInline internal struct Candidate: Sendable {
    @usableFromInline internal let length: Int64
    @usableFromInline internal let start: Int64
    @usableFromInline internal let afterEvent: Int

    @usableFromInline
    internal init(length: Int64, start: Int64, afterEvent: Int) {
      self.length = length
      self.start = start
      self.afterEvent = afterEvent
    }
  }

  @usableFromInline internal var kept: [Candidate] = []
  @usableFromInline internal var threshold: Int64 = 0

  /// This many are kept for sure; twice as many before the shorter half goes.
  internal static let limit = 1_024

  @usableFromInline internal init() {}

  @inlinable @inline(__always)
  internal mutating func add(_ length: Int64, start: Int64, afterEvent: Int) {
    if length > threshold {
      keep(Candidate(length: length, start: start, afterEvent: afterEvent))
    }
  }

  @inline(never) @usableFromInline
  internal mutating func keep(_ candidate: Candidate) {
    kept.append(candidate)
    guard kept.count >= 2 * Self.limit else { return }
    kept.sort { ($0.length, $1.afterEvent) > ($1.length, $0.afterEvent) }
    kept.removeLast(kept.count - Self.limit)
    threshold = kept.last?.length ?? 0
  }

  /// The candidates longer than `limit` in file order.
  internal func longer(than limit: Int64) -> [Candidate] {
    kept.filter { $0.length > limit }.sorted { $0.afterEvent < $1.afterEvent }
  }
}
