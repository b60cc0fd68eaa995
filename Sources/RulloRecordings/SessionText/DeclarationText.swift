internal import RulloBase
internal import RulloBluetooth

/// The `device`, `attribute` and `link` lines of the session text.
///
/// Each is a subject and then parts apart by middle dots, `key value`; what is not known is left out.
enum DeclarationText {
  static func append(_ device: Device, to text: inout TextBuffer) {
    text.append("device   " as StaticString)
    text.append(device.alias)
    text.append("  " as StaticString)
    if let name = device.name {
      EscapedText.append(name, to: &text)
    } else {
      text.append("(no name in this source)" as StaticString)
    }
    part("manufacturer ", device.manufacturer, to: &text)
    part("model ", device.model, to: &text)
    part("serial ", device.serial, to: &text)
    part("firmware ", device.firmware, to: &text)
    part("hardware ", device.hardware, to: &text)
    part("software ", device.software, to: &text)
    switch device.identity {
    case .address(let address): part("address ", address, to: &text)
    case .endpoint(let endpoint): part("endpoint ", endpoint, to: &text)
    case .link(let link): part("link ", link, to: &text)
    case .host(let adapter): part("host ", String(adapter), to: &text)
    case .unnamed: break
    }
    text.append(byte: 0x0A)
  }

  /// Nothing for an attribute of which its path says everything.
  static func append(_ attribute: Attribute, letters: String, to text: inout TextBuffer) {
    guard attribute.uuid != nil, attribute.handle != nil || attribute.properties != nil else {
      return
    }
    text.append("attribute " as StaticString)
    text.append(letters)
    text.append(byte: 0x20)
    text.append(attribute.path)
    if let handle = attribute.handle {
      text.append(" · handle " as StaticString)
      text.append(Hex.text([UInt8(handle >> 8), UInt8(truncatingIfNeeded: handle)]))
    }
    if let properties = attribute.properties {
      text.append(" · properties " as StaticString)
      text.append(Hex.text([properties]))
    }
    text.append(byte: 0x0A)
  }

  static func append(_ link: Link, letters: String, to text: inout TextBuffer) {
    text.append("link     " as StaticString)
    text.append(letters)
    if let start = link.start {
      text.append(" · start " as StaticString)
      DecimalText.append(nanoseconds: start, to: &text)
    }
    if let end = link.end {
      text.append(" · end " as StaticString)
      DecimalText.append(nanoseconds: end, to: &text)
    }
    for interval in link.intervals {
      text.append(" · interval " as StaticString)
      DecimalText.append(milliseconds: interval, to: &text)
      text.append(" ms" as StaticString)
    }
    if let mtu = link.mtu {
      text.append(" · mtu " as StaticString)
      text.append(mtu)
    }
    if let reason = link.reason {
      text.append(" · reason 0x" as StaticString)
      text.append(Hex.text([reason]))
    }
    if link.isEndedByHost { text.append(" · ended by host" as StaticString) }
    if link.isEncrypted { text.append(" · encrypted" as StaticString) }
    text.append(byte: 0x0A)
  }

  private static func part(_ key: StaticString, _ value: String?, to text: inout TextBuffer) {
    guard let value else { return }
    text.append(" · " as StaticString)
    text.append(key)
    EscapedText.append(value, to: &text)
  }
}
