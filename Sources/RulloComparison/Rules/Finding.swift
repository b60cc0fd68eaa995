public import RulloBase
internal import RulloFitness

/// What a finding is about.
public struct FindingSubject: Hashable, Sendable {
  /// The letters of the device; `nil` in a session that does not have it.
  public var device: Sides<String?>

  /// The characteristic as its path, `1826/2AD2`; `nil` for the device or its link.
  public var characteristic: String?
  public var uuid: BluetoothUUID?

  /// The path for people: a full UUID is cut in the middle.
  public var shortPath: String?

  /// The op code of a control point or of a status.
  public var opCode: UInt8?

  /// The field of a value, as its table names it.
  public var field: String?

  init(
    device: Sides<String?>, characteristic: String? = nil, shortPath: String? = nil,
    uuid: BluetoothUUID? = nil, opCode: UInt8? = nil, field: String? = nil
  ) {
    self.device = device
    self.characteristic = characteristic
    self.shortPath = shortPath
    self.uuid = uuid
    self.opCode = opCode
    self.field = field
  }
}

/// One difference between two sessions, with what it rests on.
public struct Finding: Hashable, Sendable {
  public let rule: Rule

  /// That of the rule, or noise where a baseline holds it.
  public internal(set) var findingClass: FindingClass
  public let subject: FindingSubject

  /// What was seen in each session, in words.
  public let values: Sides<String>

  /// How many events each side rests on.
  public let samples: Sides<Int>

  /// Numbers of events that show it, the first ones; for `rullo decode FILE --event N`.
  public let events: Sides<[Int]>

  /// The limit that was used.
  public internal(set) var limit: String

  /// The numbers behind the words where a baseline can hold them, in nanoseconds or counts.
  public let measures: Sides<Int64>?
}

extension Finding {
  /// The letters of the device: `A`, or `A/B` where the sessions differ.
  public var deviceLetters: String {
    let device = subject.device
    guard let old = device.old else { return device.new ?? "" }
    guard let new = device.new, new != old else { return old }
    return "\(old)/\(new)"
  }

  /// The op code in plain words, `set target power`.
  public var opText: String? { opWords?.text }

  /// The op code as JSON has it, `set_target_power`.
  public var opKey: String? { opWords.map { $0.key.description } }

  private var opWords: Words? {
    guard let code = subject.opCode, let uuid = subject.uuid else { return nil }
    return CharacteristicLayout.layout(for: uuid)?.operationWords(code)
  }

  /// The subject in a few words: `A 1826/2AD9 05 set target power`.
  public var subjectText: String {
    var parts = [deviceLetters]
    if let path = subject.shortPath { parts.append(path) }
    if let code = subject.opCode {
      parts.append(Hex.text([code]))
      if let text = opText { parts.append(text) }
    }
    if let field = subject.field { parts.append(field) }
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The whole finding as one sentence.
  public var text: String {
    "\(rule.title): \(subjectText): \(values.old) → \(values.new)"
  }

  /// The finding that exchanged sessions must give.
  public var mirrored: Finding? {
    guard let other = Rule.all.first(where: { $0.id == rule.mirror }) else { return nil }
    var subject = subject
    subject.device = subject.device.mirrored
    return Finding(
      rule: other, findingClass: findingClass == .noise ? .noise : other.findingClass,
      subject: subject, values: values.mirrored, samples: samples.mirrored,
      events: events.mirrored, limit: limit == rule.limits ? other.limits : limit,
      measures: measures?.mirrored)
  }
}
