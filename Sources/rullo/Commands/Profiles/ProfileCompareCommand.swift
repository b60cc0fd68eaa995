import RulloBase
import RulloBluetooth
import RulloImporting
import RulloRecordings
import RulloSimulator

/// `rullo profile compare`: where a profile departs from a real device.
struct ProfileCompareCommand: Command {
  static let name = "profile compare"
  static let abstract = "Show where a device profile departs from a recording of a device."
  static let discussion = """
    Example: rullo profile compare kickr-core captures/kickr-core-10hz.log

    Compares what 'profile learn' measures in the recording with what the profile
    says, then hands what the app of the recording asked to a simulated trainer of
    the profile and compares the answers. Rates agree within a tenth, latencies
    within a factor of four. Exit code 1 where they depart, 3 where the recording
    has nothing to compare.
    """

  static let parameters: [Parameter<ProfileCompareCommand>] =
    [.positional("PROFILE", "A name of 'rullo profile list', or a FILE.json.", \.word)]
    + RecordingOptions.parameters(\.options, several: false)
    .filter { $0.name != "--json" && $0.name != "--strict" }

  var word = ""
  var options = RecordingOptions()

  func run(_ console: inout Console) throws -> ExitCode {
    let profile = try ProfileChoice.profile(word)
    let path = options.files.first ?? "-"
    guard path != "-" else {
      throw UsageError("the recording is read twice: name a file instead of standard input")
    }
    let learned = try ProfileLearnCommand.learn(path, options, name: "learned", console)
    let comparison = ProfileComparison(profile, with: learned.profile)
    let recording = Source.read(
      try options.open(path), options.selection, into: Recording(), console
    ).intoSink()
    let answers = RecordedClient(
      recording, device: recording.busiestDevice, trainer: FakeTrainer(profile)
    ).answers
    print(profile, Source.name(path), comparison, answers, &console)
    if let failure = learned.failure {
      return Source.fail(failure, in: Self.name, &console)
    }
    guard !comparison.rows.isEmpty || !answers.isEmpty else { return .inconclusive }
    let isSame = comparison.departures.isEmpty && answers.allSatisfy(\.agrees)
    return isSame ? .done : .difference
  }

  private func print(
    _ profile: DeviceProfile, _ file: String, _ comparison: ProfileComparison,
    _ answers: [RecordedClient.Answer], _ console: inout Console
  ) {
    let agreeing = comparison.rows.count - comparison.departures.count
    let same = answers.count(where: \.agrees)
    var lines = [
      "\(profile.name) against \(file)",
      "\(agreeing) of \(comparison.rows.count) measured values agree, "
        + "\(same) of \(answers.count) answers are the same",
    ]
    for row in comparison.departures {
      lines += ["", row.name, "  measured  \(row.measured)"]
      lines.append("  profile   \(row.stated)  (\(row.provenance.word))")
    }
    for answer in answers where !answer.agrees {
      lines += ["", "event \(answer.event): \(answer.request)"]
      lines += ["  recorded  \(answer.recorded)", "  trainer   \(answer.given)"]
    }
    for line in lines {
      guard line.count > 80 else {
        console.text.append(line + "\n")
        continue
      }
      // Long values go on in lines of their own.
      for part in Help.wrapped(line, columns: 76) { console.text.append("  " + part + "\n") }
    }
  }
}
