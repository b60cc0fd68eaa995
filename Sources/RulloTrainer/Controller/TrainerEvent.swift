public import RulloFitness
public import RulloTransport

/// What a controller has to tell its app.
public enum TrainerEvent: Hashable, Sendable {
  case state(TrainerState)
  case capabilities(TrainerCapabilities)

  /// The machine has accepted a set-point.
  case applied(SetPoint)
  /// A set-point was not sent, or not accepted.
  case refused(SetPoint, Refusal)
  /// A waiting set-point gave way to a newer one and was never sent.
  case replaced(SetPoint, by: SetPoint)
  /// The machine cannot simulate a slope: this resistance, in steps of 0.1, stands for it.
  case fallback(SetPoint, resistance: Int16)
  /// A set-point lay outside the announced range and was sent as this one.
  case clamped(SetPoint, to: SetPoint)

  case done(TrainerCommand)
  case failed(TrainerCommand, Refusal)

  /// A value of a data stream.
  case data(ReceivedValue)
  case status(FitnessMachineStatus)

  /// Something the machine should not have done; the app may want to log it.
  case irregularity(Irregularity)
}

/// Why a set-point or a command did not take effect.
public enum Refusal: Hashable, Sendable {
  case notConnected
  /// The machine has no control point.
  case noControlPoint
  /// The machine does not announce what this needs.
  case notSupported
  /// The machine answered with this result.
  case answered(FitnessMachineControlPointResponse.Result)
  /// The machine refused the write.
  case error(TransportError)
  /// Nothing answered in time.
  case silence
  /// Too many commands wait already.
  case queueFull
}

/// What a machine did that the tables do not allow.
public enum Irregularity: Hashable, Sendable {
  /// An answer to an op code that was not waited for any more.
  case lateAnswer(opCode: UInt8, FitnessMachineControlPointResponse.Result)
  /// An answer to an op code that was never asked while another one was.
  case wrongEcho(expected: UInt8, found: UInt8)
  /// An answer that may be that of an earlier request of the same op code.
  case ambiguousAnswer(opCode: UInt8)
  /// An indication of the control point that is no answer.
  case malformedAnswer([UInt8])
  /// A status that cannot be decoded.
  case malformedStatus([UInt8])
  /// A read that every machine should allow failed.
  case unreadable(CharacteristicIdentity, TransportError)
  /// A subscription failed.
  case notSubscribed(CharacteristicIdentity, TransportError)
}
