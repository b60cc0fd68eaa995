/// The same thing of both sessions.
@frozen public struct Sides<Value> {
  public var old: Value
  public var new: Value

  @inlinable
  public init(old: Value, new: Value) {
    self.old = old
    self.new = new
  }

  /// The same with the sessions exchanged.
  @inlinable
  public var mirrored: Sides { Sides(old: new, new: old) }

  @inlinable
  public func map<Result, Failure: Error>(
    _ transform: (Value) throws(Failure) -> Result
  ) throws(Failure) -> Sides<Result> {
    Sides<Result>(old: try transform(old), new: try transform(new))
  }
}

extension Sides: Sendable where Value: Sendable {}
extension Sides: Equatable where Value: Equatable {}
extension Sides: Hashable where Value: Hashable {}

extension Sides where Value: Comparable {
  var smaller: Value { min(old, new) }
  var larger: Value { max(old, new) }
}

/// Which of the two sessions.
enum Side: Sendable {
  case old, new
}

extension Sides {
  subscript(side: Side) -> Value { side == .old ? old : new }
}

extension Sides where Value: Equatable {
  var areEqual: Bool { old == new }
}
