internal import RulloBase
internal import RulloBluetooth
internal import RulloFitness
internal import RulloRecordings

extension ReplayEngine {
  /// Answers a write that has no recorded partner, from the recorded features and ranges.
  mutating func synthesise(
    _ request: TransportRequest, _ channel: Int, _ bytes: [UInt8],
    _ effects: inout [TransportEffect]
  ) {
    remark(.request, "match=\(MatchRung.synthesised.word)", request.device, &effects)
    complete(request, .success([]), &effects)
    guard script.channels[channel].identity.uuid.short == 0x2AD9, let opCode = bytes.first else {
      return
    }
    let result = result(of: bytes, opCode, request.device)
    schedule([0x80, opCode, result], on: channel, isIndication: true, .indication, request.device)
    guard result == 1, let status = status(bytes),
      let statusChannel = script.channel(
        CharacteristicIdentity(0x2ADA, service: 0x1826), device: request.device)
    else { return }
    schedule(status, on: statusChannel, isIndication: false, .status, request.device)
  }

  private mutating func schedule(
    _ bytes: [UInt8], on channel: Int, isIndication: Bool, _ lane: Lane, _ device: Int
  ) {
    serial += 1
    queue.add(
      Due(
        device: device, kind: .value(channel: channel, bytes, isIndication: isIndication),
        latency: nil),
      at: now, lane: lane.rawValue, order: script.recording.events.count + serial)
  }

  /// The result code of a Fitness Machine (Fitness Machine Service 4.16.2).
  private func result(of bytes: [UInt8], _ opCode: UInt8, _ device: Int) -> UInt8 {
    guard opCode == 0x00 || devices[device].hasControl else { return 0x05 }
    guard isSupported(opCode, device) else { return 0x02 }
    guard let request = try? FitnessMachineControlPointRequest(decoding: bytes) else { return 0x03 }
    return isInRange(request, device) ? 0x01 : 0x03
  }

  /// Whether the recorded feature bits announce an op code, else whether it ever succeeded.
  private func isSupported(_ opCode: UInt8, _ device: Int) -> Bool {
    if [0x00, 0x01, 0x07, 0x08].contains(opCode) { return true }
    guard let octets = recordedValue(0x2ACC, device),
      let feature = try? FitnessMachineFeature(decoding: octets)
    else {
      return script.map.exchanges.contains { exchange in
        guard let response = exchange.response else { return false }
        return script.value(response).dropFirst().elementsEqual([opCode, 0x01])
      }
    }
    let bit: Int? =
      switch opCode {
      case 0x02...0x06: Int(opCode) - 2
      case 0x09...0x12: Int(opCode) - 4
      case 0x13: 15
      case 0x14: 16
      default: nil
      }
    return bit.map { feature.targets.rawValue >> UInt32($0) & 1 == 1 } ?? false
  }

  /// Whether a target is within the recorded range; one without a recorded range is.
  private func isInRange(_ request: FitnessMachineControlPointRequest, _ device: Int) -> Bool {
    let found: (uuid: UInt16, value: Int64)? =
      switch request {
      case .set(.speed(let value)): (0x2AD4, Int64(value))
      case .set(.inclination(let value)): (0x2AD5, Int64(value))
      case .set(.resistanceLevel(.sint16(let value))): (0x2AD6, Int64(value))
      case .set(.resistanceLevel(.uint8(let value))): (0x2AD6, Int64(value))
      case .set(.heartRate(let value)): (0x2AD7, Int64(value))
      case .set(.power(let value)): (0x2AD8, Int64(value))
      default: nil
      }
    guard let found, let octets = recordedValue(found.uuid, device),
      let layout = CharacteristicLayout.layout(for: BluetoothUUID(found.uuid))
    else { return true }
    let range = octets.withRawSpan { layout.decode($0) }
    guard range.fault == nil else { return true }
    let isSigned = found.uuid != 0x2AD4 && found.uuid != 0x2AD7
    func bound(_ row: Int) -> Int64 {
      isSigned ? Int64(Int32(bitPattern: range.raw(row: row))) : Int64(range.raw(row: row))
    }
    return (bound(0)...max(bound(0), bound(1))).contains(found.value)
  }

  /// The first recorded value of a readable characteristic.
  private func recordedValue(_ uuid: UInt16, _ device: Int) -> [UInt8]? {
    guard let channel = script.channel(CharacteristicIdentity(uuid), device: device) else {
      return nil
    }
    for read in script.channels[channel].reads {
      guard let position = script.map.exchanges[read].result,
        script.recording.events[position].kind == .readResponse
      else { continue }
      return Array(script.value(position))
    }
    return nil
  }

  /// The status that reports a set target.
  private func status(_ bytes: [UInt8]) -> [UInt8]? {
    switch try? FitnessMachineControlPointRequest(decoding: bytes) {
    case .reset: [0x01]
    case .startOrResume: [0x04]
    case .stop: [0x02, 0x01]
    case .pause: [0x02, 0x02]
    case .set(let target): [target.statusOpCode] + bytes.dropFirst()
    default: nil
    }
  }
}
