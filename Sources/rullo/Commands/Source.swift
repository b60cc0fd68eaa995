import RulloBase
import RulloBluetooth
import RulloFieldLogs
import RulloImporting
import RulloRecordings

/// What every command does with a recording: read it, watch the time, tell its notes.
enum Source {
  /// The last part of a path; the folder a file lies in is nobody's business in an output.
  static func name(_ path: String) -> String {
    path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path
  }

  /// As ``read(_:_:into:_:)``, with the sink on a thread of its own where the file is long.
  static func measure<Sink: EventSink & ~Copyable>(
    _ file: consuming RecordingFile, _ selection: EventSelection, into sink: consuming Sink,
    _ console: borrowing Console
  ) -> ReadOutcome<Sink> {
    guard file.isLong else { return read(file, selection, into: sink, console) }
    return read(file, selection, into: AsideSink(sink), console).map { $0.intoSink() }
  }

  /// Reads the selected events of a recording into a sink.
  static func read<Sink: EventSink & ~Copyable>(
    _ file: consuming RecordingFile, _ selection: EventSelection, into sink: consuming Sink,
    _ console: borrowing Console
  ) -> ReadOutcome<Sink> {
    let progress = Progress(isShown: console.showsProgress, name: name(file.path))
    file.onProgress { progress.update($0, of: $1) }
    defer { progress.end() }
    if selection.isEverything { return file.read(into: sink) }
    let path = file.path
    var outcome = file.read(into: EventFilter(sink, selection))
    let missing = outcome.sink.missing.map { InputError("\(name(path)): \($0)") }
    outcome.failure = outcome.failure ?? missing
    return outcome.map { $0.intoSink() }
  }

  /// Prints a recording's notes to standard error and answers the exit code they ask for.
  static func finish(
    _ notes: NoteBook, _ failure: InputError?, _ skipped: SkippedLines? = nil, of path: String,
    _ options: RecordingOptions, _ console: inout Console
  ) -> ExitCode {
    console.flush()
    // Notes of several files say whose they are.
    let owner = options.files.count > 1 ? "\(name(path)): " : ""
    for entry in notes.entries {
      let count = entry.count == 1 ? "" : "\(entry.count) times, first at "
      console.complain(
        Figures.plain("note: \(owner)\(entry.note.text) (\(count)\(entry.note.source))"))
    }
    if let skipped {
      for line in SkippedText.lines(skipped, owner) { console.complain(line) }
    }
    if let failure {
      console.complain(Figures.plain("rullo: \(failure)"))
      return .unusable
    }
    return options.isStrict && !notes.entries.isEmpty ? .difference : .done
  }

  /// Tells how many values do not decode, and answers the exit code for it.
  static func faults(_ count: Int, first: Int, _ console: inout Console) -> ExitCode {
    guard count > 0 else { return .done }
    let verb = count == 1 ? "value does" : "values do"
    console.complain("note: \(count) \(verb) not decode, the first in event \(first)")
    return .difference
  }

  /// Tells why a file could not be read.
  static func fail(_ error: any Error, in command: String, _ console: inout Console) -> ExitCode {
    console.flush()
    // A list in a message keeps its lines; what else controls a terminal is shown as what it is.
    let lines = "\(error)".split(separator: "\n", omittingEmptySubsequences: false)
    console.complain(
      "rullo \(command): " + lines.map { Figures.plain(String($0)) }.joined(separator: "\n"))
    return .unusable
  }
}

/// How far reading has come, on a terminal and only when it takes over a second.
final class Progress {
  private let isShown: Bool
  private let name: String
  private let start = Console.monotonicSeconds()
  private var shown = 0

  init(isShown: Bool, name: String) {
    self.isShown = isShown
    self.name = name
  }

  func update(_ read: Int, of size: Int?) {
    guard isShown else { return }
    let now = Console.monotonicSeconds()
    guard now > start + 1, now > shown else { return }
    shown = now
    let share = size.map { $0 > 0 ? " of \($0 >> 20) MiB, \(read * 100 / $0) %" : "" } ?? " MiB"
    Console.show("\r\u{1B}[K\(name): \(read >> 20)\(share)")
  }

  func end() { if shown > 0 { Console.show("\r\u{1B}[K") } }
}
