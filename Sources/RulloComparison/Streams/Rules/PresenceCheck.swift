internal import RulloBluetooth
internal import RulloRecordings

extension Rule {
  static let streamSilent = Rule(
    "D01", "stream silent", .breaking, mirror: "D02",
    sees: "An app subscribed and no value came, where values came before.",
    limits: "a subscription in the silent session that lasted for 3 intervals of the other one",
    example: "60 values → subscribed at event 41, no value", clause: "FTMS 1.0.1, 4.4 to 4.9")

  static let streamSpeaks = Rule(
    "D02", "stream speaks", .information, mirror: "D01",
    sees: "Values come where a subscription brought none.",
    limits: "a subscription in the silent session that lasted for 3 intervals of the other one",
    example: "subscribed at event 41, no value → 60 values", clause: "FTMS 1.0.1, 4.4 to 4.9")
}

/// Whether a stream sends at all.
struct PresenceCheck {
  /// Answers whether there is something to compare on both sides.
  func run(_ stream: StreamPair, _ alignment: SessionAlignment, _ judge: inout Judge) -> Bool {
    let counts = stream.counts
    if counts.old > 0, counts.new > 0 { return true }
    guard counts.old > 0 || counts.new > 0 else { return false }
    let silent: Side = counts.old == 0 ? .old : .new
    let speaking: Side = silent == .old ? .new : .old
    let path = stream.subject().characteristic ?? ""
    let word = silent == .old ? "OLD" : "NEW"
    guard let subscription = stream.characteristics[silent].subscriptions.first else {
      judge.remark("\(path): no subscription in \(word), so that its silence says nothing")
      return false
    }
    let device = stream.pair.device[silent]
    let recording = alignment.facts[silent].recording
    let end = device.connections.map(\.positions.upperBound).max().flatMap {
      recording.events.indices.contains($0) ? recording.events[$0].time : nil
    }
    let interval = Rhythm(stream.facts[speaking].intervals)?.mean ?? 1_000_000_000
    guard let end, end != Event.noTime, subscription.value != Event.noTime,
      end &- subscription.value > 3 * min(interval, 1_000_000_000_000)
    else {
      judge.remark("\(path): \(word) ends too soon after the subscription to tell silence")
      return false
    }
    let isSilent = silent == .new
    let silence = "subscribed at event \(subscription.event), no value"
    let values = "\(counts[speaking]) values"
    judge.find(
      isSilent ? .streamSilent : .streamSpeaks, stream.subject(),
      Sides(old: isSilent ? values : silence, new: isSilent ? silence : values),
      samples: counts,
      events: Sides(
        old: isSilent ? [stream.facts.old.firstEvent] : [subscription.event],
        new: isSilent ? [subscription.event] : [stream.facts.new.firstEvent]))
    return false
  }
}
