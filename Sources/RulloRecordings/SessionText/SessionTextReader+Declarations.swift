internal import RulloBase
internal import RulloBluetooth

extension SessionTextReader {
  /// Reads a device line.
  ///
  /// `device   A  KICKR CORE · firmware 1.2.3 · address AA:BB:CC:DD:EE:FF`
  mutating func readDevice<Sink: EventSink & ~Copyable>(
    _ text: RawSpan, into emitter: inout EventEmitter<Sink>
  ) -> Bool {
    guard text.holds("device   ", at: 0), let end = text.firstOffset(of: 0x20, from: 9),
      text.octet(end + 1) == 0x20
    else { return false }
    let letters = text.extracting(9..<end)
    guard Self.areLetters(letters) else { return false }
    let parts = DeclarationParts(text, from: end + 2)
    let known = devices.index(of: letters)
    var device = Device(.unnamed(0))
    device.alias = String(decoding: letters.copied(), as: UTF8.self)
    if let known, case .unnamed(let number)? = emitter.device(known)?.identity {
      device.identity = .unnamed(number)
    } else if known == nil {
      device.identity = .unnamed(unnamedCount)
    }
    if parts.octets(0) != Array("(no name in this source)".utf8) {
      guard let name = parts.string(0) else { return false }
      device.name = name
    }
    let isRead = parts.forEachValue { key, value in
      guard let string = EscapedText.string(value) else { return false }
      switch key {
      case "manufacturer": device.manufacturer = string
      case "model": device.model = string
      case "serial": device.serial = string
      case "firmware": device.firmware = string
      case "hardware": device.hardware = string
      case "software": device.software = string
      case "address": device.identity = .address(string)
      case "endpoint": device.identity = .endpoint(string)
      case "link": device.identity = .link(string)
      case "host":
        guard let adapter = UInt16(string) else { return false }
        device.identity = .host(adapter: adapter)
      default: return false
      }
      return true
    }
    guard isRead else { return false }
    if let known {
      emitter.update(device: known) { $0 = device }
    } else {
      add(device, letters, to: &emitter)
    }
    return true
  }

  /// Reads an attribute line.
  ///
  /// `attribute A 1826/2AD2 · handle 0021 · properties 10`
  mutating func readAttribute<Sink: EventSink & ~Copyable>(
    _ text: RawSpan, into emitter: inout EventEmitter<Sink>
  ) -> Bool {
    let parts = DeclarationParts(text, from: 10)
    return parts.octets(0).withRawSpan { name in
      guard let blank = name.firstOffset(of: 0x20) else { return false }
      let letters = name.extracting(0..<blank)
      let path = name.extracting(blank + 1..<name.byteCount)
      guard Self.areLetters(letters),
        var attribute = AttributePath.attribute(path, device: device(letters, in: &emitter)),
        attribute.uuid != nil
      else { return false }
      let isRead = parts.forEachValue { key, value in
        guard let octets = Hex.bytes(String(decoding: value.copied(), as: UTF8.self)) else {
          return false
        }
        switch (key, octets.count) {
        case ("handle", 2): attribute.handle = UInt16(octets[0]) << 8 | UInt16(octets[1])
        case ("properties", 1): attribute.properties = octets[0]
        default: return false
        }
        return true
      }
      guard isRead else { return false }
      // Only one that took part in an event can be declared again; two without are two.
      let known = attributes.index(of: name) ?? unplaced(attribute, letters, in: &emitter)
      if let known, usedAttributes.contains(known) {
        emitter.update(attribute: known) { $0 = attribute }
        attributes.set(name, to: known)
        digests.declare(attribute, at: known)
      } else {
        add(attribute, name, to: &emitter)
      }
      return true
    }
  }

  /// The attribute of the same handle that was used before its service was known.
  private func unplaced<Sink: EventSink & ~Copyable>(
    _ attribute: Attribute, _ letters: RawSpan, in emitter: inout EventEmitter<Sink>
  ) -> Int? {
    guard attribute.service != nil, let handle = attribute.handle else { return nil }
    var earlier = attribute
    earlier.service = nil
    let name = letters.copied() + [0x20] + Array(earlier.path.utf8)
    guard let known = name.withRawSpan({ attributes.index(of: $0) }),
      emitter.attribute(known)?.handle == handle
    else { return nil }
    return known
  }

  /// Reads a link line.
  ///
  /// `link     A · start 0.000000000 · interval 30 ms · mtu 247 · reason 0x13 · ended by host`
  mutating func readLink<Sink: EventSink & ~Copyable>(
    _ text: RawSpan, into emitter: inout EventEmitter<Sink>
  ) -> Bool {
    guard text.holds("link     ", at: 0) else { return false }
    let parts = DeclarationParts(text, from: 9)
    let isNamed = parts.octets(0).withRawSpan { Self.areLetters($0) }
    guard isNamed else { return false }
    var link = Link(device: parts.octets(0).withRawSpan { device($0, in: &emitter) })
    let isRead = parts.forEachValue { key, value in
      switch key {
      case "start":
        guard let time = DecimalText.fixed(value, places: 9) else { return false }
        link.start = time
      case "end":
        guard let time = DecimalText.fixed(value, places: 9) else { return false }
        link.end = time
      case "interval":
        let number = value.extracting(0..<max(0, value.byteCount - 3))
        guard let interval = DecimalText.fixed(number, places: 6) else { return false }
        link.intervals.append(interval)
      case "mtu":
        guard let mtu = DecimalText.integer(value) else { return false }
        link.mtu = Int(mtu)
      case "reason":
        guard let code = DecimalText.code(value), let reason = UInt8(exactly: code) else {
          return false
        }
        link.reason = reason
      case "ended": link.isEndedByHost = value.holds("by host", at: 0)
      case "encrypted": link.isEncrypted = true
      default: return false
      }
      return true
    }
    guard isRead else { return false }
    _ = emitter.add(link)
    return true
  }

  /// Reads the trailer and compares it with what was read.
  ///
  /// `end 20 events · values sha256:… · session sha256:…`
  mutating func readTrailer<Sink: EventSink & ~Copyable>(
    _ text: RawSpan, into emitter: inout EventEmitter<Sink>
  ) -> Bool {
    let parts = DeclarationParts(text, from: 4)
    let words = (0..<4).map { String(decoding: parts.octets($0), as: UTF8.self) }
    guard parts.count == (replay == nil ? 3 : 4), words[0].hasSuffix(" events"),
      words[1].hasPrefix("values sha256:"),
      words[2].hasPrefix("session sha256:"), words[1].utf8.count == 78, words[2].utf8.count == 79
    else { return false }
    hasEnded = true
    if replay != nil {
      guard words[3] == "lines sha256:" + lineHash.hexDigest else {
        emitter.note(
          Note(.digestMismatch, at: here, "the trailer has another digest of the lines"))
        return true
      }
    }
    let checks = [
      (words[0] == "\(digests.count) events", "counts other events than the file holds"),
      (words[1] == "values sha256:" + digests.values, "has another digest of the values"),
      (words[2] == "session sha256:" + digests.session, "has another digest of the session"),
    ]
    for (isRight, text) in checks where !isRight {
      emitter.note(Note(.digestMismatch, at: here, "the trailer " + text))
    }
    return true
  }

  static func areLetters(_ text: RawSpan) -> Bool {
    guard 1...8 ~= text.byteCount else { return false }
    for place in 0..<text.byteCount {
      guard let letter = text.octet(place), 0x41...0x5A ~= letter else { return false }
    }
    return true
  }

  /// The device behind letters; one without a line of its own has no name.
  mutating func device<Sink: EventSink & ~Copyable>(
    _ letters: RawSpan, in emitter: inout EventEmitter<Sink>
  ) -> Int {
    if let known = devices.index(of: letters) { return known }
    var device = Device(.unnamed(unnamedCount))
    device.alias = String(decoding: letters.copied(), as: UTF8.self)
    return add(device, letters, to: &emitter)
  }

  @discardableResult
  private mutating func add<Sink: EventSink & ~Copyable>(
    _ device: Device, _ letters: RawSpan, to emitter: inout EventEmitter<Sink>
  ) -> Int {
    if case .unnamed = device.identity { unnamedCount += 1 }
    let index = emitter.add(device)
    emitter.announce(device: index)
    devices.set(letters, to: index)
    digests.declare(device, at: index)
    return index
  }

  @discardableResult
  mutating func add<Sink: EventSink & ~Copyable>(
    _ attribute: Attribute, _ name: RawSpan, to emitter: inout EventEmitter<Sink>
  ) -> Int {
    let index = emitter.add(attribute, at: here)
    emitter.announce(attribute: index)
    attributes.set(name, to: index)
    digests.declare(attribute, at: index)
    return index
  }
}
