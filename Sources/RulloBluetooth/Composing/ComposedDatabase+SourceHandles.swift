internal import RulloBase

extension ComposedDatabase {
  /// The table with the handles that the source has, so that they are found again.
  ///
  /// Answers `nil` where an attribute has none, or where a discovery that puts each declaration right
  /// before its value would tell another table than the source's: then all handles are given anew.
  init?(keeping own: [(key: Int, value: Attribute)]) {
    self.init()
    var members: [Member] = []
    var taken: Set<UInt16> = []
    for (index, attribute) in own {
      guard let handle = attribute.handle, handle > 0, taken.insert(handle).inserted else {
        return nil
      }
      handles[index] = handle
      guard let uuid = attribute.uuid else { continue }
      members.append(Member(index: index, attribute: attribute, uuid: uuid, handle: handle))
    }
    members.sort { $0.handle < $1.handle }
    guard !members.isEmpty, reserveDeclarations(members, &taken) else { return nil }
    var instances = InstanceCount()
    var place = 0
    while place < members.count {
      let service = members[place].attribute.service
      let end = members[place...].firstIndex { $0.attribute.service != service } ?? members.count
      // A service that stands in two places would be told as one of two.
      if let service, services.contains(where: { $0.uuid == service }) { return nil }
      let bound = end < members.count ? members[end].firstHandle(opensService: true) : 0xFFFF
      guard keep(members[place..<end], before: bound, &taken, &instances) else { return nil }
      place = end
    }
  }

  private struct Member {
    let index: Int
    let attribute: Attribute
    let uuid: BluetoothUUID
    let handle: UInt16

    var isDescriptor: Bool { ComposedDatabase.isDescriptor(uuid) }

    /// The first handle that comes with it: its own declaration's, or its service's before that.
    func firstHandle(opensService: Bool) -> UInt16 {
      let front: UInt16 = isDescriptor ? 0 : opensService && attribute.service != nil ? 2 : 1
      return handle > front ? handle - front : 0
    }
  }

  /// Instances as a reader of a discovery counts them: within a service, else among all.
  private struct InstanceCount {
    private var counts: [BluetoothUUID?: [BluetoothUUID: Int]] = [:]

    mutating func next(_ attribute: Attribute, _ uuid: BluetoothUUID) -> Int {
      counts[attribute.service, default: [:]][uuid, default: 0] += 1
      guard attribute.service == nil else { return counts[attribute.service]?[uuid] ?? 1 }
      return counts.values.reduce(0) { $0 + ($1[uuid] ?? 0) }
    }
  }

  /// Takes the handles of all declarations; answers `false` where one of them is something else.
  private func reserveDeclarations(_ members: [Member], _ taken: inout Set<UInt16>) -> Bool {
    var service: BluetoothUUID??
    for member in members {
      let opensService = service != .some(member.attribute.service)
      service = .some(member.attribute.service)
      guard !member.isDescriptor else {
        // A descriptor stands behind its characteristic, and these ones are read from it.
        guard !opensService, member.uuid.short.map({ $0 >= 0x2900 && $0 != 0x2902 }) == true else {
          return false
        }
        continue
      }
      let first = member.firstHandle(opensService: opensService)
      guard first > 0 else { return false }
      for handle in first..<member.handle where !taken.insert(handle).inserted { return false }
    }
    return true
  }

  /// Keeps the members of one service, all of whose handles are below `bound`.
  private mutating func keep(
    _ members: ArraySlice<Member>, before bound: UInt16, _ taken: inout Set<UInt16>,
    _ instances: inout InstanceCount
  ) -> Bool {
    guard let first = members.first else { return false }
    var last = first.handle
    for (place, member) in zip(members.indices, members) {
      guard instances.next(member.attribute, member.uuid) == member.attribute.instance else {
        return false
      }
      last = max(last, member.handle)
      guard !member.isDescriptor else {
        descriptors.append((member.handle, member.uuid))
        continue
      }
      let next = members[(place + 1)...].first { !$0.isDescriptor }
      let end = next.map { $0.handle - 1 } ?? bound
      var configuration: UInt16?
      // Only what notifies or indicates has a configuration; what nobody declared may do both.
      if (member.attribute.properties ?? 0x30) & 0x30 != 0 {
        guard member.handle < end,
          let free = (member.handle + 1..<max(end, member.handle + 1)).first(where: {
            !taken.contains($0)
          })
        else { return false }
        taken.insert(free)
        configuration = free
        last = max(last, free)
      }
      configurations[member.index] = configuration
      characteristics.append(
        Characteristic(
          declaration: member.handle - 1, value: member.handle, configuration: configuration,
          uuid: member.uuid, properties: member.attribute.properties ?? Self.anyProperty))
    }
    guard let service = first.attribute.service else { return true }
    services.append((first.firstHandle(opensService: true)...last, service))
    return true
  }
}
