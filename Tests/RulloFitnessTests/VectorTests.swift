import Foundation
import RulloBase
import RulloFitness
import RulloTestSupport
import Testing

@Suite("Shared vectors")
struct VectorTests {
  /// Vectors without a layout here: the attribute protocol is tested in its own room.
  static let uncovered: Set<String> = ["ATT"]

  @Test("cover every characteristic but those listed") func coverage() {
    #expect(Vector.all.count == 252)
    #expect(Set(Vector.all.filter { $0.layout == nil }.map(\.uuid)) == Self.uncovered)
  }

  @Test("decode to the fields that the tables give", arguments: Vector.covered)
  func fields(vector: Vector) throws {
    guard let expect = vector.expect else { return }
    let layout = try #require(vector.layout)
    let value = try layout.strictly(vector.bytes)
    try compare(layout.json(value, vector.bytes), expect)
    // What strict decoding takes, lenient decoding takes without a fault.
    #expect(layout.decoded(vector.bytes) == value)
  }

  @Test("fail where the tables say, when decoded strictly", arguments: Vector.covered)
  func faults(vector: Vector) throws {
    guard let error = vector.error else { return }
    let layout = try #require(vector.layout)
    let failure = #expect(throws: DecodingFailure.self) { try layout.strictly(vector.bytes) }
    #expect(failure?.kind.rawValue == error["kind"] as? String)
    #expect(failure?.field == error["field"] as? String)
    #expect(failure?.offset == error["offset"] as? Int)
  }

  @Test("give what a tolerant decoder may return instead", arguments: Vector.covered)
  func variants(vector: Vector) throws {
    guard let variant = vector.variant, let layout = vector.layout else { return }
    let value = layout.decoded(vector.bytes)
    var expect = try #require(variant["expect"] as? [String: Any])
    expect["layout"] = variant["layout"]
    #expect(value.fault == nil)
    try compare(layout.json(value, vector.bytes), expect)
    #expect(try layout.encode(value) == vector.bytes)
  }

  @Test("encode back to the same octets", arguments: Vector.covered)
  func encoding(vector: Vector) throws {
    let layout = try #require(vector.layout)
    let value = layout.decoded(vector.bytes)
    #expect(try layout.encode(value, source: vector.bytes) == vector.bytes)
    if vector.isCanonical, value.trailingCount == 0, !layout.usesSource(value) {
      // Nothing but the integers of the value is needed.
      #expect(try layout.encode(value) == vector.bytes)
    }
  }

  @Test("cut anywhere, name the field that is cut and where it starts", arguments: Vector.covered)
  func prefixes(vector: Vector) throws {
    // A value that only lenient decoding takes has other rows for strict decoding.
    guard vector.variant == nil else { return }
    let layout = try #require(vector.layout)
    let bytes = vector.bytes
    let whole = layout.decoded(bytes)
    let ends = rowEnds(layout, whole)
    for length in 0..<bytes.count {
      let cut = Array(bytes.prefix(length))
      // The first row that ends behind the cut must be the one that is named.
      let expected = ends.first { $0.end > length }?.element(at: length)
      do {
        _ = try layout.strictly(cut)
        #expect(expected?.mayEnd(at: length) ?? true, "\(length) octets decode")
      } catch  where error.kind == .truncated {
        #expect(error.field == expected?.key, "\(length) octets")
        #expect(error.offset == expected?.start, "\(length) octets")
      } catch  where error.kind == .invalidUTF8 {
        // The cut fell into a character.
        #expect(error.field == expected?.key)
        #expect(bytes[error.offset] >= 0xC0 && error.offset < length)
      } catch {
        // A reserved code or the like in front of the cut stays the first fault.
        #expect(error == layout.failure(of: whole))
      }
    }
  }

  private func compare(_ json: String, _ expect: [String: Any]) throws {
    let fields = try JSONSerialization.jsonObject(with: Data(json.utf8))
    #expect(isSame(fields, expect), "\(json) is not \(expect)")
  }

  /// Where a row of a value starts and ends, computed from the table alone.
  struct RowEnd {
    let key: String
    var start: Int
    let end: Int
    let field: Field?

    /// The element of a list that a cut falls into; other rows are cut as a whole.
    func element(at length: Int) -> Self {
      guard let field, case .list = field.content else { return self }
      var element = self
      element.start = length - (length - start) % field.format.octets
      return element
    }

    /// Whether the value may be shorter: behind the last field, inside a text, between the elements
    /// of a list, before an optional parameter, or in a field that may have one octet.
    func mayEnd(at length: Int) -> Bool {
      guard let field else { return false }
      switch field.content {
      case .text, .hex: return true
      case .list: return (length - start).isMultiple(of: field.format.octets)
      default: break
      }
      if case .inAnswerIfAny = field.presence { return length == start }
      return field.tolerance == .oneOctetAtEnd && length == start + 1
    }
  }

  private func rowEnds(_ layout: CharacteristicLayout, _ value: DecodedValue) -> [RowEnd] {
    var ends: [RowEnd] = []
    var offset = 0
    func add(_ key: StaticString, _ octets: Int, _ field: Field? = nil) {
      ends.append(
        RowEnd(key: key.description, start: offset, end: offset + octets, field: field))
      offset += octets
    }
    if layout.flagOctets > 0 { add("flags", layout.flagOctets) }
    if let operations = layout.operations, operations.offset == 0 { add(operations.key, 1) }
    let fields = layout.table(of: value).fields
    for row in fields.indices where value.contains(row: row) {
      let field = fields[row]
      switch field.content {
      case .text, .hex, .list: add(field.key, value.count - offset, field)
      case .countedHex: add(field.key, Int(value.raw(row: row) >> 16) + 1, field)
      default:
        let isWide = field.format.widerWhenSet.map { value.flags & (1 << UInt32($0)) != 0 } ?? false
        let octets = value.narrowRow == row ? 1 : field.format.octets + (isWide ? 1 : 0)
        if octets > 0 { add(field.key, octets, field) }
      }
    }
    if let fault = layout.failure(of: value), fault.kind == .truncated {
      // The vector is cut itself; where it is, its own row of the file says.
      ends.append(
        RowEnd(
          key: fault.field, start: fault.offset, end: fault.offset + fault.needed, field: nil))
    }
    return ends
  }
}

extension CharacteristicLayout {
  /// Whether a value has text, a list or another field that is kept as its place.
  func usesSource(_ value: DecodedValue) -> Bool {
    let fields = table(of: value).fields
    return fields.indices.contains { row in
      guard value.contains(row: row) else { return false }
      switch fields[row].content {
      case .text, .hex, .list, .countedHex, .dateTime, .identifier: return true
      default: return false
      }
    }
  }
}
