import RulloBase
import RulloBluetooth
import RulloImporting
import RulloMeasurements

/// The options of every command that reads recordings.
struct RecordingOptions: Sendable {
  var files: [String] = []
  var selection = EventSelection()
  var isJSON = false
  var isStrict = false
  var log = LogOptions()

  /// Names for the handles of peers whose discovery a capture does not hold.
  var gattMap = GATTMap()

  /// Whether the files are parts of one recording, and then the parts.
  var joins = false
  private var parts: [String] = []

  /// Finds options that contradict each other.
  func check() throws(UsageError) {
    if let from = selection.from, let to = selection.to, from > to {
      throw UsageError("--from is later than --to: nothing is between them")
    }
  }

  /// The same options with each folder replaced by the captures in it, and joined files by one.
  ///
  /// Throws ``UsageError`` for options that contradict each other, ``InputError`` for a folder that
  /// holds no capture.
  func resolved() throws -> Self {
    try check()
    var options = self
    options.files = try CaptureFolder.expand(files)
    guard joins else { return options }
    guard options.files.count > 1 else {
      throw UsageError("--join needs several files, or a folder or a list of FILE!member")
    }
    options.parts = try RecordingFile(joining: options.files).parts
    options.files = [options.parts.map(Source.name).joined(separator: " + ")]
    return options
  }

  /// What stretch a text log covers, and how far back a ring of lines reaches; only of a whole log.
  func stretch(
    _ format: SourceFormat, lines: Int?, events: Int, notes: NoteBook, duration: Int64?,
    clock: Clock
  ) -> LogStretch? {
    guard format == .appLog || format == .fieldLog, selection.isEverything else { return nil }
    let lost = notes.entries.filter { [.skippedLine, .elidedPayload].contains($0.note.kind) }
    return LogStretch(
      lines: lines ?? events + lost.reduce(0) { $0 + $1.count }, duration: duration, clock: clock,
      ring: log.ringLines)
  }

  /// Opens a file; what the options say of logs decides how a text is read.
  func open(_ path: String) throws(InputError) -> RecordingFile {
    var file =
      parts.isEmpty
      ? try RecordingFile(path: path, log: log.choice) : try RecordingFile(joining: parts)
    file.gattMap = gattMap
    file.keepsSkippedLines = log.explainsSkips
    return file
  }

  /// The parameters, for a command that keeps its options at `path`.
  static func parameters<Root>(
    _ path: any WritableKeyPath<Root, RecordingOptions> & Sendable, several: Bool = true
  ) -> [Parameter<Root>] {
    [
      several
        ? Parameter(
          kind: .list, name: "FILE",
          help: "A capture, a log or a folder of them; - is standard input."
        ) { $0[keyPath: path].files.append($1) }
        : Parameter(
          kind: .positional, name: "FILE", help: "A capture or a log; - is standard input."
        ) { $0[keyPath: path].files.append($1) },
      Parameter(kind: .flag, name: "--json", short: "j", help: "Print JSON for programs.") {
        root, _ in root[keyPath: path].isJSON = true
      },
      .option("--from", "SECONDS", "Only from this time on; counts from the first event.") {
        (root, word) throws(UsageError) in
        root[keyPath: path].selection.from = try seconds(word, "--from")
      },
      .option("--to", "SECONDS", "Only up to this time; counts from the first event.") {
        (root, word) throws(UsageError) in
        root[keyPath: path].selection.to = try seconds(word, "--to")
      },
      .option("--device", short: "d", "LETTER", "Only this device; a letter or a name.") {
        root, word in root[keyPath: path].selection.devices.append(word)
      },
      .option(
        "--characteristic", short: "c", "UUID", "Only this one: 2AD2, 1826/2AD2, h0052."
      ) { (root, word) throws(UsageError) in
        for part in word.split(separator: ",").map(String.init) {
          guard EventSelection.isCharacteristic(part) else {
            throw UsageError("'\(part)' is no characteristic; write 2AD2, 1826/2AD2 or h0052")
          }
          root[keyPath: path].selection.characteristics.append(part)
        }
      },
      Parameter(kind: .flag, name: "--strict", help: "Exit with 1 where there are notes.") {
        root, _ in root[keyPath: path].isStrict = true
      },
      .option("--gatt", "MAP", "Name handles by this map; 'info --write-gatt' writes one.") {
        (root, word) throws(UsageError) in
        do {
          root[keyPath: path].gattMap = try GATTMap(path: word)
        } catch {
          throw UsageError("\(error)")
        }
      },
    ]
      + (several
        ? [
          Parameter(
            kind: .flag, name: "--join", help: "Read the files as one: rotated logs, in time order."
          ) { root, _ in root[keyPath: path].joins = true }
        ] : [])
      + LogOptions.parameters(path)
  }

  /// Seconds with up to nine decimals as nanoseconds.
  static func seconds(_ word: String, _ option: String) throws(UsageError) -> Int64 {
    let parts = word.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? String(parts[1]) : ""
    let padded = fraction + String(repeating: "0", count: max(0, 9 - fraction.count))
    guard let whole = Int64(parts.first ?? ""), (0...9_000_000_000).contains(whole),
      padded.count == 9, padded.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let part = Int64(padded)
    else { throw UsageError("'\(word)' is no number of seconds for \(option), such as 12.5") }
    return whole * 1_000_000_000 + part
  }
}
