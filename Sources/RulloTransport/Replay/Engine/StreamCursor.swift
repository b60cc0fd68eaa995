/// Where a device's stream stands: which part of its segment is being played.
struct StreamCursor: Sendable {
  /// Places in the segment's stream.
  var next = 0
  var upper = 0
  /// The write that began the stretch; `nil` for the one from the connection on.
  var write: Int?
  /// Whether no later write begins another stretch.
  var isLast = true
  /// Where the stretch ends on the recording's axis.
  var end: Int64 = 0
  /// The place from which its last second is repeated.
  var loop: Int?
  var isRepeating = false
}
