internal import RulloBase
internal import RulloBluetooth
public import RulloRecordings

/// Makes a recording a case of a store: redacted, with its goldens, found by its folder alone.
///
/// An app log stays one where its lines hold all that was recorded; every other source becomes a
/// session text, which holds every event and no packet that might name somebody.
public struct Adoption: Sendable {
  public let store: GoldenStore
  public let name: String

  /// What was written and what it is good for.
  public struct Report: Sendable {
    /// The files written, as paths below the store's root.
    public internal(set) var files: [String] = []

    /// How many originals of each kind were replaced: `2 names`.
    public internal(set) var redactions: [String] = []

    /// Protocol facts that no recording of the store showed before.
    public internal(set) var news: [ProtocolFact] = []
    public internal(set) var events = 0
  }

  /// Throws ``GoldenError`` for a name that is no good file name or that a case has already.
  public init(name: String, into store: GoldenStore) throws(GoldenError) {
    let isPlain = name.utf8.allSatisfy { octet in
      0x30...0x39 ~= octet || 0x41...0x5A ~= octet || 0x61...0x7A ~= octet || octet == 0x2D
        || octet == 0x5F
    }
    guard isPlain, 1...64 ~= name.utf8.count, name.first != "-" else {
      throw GoldenError(
        "'\(name)' is no name for a recording: use letters, digits, - and _, such as kickr-core")
    }
    if let other = try store.cases().first(where: { $0.name == name }) {
      throw GoldenError(
        "captures/\(other.capture) is there already; choose another name, or remove it and its"
          + " goldens first")
    }
    self.store = store
    self.name = name
  }

  /// Redacts a recording, proves that nothing is left, writes it and its goldens.
  ///
  /// `format` is the word of its source, as `rullo info` prints it. Throws ``GoldenError`` where there
  /// is no exchange in it, where an original is still found in what would be written, where two runs
  /// differ, and where something cannot be written; then nothing is.
  public func adopt(_ recording: Recording, format: String) throws(GoldenError) -> Report {
    guard !recording.events.isEmpty else {
      throw GoldenError("there is no exchange with a device in it, so that it tests nothing")
    }
    var survey = RedactionSurvey()
    recording.replay(into: &survey)
    var redactor = Redactor(Recording(), survey.pseudonyms)
    recording.replay(into: &redactor)
    let pseudonyms = redactor.pseudonyms
    let redacted = redactor.intoSink()

    let (file, octets) = AdoptedText.of(redacted, name: name, format: format)
    try prove(octets, file, pseudonyms)
    let stored = try StoredRecording(octets: octets, file: file)
    var texts: [(name: String, octets: [UInt8])] = []
    for kind in stored.kinds {
      let golden = try GoldenText.of(stored, kind)
      guard golden == (try GoldenText.of(try StoredRecording(octets: octets, file: file), kind))
      else { throw GoldenError("two runs of \(file) differ, so that neither can be a golden") }
      texts.append((kind.fileName(of: name), golden))
    }
    var report = Report()
    report.news = try StoreCoverage(of: store).news(in: ProtocolFacts.of(stored.recording))
    report.events = stored.recording.events.count
    report.redactions = Self.counts(pseudonyms)
    for golden in texts { try store.goldens.write(golden.octets, to: golden.name) }
    try store.captures.write(octets, to: file)
    report.files = ["captures/\(file)"] + texts.map { "golden/\($0.name)" }
    return report
  }

  /// Looks for every original in what is about to be written.
  private func prove(
    _ octets: [UInt8], _ file: String, _ pseudonyms: Pseudonyms
  ) throws(GoldenError) {
    let search = PatternSearch(pseudonyms)
    guard let match = octets.withRawSpan({ search.firstMatch(in: $0, from: 0) }) else { return }
    let line = octets[..<match.range.lowerBound].count { $0 == 0x0A } + 1
    let kind = pseudonyms.entries[match.entry].kind.word
    throw GoldenError(
      "redaction left a \(kind) in line \(line) of what would be \(file); nothing was written")
  }

  private static func counts(_ pseudonyms: Pseudonyms) -> [String] {
    Pseudonyms.Kind.allCases.compactMap { kind in
      let count = pseudonyms.entries.count { $0.kind == kind }
      guard count > 0 else { return nil }
      return "\(count) \(kind.word)"
        + (count == 1 || kind == .personal ? "" : kind == .address ? "es" : "s")
    }
  }
}
