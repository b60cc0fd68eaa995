internal import RulloBase
public import RulloBluetooth
internal import RulloMeasurements
internal import RulloRecordings

/// Makes a profile of a device from a recording: what was measured, and nothing else.
///
/// What the recording does not show stays out of the profile, so that it has its fallback and counts
/// as assumed.
public struct ProfileLearner: EventSink, ~Copyable {
  private var meter = RateMeter()
  private var digests = SessionDigests()
  private var attributes: [Int: Attribute] = [:]
  private var devices: [Int: Device] = [:]
  private var links: [Int: Link] = [:]
  private var reads: [Int: [UInt8]] = [:]
  private var kinds: [Int: UInt8] = [:]
  private var streams: [StreamObservation] = []
  private var controls: [Int: ControlObservation] = [:]
  private var training: [Int: [UInt8]] = [:]
  private var startedTraining: [Int: [UInt8]] = [:]
  private var counts: [Int: Int] = [:]

  public init() {}

  /// What the recording lacks or breaks.
  public var notes: NoteBook { meter.notes }

  public mutating func begin(_ clock: Clock) { meter.begin(clock) }

  public mutating func declare(_ device: Device, at index: Int) {
    devices[index] = device
    meter.declare(device, at: index)
    digests.declare(device, at: index)
  }

  public mutating func declare(_ attribute: Attribute, at index: Int) {
    attributes[index] = attribute
    meter.declare(attribute, at: index)
    digests.declare(attribute, at: index)
  }

  public mutating func declare(_ link: Link, at index: Int) { links[index] = link }

  public mutating func note(_ note: Note) { meter.note(note) }

  public mutating func event(_ event: Event, _ value: RawSpan) {
    meter.event(event, value)
    digests.event(event, value)
    if event.attribute < 0 {
      if event.kind == .connect || event.kind == .disconnect {
        controls[event.device]?.linkChanged()
      }
      return
    }
    guard let uuid = attributes[event.attribute]?.uuid else { return }
    see(event)
    switch event.kind {
    case .readResponse where event.detail == 0: reads[event.attribute] = value.copied()
    case .notification: notified(event, value.copied(), uuid)
    case .indication where uuid == 0x2AD9:
      controls[event.device, default: ControlObservation()].respond(value.copied(), at: event.time)
    case .writeRequest where uuid == 0x2AD9:
      controls[event.device, default: ControlObservation()].write(value.copied(), at: event.time)
    case .writeResponse where uuid == 0x2AD9: controls[event.device]?.acknowledge(at: event.time)
    default: break
    }
  }

  /// The property that a kind of event shows.
  private mutating func see(_ event: Event) {
    let property: UInt8 =
      switch event.kind {
      case .readResponse: 0x02
      case .writeCommand: 0x04
      case .writeResponse where event.direction == .fromDevice && !isConfiguration(event): 0x08
      case .writeRequest where event.isInferred: 0x08
      case .notification: 0x10
      case .indication: 0x20
      default: 0
      }
    kinds[event.attribute, default: 0] |= property
  }

  /// The answer to a subscription stands at the characteristic, too.
  private func isConfiguration(_ event: Event) -> Bool {
    attributes[event.attribute]?.uuid != 0x2AD9
  }

  private mutating func notified(_ event: Event, _ octets: [UInt8], _ uuid: BluetoothUUID) {
    counts[event.device, default: 0] += 1
    let isStarted = controls[event.device]?.isStarted ?? false
    switch uuid {
    case 0x2AD2, 0x2A63, 0x2A5B, 0x2A37:
      let place = streams.firstIndex { $0.attribute == event.attribute }
      if place == nil { streams.append(StreamObservation(attribute: event.attribute)) }
      streams[place ?? streams.count - 1].add(event, octets, of: uuid, isStarted: isStarted)
    case 0x2ADA: controls[event.device]?.status(octets, at: event.time)
    case 0x2AD3:
      if isStarted, startedTraining[event.device] == nil { startedTraining[event.device] = octets }
      if !isStarted, training[event.device] == nil { training[event.device] = octets }
    default: break
    }
  }

  /// The profile of the device that sent most; throws where none sent anything that is known.
  public consuming func profile(
    name: String, recording: String
  ) throws(ProfileFailure) -> DeviceProfile {
    let busiest = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.first?.key
    let device = busiest ?? controls.keys.min()
    guard let device,
      controls[device] != nil
        || streams.contains(where: { attributes[$0.attribute]?.device == device })
    else {
      throw ProfileFailure(
        "\(recording) holds neither a notification of a fitness characteristic nor a control"
          + " point to learn from")
    }
    let source = Provenance.measured(
      recording: recording, digest: "sha256:" + digests.values)
    let known = devices[device]
    var profile = DeviceProfile(
      name: name, title: (known?.name ?? "a device") + ", learned from " + recording)
    func set(_ section: String, _ key: String, _ value: ProfileValue) {
      profile.settings.append(
        DeviceProfile.Setting(section: section, name: key, value: Sourced(value, source)))
    }
    if let name = known?.name { set("device", "name", .text(name)) }
    let link = links.sorted { $0.key < $1.key }.map(\.value).last { $0.device == device }
    if let interval = link?.intervals.last {
      set("device", "interval_us", .integer(Int(interval / 1_000)))
    }
    if let mtu = link?.mtu { set("device", "mtu", .integer(mtu)) }
    if let control = controls[device] { Self.learn(control, set) }
    if let octets = idleTraining(of: device) { set("control", "training_idle", .octets(octets)) }
    if let octets = startedTraining[device] { set("control", "training_started", .octets(octets)) }
    profile.services = services(of: device, source)
    let report = RateReport(meter, file: recording, format: "")
    if let wheel = wheel(of: device, report) { set("bike", "wheel_mm", .integer(wheel)) }
    for stream in streams where attributes[stream.attribute]?.device == device {
      learn(stream, report, set)
    }
    return profile
  }

  private func idleTraining(of device: Int) -> [UInt8]? {
    let read = attributes.sorted { $0.key < $1.key }
      .first { $0.value.device == device && $0.value.uuid == 0x2AD3 }
    return read.flatMap { reads[$0.key] } ?? training[device]
  }

  private static func learn(
    _ control: ControlObservation, _ set: (String, String, ProfileValue) -> Void
  ) {
    for rule in control.rules { set("control", rule.name, rule.value) }
    if !control.untold.isEmpty { set("control", "no_status_of", .integers(control.untold)) }
    func median(_ name: String, _ times: [Int64]) {
      guard !times.isEmpty else { return }
      let sorted = times.sorted()
      set("control", name, .integer(Int(sorted[sorted.count / 2] / 1_000)))
    }
    median("acknowledge_us", control.acknowledgements)
    median("response_us", control.responses)
    median("status_us", control.statuses)
  }

  private func services(of device: Int, _ source: Provenance) -> [DeviceProfile.Service] {
    var services: [DeviceProfile.Service] = []
    for (index, attribute) in attributes.sorted(by: { $0.key < $1.key })
    where attribute.device == device {
      // Generic Access comes by itself; what no discovery named cannot be described.
      guard let uuid = attribute.uuid, let service = attribute.service,
        service != 0x1800, service != 0x1801
      else { continue }
      let characteristic = DeviceProfile.Characteristic(
        uuid: uuid, properties: Sourced(attribute.properties ?? kinds[index] ?? 0, source),
        value: reads[index].map { Sourced($0, source) })
      if let place = services.firstIndex(where: { $0.uuid == service }) {
        services[place].characteristics.append(characteristic)
      } else {
        services.append(DeviceProfile.Service(uuid: service, characteristics: [characteristic]))
      }
    }
    return services
  }

  private func learn(
    _ stream: StreamObservation, _ report: RateReport,
    _ set: (String, String, ProfileValue) -> Void
  ) {
    guard let attribute = attributes[stream.attribute], let uuid = attribute.uuid else { return }
    let section = DeviceProfile.section(of: uuid)
    let measured = report.streams.first {
      $0.attribute == attribute && $0.kind == .notification
    }
    // Without a grid the mean interval is the rhythm.
    let mean = measured?.intervals?.mean
    if let grid = measured?.grid?.spacing ?? mean, let steps = stream.steps(on: grid) {
      set(section, "grid_us", .integer(Int(grid / 1_000)))
      set(section, "steps", .integers(steps))
    }
    let before = StreamObservation.layout(stream.flags)
    let after = StreamObservation.layout(stream.startedFlags)
    let layout = before.isEmpty ? after : before
    if !layout.isEmpty { set(section, "layout", .octetLists(layout)) }
    if !after.isEmpty, after != layout { set(section, "layout_started", .octetLists(after)) }
    let changes = stream.wheelChanges + stream.crankChanges + stream.otherChanges
    guard changes >= 2, uuid == 0x2A63 || uuid == 0x2A5B else { return }
    // What is new each time does not show what makes it new.
    if stream.otherChanges * 10 <= changes, stream.repeats * 10 >= changes {
      let fresh: StreamRules.Fresh =
        stream.crankChanges == 0 ? .wheel : stream.wheelChanges == 0 ? .crank : .wheelOrCrank
      set(section, "fresh", .text(fresh.rawValue))
    }
  }

  /// Speed over turns, where both were measured in one recording.
  private func wheel(of device: Int, _ report: RateReport) -> Int? {
    let speed = streams.first {
      attributes[$0.attribute]?.device == device && $0.speedCount >= 8
    }
    let counter = report.streams.lazy.compactMap(\.wheel).first { $0.updates >= 4 }
    guard let speed, let counter, counter.revolutions > 0 else { return nil }
    // 0.01 km/h is 1/360 m/s; millimetres a turn.
    let perTurn =
      Int128(speed.speedSum) * 1_000 * Int128(counter.ticks)
      / (Int128(speed.speedCount) * 360 * Int128(counter.ticksPerSecond)
        * Int128(counter.revolutions))
    let millimetres = Int(clamping: perTurn)
    return (500...4_000).contains(millimetres) ? millimetres : nil
  }
}
