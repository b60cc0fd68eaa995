import RulloFieldLogs
import RulloImporting

/// The options for text logs, the same in every command that reads recordings.
struct LogOptions: Sendable {
  /// Decides how a text is read; `nil` where its content does.
  var choice: LogChoice?

  /// Whether the lines that are passed over are listed.
  var explainsSkips = false

  /// How many lines the ring holds that the log was exported from.
  var ringLines: Int?

  static func parameters<Root>(
    _ path: any WritableKeyPath<Root, RecordingOptions> & Sendable
  ) -> [Parameter<Root>] {
    [
      Parameter(
        kind: .flag, name: "--explain-skips", help: "List the lines of a log that are passed over."
      ) { root, _ in root[keyPath: path].log.explainsSkips = true },
      .option("--ring-lines", "N", "The log comes from a ring of N lines.") {
        (root, word) throws(UsageError) in
        guard let lines = Int(word), lines > 0 else {
          throw UsageError("'\(word)' is no number of lines for --ring-lines, such as 20000")
        }
        root[keyPath: path].log.ringLines = lines
      },
      .option(
        "--log-format", "NAME", "Read text as this log: a name, or a description my-app.json."
      ) { (root, word) throws(UsageError) in
        do {
          try root[keyPath: path].log.checkFree()
          root[keyPath: path].log.choice = try LogChoice(nameOrFile: word)
        } catch {
          throw UsageError("\(error)")
        }
      },
      .option(
        "--columns", "ROLE=NAME,…", "Read a table: time=…,uuid=…,value=…, also direction, kind."
      ) { (root, word) throws(UsageError) in
        do {
          try root[keyPath: path].log.checkFree()
          var format = LogFormat(name: "table")
          format.columns = try LogColumns(word)
          root[keyPath: path].log.choice = .declared(format)
        } catch {
          throw UsageError("\(error)")
        }
      },
    ]
  }

  /// A log is read in one way.
  private func checkFree() throws(UsageError) {
    guard choice == nil else {
      throw UsageError("--log-format and --columns can be given once, and only one of them")
    }
  }
}
