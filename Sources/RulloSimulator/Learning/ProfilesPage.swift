internal import RulloBase
internal import RulloBluetooth
public import RulloRecordings

/// The page of the documentation on profiles: how well each is known, where it departs from what was
/// recorded, and what a profile file says.
public struct ProfilesPage: Sendable {
  /// What a recording shows of its device.
  private struct Evidence: Sendable {
    let file: String
    let recording: Recording
    let device: Int
    let learned: DeviceProfile
  }

  private var evidence: [Evidence] = []

  public init() {}

  /// Holds every profile against one more recording; throws ``ProfileFailure`` where it shows nothing.
  public mutating func add(_ recording: Recording, file: String) throws(ProfileFailure) {
    var learner = ProfileLearner()
    recording.replay(into: &learner)
    let learned = try learner.profile(name: "learned", recording: file)
    evidence.append(
      Evidence(
        file: file, recording: recording, device: recording.busiestDevice, learned: learned))
  }

  /// The page as Markdown.
  public var markdown: String {
    """
    # Device profiles

    A profile says how a device behaves, and of each value where it is from: *measured* in a recording, named with the
    digest of its values; *published* as octets or figures of a real device at an address; or *assumed*, with the reason.
    `rullo profile show NAME` prints every value with its source.

    This page is made by `rullo profiles-page captures/* > docs/profiles.md` from the profiles and the recordings; a test
    holds it up to date.

    ## How well each is known

    | Profile | Device | Measured | Published | Assumed |
    |---|---|---|---|---|
    \(DeviceProfile.builtIn.map(Self.known).joined(separator: "\n"))

    ## Where each departs from what was recorded

    Every profile against every recording of the project, as `rullo profile compare PROFILE FILE` does it: *values* are
    those that `profile learn` measures in the recording, *answers* what a simulated trainer says to what the recorded
    app asked. Only a profile of the recorded device itself should agree in all of them; what the others depart in is what
    tells the devices apart.

    \(evidence.map(Self.section).joined(separator: "\n"))
    ## A profile of your own

    A profile is a JSON file; `rullo simulate --profile FILE.json` and `rullo replay FILE --against FILE.json` take it
    like a name. What it does not say has the value of the tables below and counts as assumed. This is a whole one:

    ```json
    \(Self.smallest)
    ```

    A value is written as such (then it is assumed), or as `{"value": …, "from": "NAME"}` with a name of `sources`. A source
    is `{"measured": "FILE", "values": "sha256:…"}`, `{"published": "ADDRESS"}` or `{"assumed": "REASON"}`. The value of a
    characteristic is octets in hexadecimal, or `{"text": "…"}`. Properties are words with spaces between them:
    \(PropertyWords.list).
    `rullo profile show --json NAME` prints a longer one to begin with, and `rullo profile learn FILE` makes one of a
    recording. A fault is named with its place and what should stand there.

    \(Self.tables)
    """ + "\n"
  }

  private static func known(_ profile: DeviceProfile) -> String {
    let counts = ProfileSheet(profile).counts
    return "| `\(profile.name)` | \(profile.title) | \(counts.measured) | \(counts.published) "
      + "| \(counts.assumed) |"
  }

  // MARK: Against recordings

  private static func section(_ evidence: Evidence) -> String {
    let rows = DeviceProfile.builtIn.map { profile in row(profile, evidence) }
    return """
      ### \(evidence.file)

      | Profile | Values | Answers | Departs in |
      |---|---|---|---|
      \(rows.joined(separator: "\n"))

      """
  }

  private static func row(_ profile: DeviceProfile, _ evidence: Evidence) -> String {
    let comparison = ProfileComparison(profile, with: evidence.learned)
    let answers = RecordedClient(
      evidence.recording, device: evidence.device, trainer: FakeTrainer(profile)
    ).answers
    let agreeing = comparison.rows.count - comparison.departures.count
    let same = answers.count(where: \.agrees)
    let absent = comparison.departures.filter(\.isAbsent).map(\.name)
    var departures = absent.isEmpty ? [] : ["has no " + absent.joined(separator: ", ")]
    departures += comparison.departures.filter { !$0.isAbsent }.map { row in
      "\(row.name) \(row.measured), not \(row.stated.isEmpty ? "–" : row.stated)"
        + " (\(row.provenance.word))"
    }
    return "| `\(profile.name)` | \(agreeing) of \(comparison.rows.count) "
      + "| \(same) of \(answers.count) | \(departures.joined(separator: "; ")) |"
  }

  // MARK: The format

  /// The profile that the page shows.
  public static let smallest = """
    {
      "rullo_profile": 1,
      "name": "my-trainer",
      "title": "The trainer in my cellar",
      "sources": {
        "log": {"assumed": "read off the app's log by hand"}
      },
      "device": {"name": "MY TRAINER 1234"},
      "control": {"reset_keeps_control": {"value": true, "from": "log"}},
      "services": [
        {"uuid": "1826", "characteristics": [
          {"uuid": "2ACC", "properties": "read", "value": "82 40 00 00 0C 20 00 00"},
          {"uuid": "2AD2", "properties": "notify"},
          {"uuid": "2AD9", "properties": "write indicate"},
          {"uuid": "2ADA", "properties": "notify"}
        ]}
      ],
      "streams": {
        "2AD2": {
          "grid_us": {"value": 250000, "from": "log"},
          "layout": {"value": "44 00", "from": "log"}
        }
      }
    }
    """

  private static var tables: String {
    let sections = [
      ("`device`", ProfileKey.device), ("`control`", ProfileKey.control),
      ("`bike`", ProfileKey.bike), ("`streams`, for each UUID", ProfileKey.stream),
    ]
    return sections.map { title, keys in
      let rows = keys.map { key in
        "| `\(key.name)` | \(key.meaning) | \(key.form) | \(key.fallbackText) |"
      }
      return """
        ### \(title)

        | Key | Meaning | Form | Where it is not said |
        |---|---|---|---|
        \(rows.joined(separator: "\n"))
        """
    }.joined(separator: "\n\n")
  }
}

extension ProfileKey {
  /// What may stand there: `20 to 500 ms`, `true or false`.
  fileprivate var form: String {
    switch kind {
    case .text: "text"
    case .flag: "true or false"
    case .integer(let range):
      "\(range.lowerBound) to \(range.upperBound)" + (unit.isEmpty ? "" : " \(unit)")
    case .integers(let range): "a list of \(range.lowerBound) to \(range.upperBound)"
    case .octets: "octets"
    case .octetLists: "octets, or a list of them"
    case .words(let words): words.map { "`\($0)`" }.joined(separator: ", ")
    }
  }

  fileprivate var fallbackText: String {
    let text = fallback == .integer(-1) ? "-1" : fallback.text
    return text.isEmpty ? "–" : text
  }
}

extension Recording {
  /// The device that sent most notifications; 0 where none did.
  public var busiestDevice: Int {
    var counts = [Int](repeating: 0, count: Swift.max(1, devices.count))
    for event in events where event.kind == .notification && counts.indices.contains(event.device) {
      counts[event.device] += 1
    }
    return counts.indices.max { (counts[$0], $1) < (counts[$1], $0) } ?? 0
  }
}
