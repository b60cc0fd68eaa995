internal import RulloBase
internal import RulloBluetooth
internal import RulloRecordings

/// A recording sorted by device, characteristic and connection: what the comparison works on.
struct SessionFacts: Sendable {
  let recording: Recording

  /// Devices that took part, in the order of their letters.
  private(set) var devices: [DeviceFacts] = []

  /// For each attribute of the recording the place of its characteristic in its device's list.
  private(set) var characteristicOfAttribute: [Int]

  /// For each device of the recording its place in ``devices``, or -1.
  private(set) var placeOfDevice: [Int]

  /// For each attribute of the recording what it is for.
  let roleOfAttribute: [CharacteristicRole]

  init(_ recording: Recording) {
    self.recording = recording
    characteristicOfAttribute = [Int](repeating: -1, count: recording.attributes.count)
    placeOfDevice = [Int](repeating: -1, count: recording.devices.count)
    roleOfAttribute = recording.attributes.map { CharacteristicRole($0.uuid) }
    for (index, device) in recording.devices.enumerated() {
      placeOfDevice[index] = devices.count
      devices.append(DeviceFacts(device: device, index: index))
    }
    sortAttributes()
    readEvents()
    readLinks()
  }

  /// Attributes of one key are one characteristic: a capture may have met it twice.
  private mutating func sortAttributes() {
    for place in devices.indices {
      let own = recording.attributes.enumerated().filter {
        $0.element.device == devices[place].index
      }
      let sorted = own.map { (key: CharacteristicKey($0.element), attribute: $0) }
        .sorted { ($0.key, $0.attribute.offset) < ($1.key, $1.attribute.offset) }
      for (key, attribute) in sorted {
        if devices[place].characteristics.last?.key != key {
          devices[place].characteristics.append(CharacteristicFacts(attribute.element))
        }
        characteristicOfAttribute[attribute.offset] = devices[place].characteristics.count - 1
      }
    }
  }

  private mutating func readEvents() {
    var position = 0
    let recording = recording
    recording.forEachEvent { event, value in
      defer { position += 1 }
      guard placeOfDevice.indices.contains(event.device) else { return }
      let device = placeOfDevice[event.device]
      enter(event, position, device)
      let last = devices[device].connections.count - 1
      guard event.attribute >= 0, characteristicOfAttribute.indices.contains(event.attribute) else {
        return link(event, device, last)
      }
      let characteristic = characteristicOfAttribute[event.attribute]
      guard devices[device].characteristics.indices.contains(characteristic) else { return }
      if event.kind == .notification || event.kind == .indication {
        if devices[device].characteristics[characteristic].valueCount == 0 {
          devices[device].characteristics[characteristic].firstValue = event.number
        }
        devices[device].characteristics[characteristic].valueCount += 1
        if roleOfAttribute[event.attribute] == .stream {
          devices[device].connections[last].valueCount += 1
        }
      } else {
        take(event, value, position, device, characteristic)
      }
    }
  }

  /// Opens a connection where one begins.
  private mutating func enter(_ event: Event, _ position: Int, _ device: Int) {
    let isNew = event.kind == .connect || devices[device].connections.isEmpty
    if isNew {
      devices[device].connections.append(ConnectionFacts(at: position))
      if event.kind == .connect {
        devices[device].connections[devices[device].connections.count - 1].start = event.number
      }
    }
    let last = devices[device].connections.count - 1
    let start = devices[device].connections[last].positions.lowerBound
    devices[device].connections[last].positions = start...position
  }

  /// Takes a fact of the link.
  private mutating func link(_ event: Event, _ device: Int, _ connection: Int) {
    switch event.kind {
    case .mtu:
      devices[device].connections[connection].mtu = .init(
        value: event.detail, event: event.number)
    case .connect where event.detail > 0:
      devices[device].connections[connection].interval = .init(
        value: Int64(clamping: event.detail).multipliedReportingOverflow(by: 1_250_000)
          .partialValue,
        event: event.number)
    case .disconnect:
      let reason = UInt8(truncatingIfNeeded: event.detail)
      devices[device].connections[connection].ending = .init(
        value: .init(
          by: BluetoothErrors.disconnectedBy(reason),
          reason: BluetoothErrors.disconnectName(reason)),
        event: event.number)
    default: break
    }
  }

  private mutating func take(
    _ event: Event, _ value: RawSpan, _ position: Int, _ device: Int, _ characteristic: Int
  ) {
    switch event.kind {
    case .readResponse where event.detail == 0:
      devices[device].characteristics[characteristic].read = .init(
        value: value.copied(), event: event.number)
    case .error where event.request == 0x0A:
      devices[device].characteristics[characteristic].readError = .init(
        value: UInt8(truncatingIfNeeded: event.detail), event: event.number)
    case .error where event.request == 0x12:
      devices[device].characteristics[characteristic].writeError = .init(
        value: UInt8(truncatingIfNeeded: event.detail), event: event.number)
    case .subscribe:
      devices[device].characteristics[characteristic].subscriptions.append(
        .init(value: event.time, event: event.number))
    case .writeRequest, .writeCommand:
      guard let opCode = value.octet(0) else { return }
      let last = devices[device].connections.count - 1
      devices[device].connections[last].writes.append(
        AppWrite(characteristic: characteristic, opCode: opCode, position: position))
    default: break
    }
  }

  /// What only the links of a recording know: who really hung up, and later intervals.
  private mutating func readLinks() {
    for link in recording.links {
      guard placeOfDevice.indices.contains(link.device) else { continue }
      let device = placeOfDevice[link.device]
      if link.isEncrypted { devices[device].isEncrypted = true }
      guard let end = link.end else { continue }
      for connection in devices[device].connections.indices {
        guard let ending = devices[device].connections[connection].ending,
          recording.events[devices[device].connections[connection].positions.upperBound].time
            == end,
          let by = link.endedBy, let reason = link.reasonText
        else { continue }
        devices[device].connections[connection].ending = .init(
          value: .init(by: by, reason: reason), event: ending.event)
      }
    }
  }
}

extension SessionFacts {
  /// What an attribute of the recording is for; `nil` where there is none.
  func role(of attribute: Int) -> CharacteristicRole? {
    roleOfAttribute.indices.contains(attribute) ? roleOfAttribute[attribute] : nil
  }

  /// The connections of a device of the recording, in order.
  func connections(of device: Int) -> [ConnectionFacts] {
    guard placeOfDevice.indices.contains(device), devices.indices.contains(placeOfDevice[device])
    else { return [] }
    return devices[placeOfDevice[device]].connections
  }
}
