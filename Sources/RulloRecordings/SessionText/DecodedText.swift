internal import RulloBase
internal import RulloBluetooth
internal import RulloFitness

/// The last column of the session text: what an event says, for people.
///
/// Readers ignore it, so that better words never change what a session is.
struct DecodedText {
  private var layouts: [CharacteristicLayout?] = []

  mutating func declare(_ attribute: Attribute, at index: Int) {
    while layouts.count <= index { layouts.append(nil) }
    layouts[index] = attribute.uuid.flatMap { CharacteristicLayout.layout(for: $0) }
  }

  func append(_ event: Event, _ value: RawSpan, to text: inout TextBuffer) {
    switch event.kind {
    case .readResponse where event.detail > 0: text.append("continued" as StaticString)
    case .notification, .indication, .writeRequest, .writeCommand, .readResponse:
      guard layouts.indices.contains(event.attribute), let layout = layouts[event.attribute] else {
        return
      }
      layout.writeText(layout.decode(value), value, to: &text)
    case .writeResponse: text.append("written" as StaticString)
    case .readRequest: text.append("read" as StaticString)
    case .error:
      guard let code = UInt8(exactly: event.detail) else { return }
      text.append(BluetoothErrors.attName(code))
    case .subscribe:
      switch (value.octet(0) ?? 0) & 3 {
      case 1: text.append("subscribe to notifications" as StaticString)
      case 2: text.append("subscribe to indications" as StaticString)
      default: text.append("subscribe" as StaticString)
      }
    case .unsubscribe: text.append("unsubscribe" as StaticString)
    case .connect:
      text.append("connected" as StaticString)
      let (interval, overflow) = Int64(event.detail).multipliedReportingOverflow(by: 1_250_000)
      guard event.detail != 0, !overflow else { return }
      text.append(", interval " as StaticString)
      DecimalText.append(milliseconds: interval, to: &text)
      text.append(" ms" as StaticString)
    case .disconnect:
      guard let code = UInt8(exactly: event.detail) else { return }
      text.append(BluetoothErrors.disconnectName(code))
    case .mtu: text.append("MTU" as StaticString)
    case .label, .gap: break
    }
  }
}
