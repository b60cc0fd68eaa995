public import RulloBase

extension ATTPDU {
  /// Writes the members of the `fields` object, in wire order.
  public func writeJSONFields(to json: inout JSONWriter) {
    guard fault?.field != "opcode" || fault?.kind != .truncated else { return }
    json.key("opcode")
    json.number(Int(opcode))
    let parts = layout?.parts ?? []
    for (part, value) in zip(parts, values) { value.write(part, to: &json) }
    writeDeclarations(to: &json)
    guard !rest.isEmpty else { return }
    json.key(layout == nil ? "parameter_hex" : "trailing_hex")
    rest.withRawSpan { json.hex($0) }
  }

  /// The characteristics that the entries of a Read By Type Response declare; empty where they
  /// hold something else.
  public var declarations: [CharacteristicDeclaration] {
    guard opcode == ATTOpcode.readByTypeRequest + 1, case .elements(let entries)? = self["entries"]
    else { return [] }
    let declarations = entries.compactMap { entry -> CharacteristicDeclaration? in
      guard entry.count == 2, case .number(let handle) = entry[0],
        case .octets(let value) = entry[1],
        let declared = value.withRawSpan({ CharacteristicDeclaration($0) }),
        // The response does not say its type; a value always stands behind its declaration.
        Int(declared.valueHandle) > handle
      else { return nil }
      return declared
    }
    return declarations.count == entries.count ? declarations : []
  }

  private func writeDeclarations(to json: inout JSONWriter) {
    let declarations = declarations
    guard !declarations.isEmpty else { return }
    json.key("declarations")
    json.beginArray()
    for declared in declarations {
      json.beginObject()
      json.key("properties")
      json.number(Int(declared.properties))
      json.key("value_handle")
      json.number(Int(declared.valueHandle))
      json.key("uuid")
      json.string(declared.uuid.description.uppercased())
      json.endObject()
    }
    json.endArray()
  }
}

extension ATTPDU.Value {
  fileprivate func write(_ part: ATTPart, to json: inout JSONWriter) {
    switch self {
    case .octets where part.key.description == "value": json.key("value_hex")
    // The value of a group that is no service.
    case .octets where part.key.description == "uuid": json.key("value_hex")
    default: json.key(part.key)
    }
    switch self {
    case .number(let number): json.number(number)
    case .uuid(let uuid): json.string(uuid.description.uppercased())
    case .octets(let octets): octets.withRawSpan { json.hex($0) }
    case .elements(let elements):
      guard case .list(let list) = part.content else { return json.null() }
      json.beginArray()
      for element in elements { Self.write(element, list, to: &json) }
      json.endArray()
    }
  }

  private static func write(
    _ element: [ATTPDU.Value], _ list: ATTList, to json: inout JSONWriter
  ) {
    // A list of plain handles or values needs no objects.
    if list.parts.count == 1, let only = element.first {
      switch only {
      case .number(let number): return json.number(number)
      case .octets(let octets): return octets.withRawSpan { json.hex($0) }
      default: break
      }
    }
    json.beginObject()
    for (part, value) in zip(list.parts, element) { value.write(part, to: &json) }
    json.endObject()
  }
}
