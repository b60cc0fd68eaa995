extension BuiltInFormats {
  /// What Node programs print with `debug`: who writes, words, a buffer, and the time since the
  /// writer's line before; without a terminal a date in front instead.
  static let nodeDebug = #"""
    {
      "name": "node_debug",
      "title": "Node debug",
      "begins": ["{time} {time}", "{time}", ""],
      "directions": {
        "notification": "from_device", "notify": "from_device", "notified": "from_device",
        "received": "from_device", "receive": "from_device", "indication": "from_device",
        "response": "from_device", "write": "to_device", "writing": "to_device",
        "sending": "to_device", "sent": "to_device", "send": "to_device"
      },
      "attributes": {
        "indoor bike data": "2AD2", "Indoor Bike Data": "2AD2", "IndoorBikeData": "2AD2",
        "fitness machine control point": "2AD9", "Fitness Machine Control Point": "2AD9",
        "control point": "2AD9", "FTMS control point": "2AD9", "Control Point": "2AD9",
        "fitness machine status": "2ADA", "Fitness Machine Status": "2ADA",
        "cycling power measurement": "2A63", "Cycling Power Measurement": "2A63",
        "csc measurement": "2A5B", "CSC Measurement": "2A5B",
        "heart rate measurement": "2A37", "Heart Rate Measurement": "2A37"
      },
      "lines": [
        {"line": "{writer} {any}{direction}{any}{uuid}{any}<Buffer {bytes}> {+time}"},
        {"line": "{writer} {any}{direction}{any}{name}{any}<Buffer {bytes}> {+time}"},
        {"line": "{writer} {any}{uuid}{any}{direction}{any}<Buffer {bytes}> {+time}"},
        {"line": "{writer} {any}{name}{any}{direction}{any}<Buffer {bytes}> {+time}"},
        {"line": "{writer} {any}{direction}{any}{uuid}{any}Buffer {bytes} {+time}"},
        {"line": "{writer} {any}{direction}{any}{name}{any}Buffer {bytes} {+time}"},
        {"line": "{writer} {any}{uuid}{any}{direction}{any}Buffer {bytes} {+time}"},
        {"line": "{writer} {any}{name}{any}{direction}{any}Buffer {bytes} {+time}"},
        {"line": "{any}{direction}{any}{uuid}{any}<Buffer {bytes}>"},
        {"line": "{any}{direction}{any}{name}{any}<Buffer {bytes}>"},
        {"line": "{any}{uuid}{any}{direction}{any}<Buffer {bytes}>"},
        {"line": "{any}{name}{any}{direction}{any}<Buffer {bytes}>"},
        {"line": "{any}{direction}{any}{uuid}{any}Buffer {bytes}"},
        {"line": "{any}{direction}{any}{name}{any}Buffer {bytes}"},
        {"line": "{any}{name}{any}{direction}{any}Buffer {bytes}"},
        {"line": "{writer} {any}{+time}", "part": "time"}
      ]
    }
    """#
}
