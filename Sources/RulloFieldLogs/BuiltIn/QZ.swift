extension BuiltInFormats {
  /// The debug log of QZ: a date in the language of the phone, then milliseconds since 1970, which count.
  ///
  /// An exchange whose line names no characteristic is counted and skipped, never guessed.
  static let qz = #"""
    {
      "name": "qz",
      "title": "QZ debug log",
      "begins": "{any} {epoch_ms} Debug:",
      "directions": {"<<": "from_device", ">>": "to_device"},
      "lines": [
        {"line": "{any}uuid = \"{uuid}\"{any}{direction} \"{bytes}\"{any}"},
        {"line": "{any}\"{{{uuid}}}\"{any}{direction} \"{bytes}\"{any}"},
        {"line": "{any}\"{{{uuid}}}\"{any}\" {direction} \" \"{bytes}\"{any}"},
        {"line": "{direction} \"{bytes}\"{any}"},
        {"line": "\" {direction} {bytes}\""},
        {"line": "\" {direction} {bytes} // {any}"}
      ]
    }
    """#
}
