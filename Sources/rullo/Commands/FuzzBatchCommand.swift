#if RULLO_FUZZ
import RulloBase

/// `rullo fuzz-batch`: runs command lines of a list in one process, for `scripts/fuzz`.
///
/// A start of the program for each of a million files would take hours.
struct FuzzBatchCommand: Command {
  static let name = "fuzz-batch"
  static let abstract = "Run the command lines of a list, one after the other, in one process."
  static let discussion = """
    The words of a line stand between tabs. Before each line its number goes to standard
    error behind an octet 01, so that whoever watches knows which one is at work.
    """
  static let parameters: [Parameter<FuzzBatchCommand>] = [
    .positional("LIST", "The file of command lines.", \.list)
  ]

  var list = ""

  func run(_ console: inout Console) throws -> ExitCode {
    var octets: [UInt8] = []
    var input = try ChunkedInput(path: list)
    try input.forEachChunk { (bytes, _, _) throws(InputError) in
      octets += bytes.copied()
      return bytes.byteCount
    }
    for (number, line) in octets.split(separator: 0x0A).enumerated() {
      Console.show("\u{1}\(number)\n")
      let words = line.split(separator: 0x09, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
      _ = Rullo.run(words, &console)
      console.flush()
    }
    Console.show("\u{1}end\n")
    return .done
  }
}
#endif
