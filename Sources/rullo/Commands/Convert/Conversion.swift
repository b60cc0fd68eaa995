import RulloBase
import RulloBluetooth
import RulloCaptureFiles
import RulloFieldLogs
import RulloImporting
import RulloRecordings

/// One conversion: reads the recording once or twice and writes it.
struct Conversion {
  let path: String
  let options: RecordingOptions
  let format: OutputFormat

  /// Packets or lines written.
  private(set) var count = 0
  private(set) var events = 0

  /// Whether packets went over as they are.
  private(set) var isStraight = false

  init(path: String, options: RecordingOptions, format: OutputFormat) {
    self.path = path
    self.options = options
    self.format = format
  }

  mutating func run(into file: OutputFile, _ console: inout Console) throws -> ExitCode {
    let source = try options.open(path)
    switch format {
    case .session: return session(source, file, &console)
    case .appLog: return appLog(source, file, &console)
    case .capture(let target):
      guard source.holdsPackets, options.selection.isEverything else {
        return try compose(source, target, file, &console)
      }
      return try packets(source, target, file, &console)
    }
  }

  /// Capture to capture: every packet of the host keeps its octets.
  private mutating func packets(
    _ source: consuming RecordingFile, _ target: CaptureTarget, _ file: OutputFile,
    _ console: inout Console
  ) throws -> ExitCode {
    var sink = NotedPackets(CaptureWriter(target) { file.write($0) })
    var failure: InputError?
    do {
      try source.readPackets(into: &sink)
    } catch {
      let text = "\(error)"
      failure = InputError(text.hasPrefix(path) ? text : "\(path): \(text)")
    }
    let network = sink.writer.losses[CaptureLoss.network.rawValue]
    let air = sink.writer.losses[CaptureLoss.air.rawValue]
    if sink.writer.count == 0, network + air > 0 {
      guard path != "-" else {
        throw InputError(
          "standard input holds \(air > 0 ? "radio packets" : "network frames"), which have to be"
            + " read twice; name a file instead")
      }
      return try compose(try options.open(path), target, file, &console)
    }
    isStraight = true
    if failure == nil || sink.writer.count > 0 { sink.writer.finish() }
    count = sink.writer.count
    let code = Source.finish(sink.notes, failure, of: path, options, &console)
    tell(sink.writer.losses, &console)
    return code
  }

  /// Events to packets: a first pass learns who takes part, a second one writes.
  private mutating func compose(
    _ source: consuming RecordingFile, _ target: CaptureTarget, _ file: OutputFile,
    _ console: inout Console
  ) throws -> ExitCode {
    var catalogue = DeviceCatalogue()
    let writer = CaptureWriter(target) { file.write($0) }
    guard path != "-" else {
      // What cannot be read twice is kept in memory.
      let outcome = Source.read(source, options.selection, into: Recording(), console)
      outcome.sink.replay(into: &catalogue)
      var sink = NotedEvents(PacketComposer(catalogue, writer))
      outcome.sink.replay(into: &sink)
      return finish(&sink, outcome.failure, outcome.skipped, &console)
    }
    catalogue = Source.read(source, options.selection, into: catalogue, console).intoSink()
    var outcome = Source.read(
      try options.open(path), options.selection,
      into: NotedEvents(PacketComposer(catalogue, writer)),
      console)
    return finish(&outcome.sink, outcome.failure, outcome.skipped, &console)
  }

  private mutating func finish(
    _ sink: inout NotedEvents<PacketComposer<CaptureWriter>>, _ failure: InputError?,
    _ skipped: SkippedLines?, _ console: inout Console
  ) -> ExitCode {
    sink.sink.finish()
    sink.sink.sink.finish()
    count = sink.sink.sink.count
    events = sink.count
    let code = Source.finish(sink.notes, failure, skipped, of: path, options, &console)
    if sink.clock.kind != .absolute, count > 0 {
      console.complain(
        sink.clock.kind == .none
          ? "note: the recording has no clock; its packets count from 1970 and stand at one moment"
          : "note: the recording has no date; its packets count from 1 January 1970")
    }
    for loss in PacketLoss.allCases where sink.sink.losses[loss.rawValue] > 0 {
      console.complain("not held: \(loss.text) (\(sink.sink.losses[loss.rawValue]))")
    }
    tell(sink.sink.sink.losses, &console)
    return code
  }

  private func tell(_ losses: [Int], _ console: inout Console) {
    for loss in CaptureLoss.allCases where losses[loss.rawValue] > 0 {
      console.complain("not held: \(loss.text) (\(losses[loss.rawValue]))")
    }
  }

  private mutating func session(
    _ source: consuming RecordingFile, _ file: OutputFile, _ console: inout Console
  ) -> ExitCode {
    let name = SessionSource(file: Source.name(path), format: source.formatWord)
    var outcome = Source.read(
      source, options.selection,
      into: NotedEvents(SessionTextWriter(source: name) { file.write($0) }), console)
    outcome.sink.sink.finish()
    (count, events) = (outcome.sink.count, outcome.sink.count)
    return Source.finish(
      outcome.sink.notes, outcome.failure, outcome.skipped, of: path, options, &console)
  }

  private mutating func appLog(
    _ source: consuming RecordingFile, _ file: OutputFile, _ console: inout Console
  ) -> ExitCode {
    var outcome = Source.read(
      source, options.selection, into: NotedEvents(AppLogWriter { file.write($0) }), console)
    outcome.sink.sink.finish()
    (count, events) = (outcome.sink.sink.lineCount, outcome.sink.sink.lineCount)
    let code = Source.finish(
      outcome.sink.notes, outcome.failure, outcome.skipped, of: path, options, &console)
    for kind in Event.Kind.allCases where outcome.sink.sink.leftOut[Int(kind.rawValue)] > 0 {
      let number = outcome.sink.sink.leftOut[Int(kind.rawValue)]
      console.complain("not held: events of the kind \(kind.word), left out (\(number))")
    }
    if outcome.sink.sink.deviceCount > 1 {
      console.complain(
        "not held: which of \(outcome.sink.sink.deviceCount) devices a line is of")
    }
    return code
  }
}

/// Hands packets on and keeps the notes.
struct NotedPackets: PacketSink, ~Copyable {
  var writer: CaptureWriter
  var notes = NoteBook()

  init(_ writer: consuming CaptureWriter) { self.writer = writer }

  mutating func begin(_ clock: Clock) { writer.begin(clock) }
  mutating func note(_ note: Note) { notes.add(note) }
  mutating func packet(_ packet: Packet, _ bytes: RawSpan) { writer.packet(packet, bytes) }
}

/// Hands events on, counts them and keeps the notes.
struct NotedEvents<Sink: EventSink & ~Copyable>: EventSink, ~Copyable {
  var sink: Sink
  var notes = NoteBook()
  var count = 0
  var clock = Clock(kind: .none, resolution: 0)

  init(_ sink: consuming Sink) { self.sink = sink }

  mutating func begin(_ clock: Clock) {
    self.clock = clock
    sink.begin(clock)
  }
  mutating func declare(_ device: Device, at index: Int) { sink.declare(device, at: index) }
  mutating func declare(_ attribute: Attribute, at index: Int) {
    sink.declare(attribute, at: index)
  }
  mutating func declare(_ link: Link, at index: Int) { sink.declare(link, at: index) }
  mutating func note(_ note: Note) { notes.add(note) }
  mutating func event(_ event: Event, _ value: RawSpan) {
    count += 1
    sink.event(event, value)
  }
}
