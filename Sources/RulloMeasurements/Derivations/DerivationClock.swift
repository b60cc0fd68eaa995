/// The clock that a derived figure is measured by.
public enum DerivationClock: Hashable, Sendable {
  /// Event times that the device puts into its values; exact, whatever the link does.
  case device(ticksPerSecond: Int64)

  /// When the values arrived, which carries the jitter of the link.
  case arrival
}
