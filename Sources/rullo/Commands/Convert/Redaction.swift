import RulloBase
import RulloBluetooth
import RulloCaptureFiles
import RulloFieldLogs
import RulloImporting
import RulloRecordings

/// One redaction: learns what identifies, writes the recording without it, and looks again.
struct Redaction {
  let path: String
  let output: String
  let options: RecordingOptions
  let format: OutputFormat

  /// Packets or events written.
  private(set) var count = 0
  private var pseudonyms = Pseudonyms()
  private var shortValues: [Int: [RedactionSurvey.ShortValue]] = [:]
  private var scanned = 0

  init(path: String, output: String, options: RecordingOptions, format: OutputFormat) {
    self.path = path
    self.output = output
    self.options = options
    self.format = format
  }

  /// What was done, in a sentence.
  var summary: String {
    let kinds = Pseudonyms.Kind.allCases.compactMap { kind -> String? in
      let number = pseudonyms.entries.count { $0.kind == kind }
      return number == 0 ? nil : "\(number) × \(kind.word)"
    }
    let replaced =
      kinds.isEmpty ? "nothing to replace" : "replaced " + kinds.joined(separator: ", ")
    return "\(replaced); \(Figures.counted(scanned, "octet")) searched"
  }

  /// Reads everything once for what identifies a device or a person.
  mutating func survey(_ console: borrowing Console) throws {
    let file = try options.open(path)
    let holdsPackets = file.holdsPackets
    let outcome = Source.read(file, EventSelection(), into: RedactionSurvey(), console)
    pseudonyms = outcome.sink.pseudonyms
    shortValues = outcome.sink.shortValues
    guard holdsPackets else { return }
    var packets = PacketSurvey(pseudonyms)
    // What cannot be read is said when it is written.
    _ = try? options.open(path).readPackets(into: &packets)
    pseudonyms = packets.pseudonyms
  }

  mutating func write(into file: OutputFile, _ console: inout Console) throws -> ExitCode {
    let source = try options.open(path)
    switch format {
    case .session:
      // The name of the recording may name a person: the text gets its own.
      let name = SessionSource(file: Source.name(output), format: source.formatWord)
      return events(
        source, SessionTextWriter(source: name) { file.write($0) }, &console
      ) { $0.finish() }
    case .appLog:
      return events(source, AppLogWriter { file.write($0) }, &console) { $0.finish() }
    case .capture(let target):
      if source.holdsPackets, options.selection.isEverything {
        let code = try packets(source, target, file, &console)
        if let code { return code }
      }
      let first = try options.open(path)
      let catalogue = Source.read(
        first, options.selection, into: Redactor(DeviceCatalogue(), pseudonyms), console
      ).intoSink().intoSink()
      let composer = PacketComposer(catalogue, CaptureWriter(target) { file.write($0) })
      return events(try options.open(path), composer, &console) {
        $0.finish()
        $0.sink.finish()
      }
    }
  }

  /// Capture to capture; `nil` where the packets are none that the target can hold.
  private mutating func packets(
    _ source: consuming RecordingFile, _ target: CaptureTarget, _ file: OutputFile,
    _ console: inout Console
  ) throws -> ExitCode? {
    // What a monitor or a logger says of itself may hold anything.
    let writer = NotedPackets(CaptureWriter(target, keepsNotes: false) { file.write($0) })
    var sink = PacketRedactor(writer, pseudonyms, shortValues: shortValues)
    var failure: InputError?
    do {
      try source.readPackets(into: &sink)
    } catch {
      let text = "\(error)"
      failure = InputError(text.hasPrefix(path) ? text : "\(path): \(text)")
    }
    sink.finish()
    pseudonyms = sink.pseudonyms
    let losses = sink.sink.writer.losses
    let others = losses[CaptureLoss.network.rawValue] + losses[CaptureLoss.air.rawValue]
    if sink.sink.writer.count == 0, others > 0 { return nil }
    if failure == nil || sink.sink.writer.count > 0 { sink.sink.writer.finish() }
    count = sink.sink.writer.count
    let code = Source.finish(sink.sink.notes, failure, of: path, options, &console)
    for loss in CaptureLoss.allCases where losses[loss.rawValue] > 0 {
      console.complain("not held: \(loss.text) (\(losses[loss.rawValue]))")
    }
    return code
  }

  private mutating func events<Sink: EventSink & ~Copyable>(
    _ source: consuming RecordingFile, _ sink: consuming Sink, _ console: inout Console,
    _ end: (inout Sink) -> Void
  ) -> ExitCode {
    var outcome = Source.read(
      source, options.selection, into: NotedEvents(Redactor(sink, pseudonyms)), console)
    end(&outcome.sink.sink.sink)
    pseudonyms = outcome.sink.sink.pseudonyms
    count = outcome.sink.count
    return Source.finish(
      outcome.sink.notes, outcome.failure, outcome.skipped, of: path, options, &console)
  }

  /// Reads what was written and answers, a sentence each, what is left of the originals.
  mutating func scan() throws -> [String] {
    let isText: Bool
    if case .capture = format { isText = false } else { isText = true }
    var scan = RedactionScan(pseudonyms, isText: isText)
    var input = try ChunkedInput(path: output)
    try scan.read(&input)
    scanned = scan.scanned
    guard scanned > 0 else { return [] }
    var left = scan.findings.map { finding in
      "\(finding.word) at octet \(finding.offset)" + (isText ? ", line \(finding.line)" : "")
    }
    // What stands across packets is whole only in the values.
    let again = try RecordingFile(path: output).read(into: RedactionSurvey())
    let originals = Dictionary(
      pseudonyms.entries.map { ($0.original, $0.kind) }, uniquingKeysWith: { first, _ in first })
    for entry in again.sink.pseudonyms.entries {
      if let kind = originals[entry.original] {
        left.append("\(kind.word) in a value that is read from the written file")
      }
    }
    return left
  }
}
