extension Rule {
  /// Every rule in the order of the page.
  public static let all: [Rule] = declared + answered + sent

  /// What a device declares.
  static let declared: [Rule] = [
    .modelChanged, .versionChanged, .characteristicLost, .characteristicGained, .propertyLost,
    .propertyGained, .propertyChanged, .handleMoved, .readRefused, .readAllowed, .securityNeeded,
    .securityDropped, .featureLost, .featureGained, .featureLength, .rangeNarrowed, .rangeWidened,
    .rangeMoved, .incrementChanged, .constantChanged, .mtuChanged, .intervalChanged,
    .endingChanged, .advertisedServiceLost, .advertisedServiceGained, .serviceDataChanged,
    .presentationChanged,
  ]

  /// What a device answers.
  static let answered: [Rule] = [
    .refused, .accepted, .refusedOtherwise, .opCodeSilent, .opCodeAnswers, .malformedAnswer,
    .wellFormedAnswer, .deniedOnce, .acceptedAtOnce, .resetRevokes, .resetKeeps, .controlNeeded,
    .controlNotNeeded, .widthOfParameter, .latencyChanged, .statusOrder, .statusLost,
    .statusGained, .statusChanged, .autonomousLost, .autonomousGained,
  ]

  /// What a device sends.
  static let sent: [Rule] = [
    .streamSilent, .streamSpeaks, .fieldLost, .fieldGained, .flagChanged, .reservedFlag,
    .reservedFlagCleared, .layoutMoved, .undecodable, .decodable, .trailingChanged, .lengthChanged,
    .widthChanged, .splitChanged, .notAvailable, .available, .stuck, .unstuck, .resolutionChanged,
    .outsideRange, .insideRange, .benchRange, .counterBack, .counterForward, .clockRateChanged,
    .rateChanged, .rhythmChanged, .gapChanged, .repeatsChanged, .statesChanged,
  ]
}
