internal import RulloBase

/// Cuts text into lines, a chunk at a time: LF or CRLF, with or without byte order mark, UTF-16 too.
struct LineReader: Sendable {
  /// The number of the line that was taken last, from 1.
  private(set) var number = 0
  private var hasStarted = false
  private var isSkipping = false
  private var utf16: UTF16Text?

  /// A line of more octets than this is let go.
  static let longest = 64 * 1024

  /// Lends each complete line; `nil` stands for one that is too long.
  ///
  /// Answers how many octets of `bytes` are used up.
  mutating func consume(
    _ bytes: RawSpan, isLast: Bool, _ body: (RawSpan?, Int) -> Void
  ) -> Int {
    var place = 0
    if !hasStarted {
      guard bytes.byteCount >= UTF16Text.sample || isLast else { return 0 }
      hasStarted = true
      utf16 = UTF16Text(start: bytes)
      if bytes.holds("\u{FEFF}", at: 0) { place = 3 }
    }
    guard var text = utf16 else { return lines(bytes, from: place, isLast: isLast, body) }
    var pending: [UInt8] = []
    swap(&pending, &text.pending)
    text.append(bytes, to: &pending)
    let used = pending.withRawSpan { lines($0, from: 0, isLast: isLast, body) }
    pending.removeFirst(min(used, pending.count))
    swap(&pending, &text.pending)
    utf16 = text
    return bytes.byteCount
  }

  private mutating func lines(
    _ bytes: RawSpan, from start: Int, isLast: Bool, _ body: (RawSpan?, Int) -> Void
  ) -> Int {
    var place = start
    while let end = bytes.firstOffset(of: 0x0A, from: place) {
      take(bytes.extracting(place..<end), body)
      place = end + 1
    }
    let rest = bytes.byteCount - place
    if isLast {
      // The end of a line that was let go for its length is its end, too.
      if rest > 0 || isSkipping { take(bytes.extracting(place..<bytes.byteCount), body) }
      return bytes.byteCount
    }
    guard rest > Self.longest else { return place }
    isSkipping = true
    return bytes.byteCount
  }

  private mutating func take(_ line: RawSpan, _ body: (RawSpan?, Int) -> Void) {
    number += 1
    if isSkipping || line.byteCount > Self.longest {
      isSkipping = false
      return body(nil, number)
    }
    body(line.extracting(0..<line.textLength), number)
  }
}
