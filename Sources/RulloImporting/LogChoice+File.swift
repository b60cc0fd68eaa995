public import RulloBase
public import RulloFieldLogs

extension LogChoice {
  /// A built-in format by its name, or the description in a file.
  ///
  /// Throws ``InputError`` with what is wrong, and the names that there are.
  public init(nameOrFile word: String) throws(InputError) {
    if let known = LogChoice(named: word) {
      self = known
      return
    }
    guard word.contains(".") || word.contains("/") else {
      throw InputError(
        "there is no log format '\(word)'; there are \(LogChoice.names.joined(separator: ", ")),"
          + " and descriptions such as my-app.json")
    }
    var octets: [UInt8] = []
    var input = try ChunkedInput(path: word)
    do {
      try input.forEachChunk { (bytes, _, _) throws(InputError) in
        octets += bytes.copied()
        guard octets.count <= 1 << 20 else {
          throw InputError("\(word) is larger than 1 MiB: no description of a log format")
        }
        return bytes.byteCount
      }
      let format = try LogFormat(json: octets)
      guard LogChoice(named: format.name) == nil else {
        throw InputError(
          "\(word): \"name\" is '\(format.name)', which is a built-in format; give it another")
      }
      self = .declared(format)
    } catch let failure as LogFormatFailure {
      throw InputError("\(word): \(failure)")
    } catch {
      throw InputError("\(error)")
    }
  }
}
