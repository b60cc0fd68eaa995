import RulloBase
import RulloGoldens

/// `rullo golden coverage`: which protocol facts the recordings of a project show.
struct GoldenCoverageCommand: Command {
  static let name = "golden coverage"
  static let abstract = "List op codes, results, flags, status and features that recordings show."
  static let discussion = """
    Example: rullo golden coverage
             rullo golden coverage --json | jq -r '.missing[].text'

    Facts are what the field tables know: each op code of a control point with each
    result, each status, each flag set and clear, each feature bit. An op code that
    was written and never answered is a fact too.
    """

  static let parameters: [Parameter<GoldenCoverageCommand>] = [
    .flag("--missing", short: "m", "List what no recording shows instead.", \.listsMissing),
    .flag("--json", short: "j", "Print JSON for programs.", \.isJSON),
    StoreOptions.parameter(\.store),
  ]

  var listsMissing = false
  var isJSON = false
  var store = StoreOptions()

  func run(_ console: inout Console) throws -> ExitCode {
    let coverage = try StoreCoverage(of: store.store())
    guard !coverage.recordings.isEmpty else {
      throw GoldenError(
        "there is no recording in captures: 'rullo adopt LOG --name NAME' makes one")
    }
    if isJSON {
      writeJSON(coverage, &console)
    } else {
      for line in CoverageText(coverage, listsMissing: listsMissing).lines {
        console.text.append(line + "\n")
      }
    }
    return .done
  }

  private func writeJSON(_ coverage: StoreCoverage, _ console: inout Console) {
    var json = JSONWriter()
    json.beginObject()
    json.string("schema", "rullo.coverage/1")
    json.key("recordings")
    json.beginArray()
    for name in coverage.recordings { json.string(name) }
    json.endArray()
    json.key("shown")
    json.beginArray()
    for (fact, recordings) in coverage.shown {
      write(fact, &json)
      json.key("recordings")
      json.beginArray()
      for name in recordings { json.string(name) }
      json.endArray()
      json.endObject()
    }
    json.endArray()
    json.key("missing")
    json.beginArray()
    for fact in coverage.missing {
      write(fact, &json)
      json.endObject()
    }
    json.endArray()
    json.endObject()
    json.endLine()
    json.text.withBytes { console.text.append(bytes: $0) }
  }

  private func write(_ fact: ProtocolFact, _ json: inout JSONWriter) {
    json.beginObject()
    json.string("characteristic", fact.characteristic.description)
    json.string("kind", fact.kind.word)
    json.number("code", fact.code)
    if fact.kind == .answer { json.number("result", fact.result) }
    json.string("text", fact.description)
  }
}
