public import RulloBase
public import RulloBluetooth

/// A text log's format as data: how a line begins, its clock, its words, and where the octets stand.
///
/// The formats that Rullo knows and those that a team writes for its own app are the same thing; see
/// ``LogFormat/init(json:)`` for the file form.
public struct LogFormat: Hashable, Sendable {
  /// What one line has to do with an exchange.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    /// The line is an exchange.
    case whole
    /// An exchange begins here; later lines say the rest.
    case begin
    /// Says more of the exchange that has begun.
    case middle
    /// Completes the exchange that has begun.
    case end
    /// More octets of the exchange before.
    case more
    /// No exchange: says which UUID stands behind a handle.
    case map
  }

  /// One shape of a line.
  public struct Rule: Hashable, Sendable {
    public var pattern: LinePattern
    public var part = Part.whole

    /// The kind of event, where the shape says it; else it is inferred.
    public var kind: Event.Kind?
    public var direction: Event.Direction?
    public var uuid: BluetoothUUID?

    public init(_ pattern: LinePattern) { self.pattern = pattern }
  }

  /// The word of `--log-format` and of the JSON output: `simcline`, `my_app`.
  public var name: String

  /// What it is, for lists.
  public var title = ""

  /// How every line of the log begins, in front of each rule's own pattern.
  public var beginning: LinePattern?

  /// Tried in order; the first that fits decides.
  public var rules: [Rule] = []

  /// Set where the log is a table with named columns instead of lines with a shape.
  public var columns: LogColumns?

  var vocabulary = LogVocabulary()

  public init(name: String) { self.name = name }

  /// Gives a direction word a meaning.
  public mutating func add(_ word: String, _ direction: Event.Direction) {
    vocabulary.add(word, direction)
  }

  /// Gives a name that stands for a characteristic its UUID.
  public mutating func add(_ word: String, _ uuid: BluetoothUUID) { vocabulary.add(word, uuid) }
}
