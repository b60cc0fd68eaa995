internal import CExpat
public import RulloBase

/// The places of a GPX file in their order, read by expat (GPX 1.1, `trkpt`, else `rtept`).
public struct GPXTrack: Hashable, Sendable {
  public struct Point: Hashable, Sendable {
    /// Degrees.
    public var latitude: Double
    public var longitude: Double

    /// Metres; `nil` where the file does not say.
    public var elevation: Double?

    public init(latitude: Double, longitude: Double, elevation: Double? = nil) {
      self.latitude = latitude
      self.longitude = longitude
      self.elevation = elevation
    }
  }

  public let points: [Point]

  /// Points whose position is no position on the earth, and that were left out.
  public let leftOut: Int

  /// More points than this are no ride.
  static let mostPoints = 2_000_000

  /// Reads a file; `-` is standard input.
  ///
  /// Throws ``InputError`` where it cannot be read, is no XML, or has no track of two points.
  public init(path: String) throws {
    var input = try ChunkedInput(path: path)
    try self.init(&input)
  }

  /// Reads an input that is open already.
  public init(_ input: inout ChunkedInput) throws {
    let name = input.name
    let parser = try GPXParser(name)
    try input.forEachChunk { (bytes, _, _) throws(InputError) in
      try parser.take(bytes, isLast: false)
      return bytes.byteCount
    }
    try parser.finish()
    points = parser.track.isEmpty ? parser.route : parser.track
    leftOut = parser.leftOut
    guard points.count >= 2 else {
      throw InputError(
        "\(name) holds no track or route of two points; export the ride as a GPX track")
    }
  }
}

/// What expat calls back into, and what came of it.
@safe private final class GPXParser {
  var track: [GPXTrack.Point] = []
  var route: [GPXTrack.Point] = []
  var leftOut = 0

  private let name: String
  private let parser: XML_Parser
  private var point: GPXTrack.Point?
  private var isOnTrack = false
  private var isElevation = false
  private var text: [UInt8] = []
  private var refusal: String?

  init(_ name: String) throws(InputError) {
    self.name = name
    guard let parser = unsafe XML_ParserCreate(nil) else {
      throw InputError("no memory to read \(name)")
    }
    unsafe self.parser = parser
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(
      parser,
      { user, element, attributes in
        unsafe GPXParser.of(user)?.start(element, attributes)
      }, { user, element in unsafe GPXParser.of(user)?.end(element) })
    unsafe XML_SetCharacterDataHandler(parser) { user, characters, count in
      unsafe GPXParser.of(user)?.characters(characters, Int(count))
    }
    // A track needs no entities; those that expand into each other are an attack.
    unsafe XML_SetStartDoctypeDeclHandler(parser) { user, _, _, _, _ in
      unsafe GPXParser.of(user)?.refuse("it declares a document type, which GPX does not have")
    }
  }

  deinit { unsafe XML_ParserFree(parser) }

  func take(_ bytes: RawSpan, isLast: Bool) throws(InputError) {
    let status = unsafe bytes.withUnsafeBytes { buffer in
      unsafe XML_Parse(
        parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count),
        isLast ? 1 : 0)
    }
    guard status != XML_STATUS_OK else { return }
    let line = unsafe XML_GetCurrentLineNumber(parser)
    let words = unsafe XML_ErrorString(XML_GetErrorCode(parser))
    let known = unsafe words.map { unsafe String(cString: $0) }
    let reason = refusal ?? known ?? "no XML"
    throw InputError("\(name) is no GPX file that can be read: line \(line): \(reason)")
  }

  func finish() throws(InputError) {
    let nothing: [UInt8] = []
    try nothing.withRawSpan { (bytes) throws(InputError) in try take(bytes, isLast: true) }
  }

  private static func of(_ user: UnsafeMutableRawPointer?) -> GPXParser? {
    unsafe user.map { unsafe Unmanaged<GPXParser>.fromOpaque($0).takeUnretainedValue() }
  }

  private func refuse(_ reason: String) {
    refusal = reason
    _ = unsafe XML_StopParser(parser, 0)
  }

  private func start(
    _ element: UnsafePointer<CChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    switch unsafe Self.local(element) {
    case "trkpt", "rtept":
      isOnTrack = unsafe Self.local(element) == "trkpt"
      let latitude = unsafe Self.number("lat", attributes)
      let longitude = unsafe Self.number("lon", attributes)
      guard let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180 else {
        leftOut += 1
        return
      }
      point = GPXTrack.Point(latitude: latitude, longitude: longitude)
    case "ele":
      isElevation = point != nil
      text.removeAll(keepingCapacity: true)
    default: break
    }
  }

  private func end(_ element: UnsafePointer<CChar>?) {
    switch unsafe Self.local(element) {
    case "ele":
      guard isElevation else { return }
      isElevation = false
      let number = Double(Self.trimmed(String(decoding: text, as: UTF8.self)))
      // Between the deepest and the highest that wheels and their sensors have been.
      if let number, abs(number) <= 20_000 { point?.elevation = number }
    case "trkpt", "rtept":
      guard let done = point else { return }
      point = nil
      if isOnTrack { track.append(done) } else { route.append(done) }
      if track.count + route.count > GPXTrack.mostPoints {
        refuse("it has more than \(GPXTrack.mostPoints) points")
      }
    default: break
    }
  }

  private func characters(_ characters: UnsafePointer<CChar>?, _ count: Int) {
    guard isElevation, let characters = unsafe characters, text.count + count <= 64 else { return }
    for place in 0..<count { unsafe text.append(UInt8(bitPattern: characters[place])) }
  }

  /// The name of an element without its prefix.
  private static func local(_ name: UnsafePointer<CChar>?) -> Substring {
    guard let name = unsafe name else { return "" }
    return unsafe String(cString: name).split(separator: ":").last ?? ""
  }

  private static func number(
    _ key: String, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) -> Double? {
    guard let attributes = unsafe attributes else { return nil }
    var place = 0
    while let name = unsafe attributes[place], let value = unsafe attributes[place + 1] {
      if unsafe String(cString: name) == key {
        return unsafe Double(trimmed(String(cString: value))).flatMap { $0.isFinite ? $0 : nil }
      }
      place += 2
    }
    return nil
  }

  private static func trimmed(_ text: String) -> String {
    let blanks: Set<Character> = [" ", "\n", "\t", "\r"]
    var part = text[...]
    while let first = part.first, blanks.contains(first) { part.removeFirst() }
    while let last = part.last, blanks.contains(last) { part.removeLast() }
    return String(part)
  }
}
