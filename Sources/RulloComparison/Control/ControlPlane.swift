/// What a device answers to what an app asks of it.
struct ControlPlane {
  private let alignment: SessionAlignment

  init(_ alignment: SessionAlignment) { self.alignment = alignment }

  func run(_ pair: DevicePair, _ judge: inout Judge) {}
}
