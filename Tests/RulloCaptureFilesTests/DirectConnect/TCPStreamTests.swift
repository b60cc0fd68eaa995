import RulloBase
import RulloTestSupport
import Testing

@testable import RulloCaptureFiles

@Suite("TCP streams")
struct TCPStreamTests {
  /// Takes segments of a stream that starts at 0xFFFFFFFE, so that its numbers wrap.
  func run(_ segments: [(UInt32, [UInt8])], acknowledged: UInt32? = nil) -> (TCPStream, [Bool]) {
    var stream = TCPStream()
    stream.begin(0xFFFF_FFFD)
    if let acknowledged { stream.acknowledge(acknowledged) }
    let holes = segments.map { sequence, bytes in
      bytes.withRawSpan { stream.take(sequence, $0) }
    }
    return (stream, holes)
  }

  /// The stream is 1, 2, 3 … from 0xFFFFFFFE on.
  static let orders: [[(UInt32, [UInt8])]] = [
    [(0xFFFF_FFFE, [1, 2, 3]), (1, [4, 5]), (3, [6])],
    [(3, [6]), (1, [4, 5]), (0xFFFF_FFFE, [1, 2, 3])],
    [
      (1, [4, 5]), (1, [4, 5]), (0xFFFF_FFFE, [1, 2, 3]), (0xFFFF_FFFE, [1, 2, 3, 4]), (2, [5, 6]),
    ],
    [(0, [3, 4]), (1, [4, 5, 6]), (0xFFFF_FFFE, [1, 2])],
    // A keep-alive repeats the octet before the next.
    [(0xFFFF_FFFE, [1, 2, 3]), (0, [0xEE]), (1, [4, 5, 6])],
  ]

  @Test("any order, twice, overlapping", arguments: orders)
  func order(segments: [(UInt32, [UInt8])]) {
    let (stream, holes) = run(segments)
    #expect(stream.pending == [1, 2, 3, 4, 5, 6])
    #expect(!holes.contains(true))
    #expect(stream.held.isEmpty)
    #expect(stream.isAtMessage)
  }

  @Test("a hole is given up when the other side has what is missing") func hole() {
    let late: [(UInt32, [UInt8])] = [(0xFFFF_FFFE, [1]), (1, [4, 5])]
    #expect(run(late).1 == [false, false])
    let (stream, holes) = run(late, acknowledged: 1)
    #expect(holes == [false, true])
    #expect(stream.pending == [4, 5])
    #expect(!stream.isAtMessage)
  }

  @Test("what waits is bounded") func bounds() {
    var stream = TCPStream()
    stream.begin(0)
    var holes = 0
    for index in 0..<2_000 {
      let isLost = [0xAB].withRawSpan { stream.take(UInt32(10 + index * 2), $0) }
      holes += isLost ? 1 : 0
    }
    // A hole before each segment: one is given up for each that comes beyond the limit.
    #expect(stream.held.count == 256)
    #expect(holes == 2_000 - 256)
  }
}
