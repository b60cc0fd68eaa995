import RulloBase
import RulloBluetooth
import RulloComparison

/// The first lines of a comparison, the same in text and in Markdown.
struct ComparisonHead {
  let comparison: Comparison
  let files: Sides<ComparedFile>
  let stimuli: SameStimuli?

  /// `old.btsnoop · Rullo Trainer · model …, hardware 3, firmware 1.4.2`.
  func session(_ file: ComparedFile, _ session: SessionDescription) -> String {
    let devices = session.devices.map { device in
      let name = device.name.map { [$0] } ?? []
      let facts = [
        ("model", device.model), ("hardware", device.hardware), ("firmware", device.firmware),
      ].map { word, value in "\(word) \(value ?? "not in this capture")" }
      let isKnown = device.model != nil || device.hardware != nil || device.firmware != nil
      let identity =
        isKnown ? facts.joined(separator: ", ") : "model and firmware are not in this capture"
      return ([device.alias] + name + [identity]).joined(separator: " · ")
    }
    let list = devices.isEmpty ? "no device in common" : devices.joined(separator: "; ")
    return Figures.plain("\(file.name) · \(list)")
  }

  /// What makes the whole comparison doubtful.
  var warnings: [String] {
    var warnings: [String] = []
    for (old, new) in zip(comparison.sessions.old.devices, comparison.sessions.new.devices) {
      if let before = old.model, let after = new.model, before != after {
        warnings.append("\(old.alias): these are two models, \(before) and \(after)")
      } else if let before = old.name, let after = new.name, before != after, old.model == nil {
        warnings.append("\(old.alias): these have two names, \(before) and \(after)")
      }
      if let before = old.firmware, before == new.firmware {
        warnings.append("\(old.alias): both run firmware \(before)")
      }
    }
    for (word, session) in [("OLD", comparison.sessions.old), ("NEW", comparison.sessions.new)]
    where !session.unpairedDevices.isEmpty {
      let letters = session.unpairedDevices.prefix(6).map { device in
        device.alias + (device.name.map { " (\($0))" } ?? "")
      }
      let more = session.unpairedDevices.count > 6 ? " and more" : ""
      warnings.append("\(word) alone has \(letters.joined(separator: ", "))\(more)")
    }
    return warnings.map(Figures.plain)
  }

  /// `1 breaking · 0 behaviour · …`.
  var counts: String {
    FindingClass.allCases.map { "\(comparison.count($0)) \($0.word)" }.joined(separator: " · ")
  }

  /// How much of each session has a partner.
  var coverage: String {
    let parts = [("OLD", comparison.sessions.old), ("NEW", comparison.sessions.new)]
    return "aligned: "
      + parts.map { word, session in
        guard session.writes.total + session.values.total > 0 else {
          return "\(word) has no value and no write"
        }
        return
          "\(word) \(share(session)) (\(session.writes.aligned) of \(session.writes.total) writes,"
          + " \(session.values.aligned) of \(session.values.total) values)"
      }.joined(separator: ", ")
  }

  private func share(_ session: SessionDescription) -> String {
    guard let share = session.aligned else { return "-" }
    return "\(ExactDecimal(share.coefficient, exponent: share.exponent + 2).reduced) %"
  }

  /// How far one conversation went, and where it parted.
  var conversation: String? {
    guard let stimuli else { return nil }
    let made =
      "same stimuli: \(stimuli.requests.made) of \(stimuli.requests.total) requests of OLD"
      + " were asked of NEW's device"
    var parts = [made]
    if let difference = comparison.firstAnswer {
      parts.append(
        "first answer that differs: event \(difference.events.old[0]) of OLD,"
          + " \(difference.rule.id) \(difference.text)")
    } else {
      parts.append("no answer differs")
    }
    parts.append(
      stimuli.parting.map { "the two part at \($0)" } ?? "the two never part")
    return Figures.plain(parts.joined(separator: "; "))
  }

  var limits: String { "limits of timing: \(comparison.limits.text)" }
}
