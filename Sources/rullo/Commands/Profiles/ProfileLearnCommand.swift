import RulloBase
import RulloBluetooth
import RulloImporting
import RulloMeasurements
import RulloSimulator

/// `rullo profile learn`: a profile of the device in a recording.
struct ProfileLearnCommand: Command {
  static let name = "profile learn"
  static let abstract = "Make a device profile from a recording: what was measured, no more."
  static let discussion = """
    Example: rullo profile learn ride.btsnoop --name my-trainer > my-trainer.json
             rullo simulate --profile my-trainer.json --duration 60

    Rates, grid and rhythm of each stream, flags, features, ranges, latencies and
    what the control point was seen to do are taken over, marked as measured with
    the name of the recording and the digest of its values. What the recording does
    not show stays out, and counts as assumed. Of several devices the one that sent
    most is learned; --device chooses.
    """

  static let parameters: [Parameter<ProfileLearnCommand>] =
    RecordingOptions.parameters(\.options, several: false) + [
      .option("--name", "NAME", "What to call the profile; 'learned' unless said.") {
        $0.profileName = $1
      }
    ]

  var options = RecordingOptions()
  var profileName = "learned"

  func run(_ console: inout Console) throws -> ExitCode {
    let path = options.files.first ?? "-"
    let learned = try Self.learn(path, options, name: profileName, console)
    console.text.append(learned.profile.json)
    return Source.finish(learned.notes, learned.failure, nil, of: path, options, &console)
  }

  /// Reads a recording and answers the profile of its device.
  static func learn(
    _ path: String, _ options: RecordingOptions, name: String, _ console: borrowing Console
  ) throws -> (profile: DeviceProfile, notes: NoteBook, failure: InputError?) {
    let file = try options.open(path)
    let outcome = Source.read(file, options.selection, into: ProfileLearner(), console)
    let (notes, failure) = (outcome.sink.notes, outcome.failure)
    do {
      let profile = try outcome.intoSink().profile(name: name, recording: Source.name(path))
      return (profile, notes, failure)
    } catch {
      throw InputError("\(failure.map { "\($0)" } ?? "\(error)")")
    }
  }
}
