import RulloBase
import RulloBluetooth
import RulloRecordings

@testable import RulloFieldLogs

/// Reads a log in memory by a description.
func read(_ text: String, as format: LogFormat) throws -> Recording {
  try read(Array(text.utf8), as: format)
}

func read(_ octets: [UInt8], as format: LogFormat) throws -> Recording {
  if format.isOfPackets { return try readPackets(octets, as: format) }
  var log = DeclaredLog(format)
  var emitter = EventEmitter(Recording())
  var input = ChunkedInput(bytes: octets)
  try log.read(&input, into: &emitter)
  return emitter.sink
}

/// Reads a log of packets in memory through the host's stack.
private func readPackets(_ octets: [UInt8], as format: LogFormat) throws -> Recording {
  var log = PacketLog(format)
  var host = HostStack(LineSources(Recording()))
  var input = ChunkedInput(bytes: octets)
  try log.read(&input, into: &host)
  host.finish()
  return host.intoSink().intoSink()
}

/// The built-in format of a name.
func builtIn(_ name: String) throws -> LogFormat {
  guard case .declared(let format) = LogChoice(named: name) else {
    throw InputError("no format \(name)")
  }
  return format
}

extension Recording {
  /// `1826/2AD2 n~ 44 00` for each event: attribute, kind, inferred or not, octets.
  var brief: [String] {
    events.indices.map { index in
      let event = events[index]
      let path = attribute(of: event)?.path ?? "-"
      let inferred = event.isInferred ? "~" : ""
      let octets = Hex.text(value(at: index), separator: " ")
      return "\(path) \(event.kind.word)\(inferred) \(octets)"
    }
  }

  /// Milliseconds since the first event; `nil` without a clock.
  var milliseconds: [Int64?] { events.map { $0.hasTime ? $0.time / 1_000_000 : nil } }

  /// Each note as `count × text`.
  var noteTexts: [String] { notes.entries.map { "\($0.count) × \($0.note.text)" } }
}
