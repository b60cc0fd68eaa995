import RulloBase
import RulloFitness

/// `rullo value-bench`: what decoding and encoding one value costs, for `scripts/bench`.
struct ValueBenchCommand: Command {
  static let name = "value-bench"
  static let abstract = "Measure what decoding and encoding one Indoor Bike Data value costs."
  static let discussion = """
    The nine-field value of 20 octets, best of seven rounds. Exit code 1 where a bar is
    not met, which is so in every debug build.
    """
  static let parameters: [Parameter<ValueBenchCommand>] = []

  private static let bar: Int64 = 25
  private static let rounds = 7
  private static let values: Int64 = 1_000_000

  func run(_ console: inout Console) -> ExitCode {
    let layout = CharacteristicLayout.indoorBikeData
    let octets: [UInt8] = [
      0xFE, 0x02, 0xCA, 0x0A, 0x9D, 0x06, 0xA6, 0x00, 0x5C, 0x00, 0x9A, 0x00, 0x00, 0x14, 0x00,
      0x61, 0x00, 0x64, 0x00, 0x00,
    ]
    // 256 speeds in one buffer, as values stand in a chunk of a file.
    let buffer = (0...255).flatMap { octets.prefix(2) + [UInt8($0)] + octets.dropFirst(3) }
    var sum = 0
    let decoding = Self.best {
      buffer.withRawSpan { buffer in
        for index in 0..<Int(Self.values) {
          let start = index % 256 * octets.count
          let value = layout.decode(buffer.extracting(start..<start + octets.count))
          sum &+= Int(truncatingIfNeeded: value.presence) &+ value.consumed
        }
      }
    }
    let value = octets.withRawSpan { layout.decode($0) }
    var output: [UInt8] = []
    output.reserveCapacity(64)
    let encoding = Self.best {
      for _ in 0..<Self.values {
        output.removeAll(keepingCapacity: true)
        try? layout.encode(value, appendingTo: &output)
        sum &+= Int(output[2])
      }
    }
    let isRight = output == octets
    console.text.append("2AD2, 9 fields in 20 octets, bar \(Self.bar) ns\n")
    console.text.append("  decode  \(Self.figure(decoding)) ns\n")
    console.text.append("  encode  \(Self.figure(encoding)) ns\n")
    // The sum is printed so that no compiler leaves the work out.
    console.text.append("  check   \(sum)\(isRight ? "" : ", WRONG OCTETS")\n")
    let limit = Self.bar * Self.values
    return isRight && decoding < limit && encoding < limit ? .done : .difference
  }

  private static func figure(_ nanoseconds: Int64) -> String {
    var text = TextBuffer()
    if let figure = ExactDecimal.ratio(Int128(nanoseconds), Int128(values), places: 1) {
      text.append(figure, places: 1)
    }
    return text.string
  }

  private static func best(_ work: () -> Void) -> Int64 {
    let clock = ContinuousClock()
    return (0..<rounds).map { _ in
      let time = clock.measure(work).components
      return time.seconds * 1_000_000_000 + time.attoseconds / 1_000_000_000
    }.min() ?? 0
  }
}
