/// A name in both spellings: `set_target_power` for programs, `set target power` for people.
public struct Words: Sendable {
  /// Lower case with underscores, as JSON has it.
  public let key: StaticString

  /// The same in plain words, as UTF-8, made once so that printing only copies.
  let octets: [UInt8]

  /// Plain words are the key's own, or `spoken` where these read better.
  public init(_ key: StaticString, _ spoken: StaticString? = nil) {
    self.key = key
    octets = (spoken ?? key).description.utf8.map { $0 == 0x5F ? 0x20 : $0 }
  }

  /// The name in plain words.
  public var text: String { String(decoding: octets, as: UTF8.self) }
}

extension Words: ExpressibleByStringLiteral {
  public init(stringLiteral key: StaticString) { self.init(key) }
}

/// The names of the codes that a field may hold.
public struct CodeTable: Sendable {
  private let names: [Words?]

  /// Names in the order of their codes, from `first` on.
  public init(from first: Int = 0, _ names: [Words]) {
    self.names = [Words?](repeating: nil, count: max(0, first)) + names
  }

  /// Names of codes that are far apart.
  public init(_ entries: [UInt8: Words]) {
    names = (0...(entries.keys.max() ?? 0)).map { entries[$0] }
  }

  /// The name of a code, or `nil` for one that the table reserves.
  public func name(of code: UInt32) -> Words? {
    guard let index = Int(exactly: code), names.indices.contains(index) else { return nil }
    return names[index]
  }

  /// Every code with its name, in the order of the codes.
  public var entries: [(code: Int, name: Words)] {
    names.enumerated().compactMap { code, name in name.map { (code, $0) } }
  }
}

/// The names of the bits of a field, lowest bit first.
public struct BitTable: Sendable {
  /// The key of the list of names, and of the number made of the reserved bits found set.
  public let listKey: StaticString
  public let reservedKey: StaticString

  /// A name for each bit; `nil` for one that is reserved or that a field of its own explains.
  public let names: [Words?]

  /// The bits that are not reserved.
  public let defined: UInt32

  /// Bits of `explained` are defined but have a field of their own instead of a name.
  public init(
    _ listKey: StaticString, reserved reservedKey: StaticString, _ names: [Words?],
    explained: UInt32 = 0
  ) {
    self.listKey = listKey
    self.reservedKey = reservedKey
    self.names = Array(names.prefix(32))
    defined = names.prefix(32).enumerated().reduce(explained) { mask, bit in
      bit.element == nil ? mask : mask | 1 << UInt32(bit.offset)
    }
  }
}
