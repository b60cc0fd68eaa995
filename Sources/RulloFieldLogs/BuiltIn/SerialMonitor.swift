extension BuiltInFormats {
  /// The log of the simcline FTMS client as the Arduino serial monitor shows it.
  ///
  /// The monitor puts a clock and an arrow in front of every line; a second arrow is the program's.
  static let serialMonitor = #"""
    {
      "name": "serial_monitor",
      "title": "Arduino serial monitor (simcline FTMS client)",
      "begins": "{time} ->",
      "attributes": {
        "Indoor Bike Data": "2AD2", "Machine Status": "2ADA", "Training Status": "2AD3",
        "Control Point Response": "2AD9", "Control Point": "2AD9",
        "CP Measurement": "2A63", "CSC Measurement": "2A5B",
        "CP Feature": "2A65", "CSC Feature": "2A5C", "FTM Feature": "2ACC",
        "FTM Supported Resistance Level Range": "2AD6", "FTM Supported Power Range": "2AD8"
      },
      "lines": [
        {"line": "-> Client Rec'd Raw FTM Control Point Response Data: [ {bytes} ]",
         "uuid": "2AD9", "direction": "from_device"},
        {"line": "-> Client Rec'd Raw FTM {name} Data: [{length}] [ {bytes} ]",
         "direction": "from_device"},
        {"line": "-> Client Rec'd Raw FTM {name}: [{length}] [ {bytes} ]",
         "direction": "from_device"},
        {"line": "-> Client Rec'd Raw {name} Data: [{length}] [ {bytes} ]",
         "direction": "from_device"},
        {"line": "-> Client Reads Raw {name} bytes: [{length}] [ {bytes} ]",
         "kind": "read_response"},
        {"line": "{any}Client sends {any} to Trainer's FTM Control Point: [ {bytes} ]",
         "uuid": "2AD9", "direction": "to_device"},
        {"line": "{any}Client sends {any} Control Point: [len: {length}] [OpCode: {bytes}] [Values: {bytes} ]",
         "uuid": "2AD9", "direction": "to_device"},
        {"line": "-> Client Raw FTM {name} Data: [{length}] [ {bytes} ]", "direction": "from_device"},
        {"line": "-> Client Raw FTM {name}: [{length}] [ {bytes} ]", "direction": "from_device"},
        {"line": "Client Control Point Response: [ {bytes} ]", "uuid": "2AD9",
         "direction": "from_device"},
        {"line": "Instant. Speed: {any}", "part": "says"},
        {"line": "Speed: {any}", "part": "says"}
      ]
    }
    """#
}
