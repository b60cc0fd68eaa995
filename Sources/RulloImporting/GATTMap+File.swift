public import RulloBase
public import RulloBluetooth

extension GATTMap {
  /// Reads the file of a map.
  ///
  /// Throws ``InputError`` with what was found and what writes one.
  public init(path: String) throws(InputError) {
    var octets: [UInt8] = []
    var input = try ChunkedInput(path: path)
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = try input.move(into: &buffer)
      if count == 0 { break }
      octets += buffer[..<count]
      guard octets.count <= 8 << 20 else {
        throw InputError("\(path) is larger than 8 MiB: no handle map")
      }
    }
    do {
      try self.init(json: octets)
    } catch {
      throw InputError("\(path) \(error)")
    }
  }
}
