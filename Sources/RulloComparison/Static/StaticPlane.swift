/// What a device declares: identity, attributes, abilities, ranges, and the link it is on.
struct StaticPlane {
  let comparesLinks: Bool

  func run(_ pair: DevicePair, _ judge: inout Judge) {
    IdentityCheck().run(pair, &judge)
    AdvertisingCheck().run(pair, &judge)
    DatabaseCheck().run(pair, &judge)
    ReadCheck().run(pair, &judge)
    FeatureCheck().run(pair, &judge)
    RangeCheck().run(pair, &judge)
    ConstantCheck().run(pair, &judge)
    if comparesLinks { LinkCheck().run(pair, &judge) }
  }
}
