internal import RulloBase

extension ATTPDU {
  /// Each field with its name in the specification and its value for people, in wire order.
  public var fieldTexts: [(name: String, text: String)] {
    var lines: [(name: String, text: String)] = []
    for (part, value) in zip(layout?.parts ?? [], values) { value.append(part, to: &lines) }
    for declared in declarations {
      lines.append(
        (
          "Declaration",
          "\(declared.uuid) at \(ATTPDU.hex(declared.valueHandle)), properties \(Self.words(declared.properties))"
        ))
    }
    return lines
  }

  /// The names of the bits of the properties octet (Core specification, volume 3 part G, 3.3.1.1).
  private static func words(_ properties: UInt8) -> String {
    let names = [
      "broadcast", "read", "write without response", "write", "notify", "indicate",
      "signed write", "extended",
    ]
    let set = names.enumerated().filter { properties & 1 << UInt8($0.offset) != 0 }
    return set.isEmpty ? "none" : set.map(\.element).joined(separator: ", ")
  }

  static func hex(_ handle: UInt16) -> String {
    "0x" + Hex.text([UInt8(handle >> 8), UInt8(truncatingIfNeeded: handle)])
  }
}

extension ATTPDU.Value {
  fileprivate func append(_ part: ATTPart, to lines: inout [(name: String, text: String)]) {
    guard case .elements(let elements) = self, case .list(let list) = part.content else {
      return lines.append((part.name.description, text(part)))
    }
    for element in elements {
      let words = zip(list.parts, element).map { part, value in value.text(part) }
      lines.append((part.name.description, words.joined(separator: "  ")))
    }
  }

  private func text(_ part: ATTPart) -> String {
    switch (self, part.content) {
    case (.number(let number), .handle): ATTPDU.hex(UInt16(truncatingIfNeeded: number))
    case (.number(let number), .errorCode):
      "\(BluetoothErrors.attName(UInt8(truncatingIfNeeded: number)))"
        + " (0x\(Hex.text([UInt8(truncatingIfNeeded: number)])))"
    case (.number(let number), .opcode):
      (ATTLayout.layout(of: UInt8(truncatingIfNeeded: number))?.name.description ?? "reserved")
        + " (0x\(Hex.text([UInt8(truncatingIfNeeded: number)])))"
    case (.number(let number), _): "\(number)"
    case (.uuid(let uuid), _): uuid.description
    case (.octets(let octets), _): octets.isEmpty ? "empty" : Hex.text(octets, separator: " ")
    case (.elements(let elements), _): "\(elements.count)"
    }
  }
}
