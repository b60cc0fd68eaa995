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
    /// Completes an exchange; what has begun may hold further ones.
    case each
    /// More octets of the exchange before.
    case more
    /// No exchange: says which UUID stands behind a handle.
    case map
    /// No exchange: what has begun is over.
    case close
    /// No exchange, but its time counts for those that follow.
    case time
    /// No exchange: says in words what the octets of the one before mean.
    case says
  }

  /// One shape of a line.
  public struct Rule: Hashable, Sendable {
    public var pattern: LinePattern
    public var part = Part.whole

    /// The kind of event, where the shape says it; else it is inferred.
    public var kind: Event.Kind?
    public var direction: Event.Direction?
    public var uuid: BluetoothUUID?

    /// Where the octets are a packet: which kind.
    public var packet: PacketForm?

    public init(_ pattern: LinePattern) { self.pattern = pattern }
  }

  /// The word of `--log-format` and of the JSON output: `simcline`, `my_app`.
  public var name: String

  /// What it is, for lists.
  public var title = ""

  /// How the lines of the log begin, in front of each rule's own pattern: the first that fits.
  ///
  /// None means that every rule says all; an empty one that a line may begin without.
  public var beginnings: [LinePattern] = []

  /// Tried in order; the first that fits decides.
  public var rules: [Rule] = []

  /// Set where the log is a table with named columns instead of lines with a shape.
  public var columns: LogColumns?

  /// Whether the lines hold packets, which ``PacketLog`` reads, and no exchanges.
  public var isOfPackets: Bool { rules.contains { $0.packet != nil } }

  /// Whether times count from the line before, so that their errors add up.
  public var countsSteps: Bool {
    let steps: [Slot] = [.later, .laterMilliseconds, .laterSeconds]
    return (beginnings + rules.map(\.pattern)).contains { steps.contains(where: $0.holds) }
  }

  var vocabulary = LogVocabulary()

  public init(name: String) { self.name = name }

  /// Gives a direction word a meaning.
  public mutating func add(_ word: String, _ direction: Event.Direction) {
    vocabulary.add(word, direction)
  }

  /// Gives a name that stands for a characteristic its UUID.
  public mutating func add(_ word: String, _ uuid: BluetoothUUID) { vocabulary.add(word, uuid) }
}
