// Written by scripts/embed-profiles from profiles/*.json; change those.
// swift-format-ignore-file

enum EmbeddedProfiles {
  static let texts: [(name: String, json: String)] = [
    ("cadence-sensor", #"""
{
  "rullo_profile": 1,
  "name": "cadence-sensor",
  "title": "Cadence sensor",
  "sources": {
    "opentracks": {"published": "https://github.com/OpenTracksApp/OpenTracks/issues/1054"},
    "stop": {"published": "https://github.com/GoldenCheetah/GoldenCheetah/pull/1033"},
    "usual": {"assumed": "as on most sensors; not seen on this one"}
  },
  "device": {
    "name": {"value": "Wahoo CADENCE", "from": "usual"}
  },
  "services": [
    {"uuid": "1816", "characteristics": [
      {"uuid": "2A5B", "properties": "notify", "from": "opentracks"},
      {"uuid": "2A5C", "properties": "read", "from": "opentracks",
       "value": {"value": "03 00", "from": "usual"}},
      {"uuid": "2A5D", "properties": "read", "from": "usual",
       "value": {"value": "05", "from": "usual"}}
    ]}
  ],
  "streams": {
    "2A5B": {
      "grid_us": {"value": 1000000, "from": "usual"},
      "steps": {"value": [1], "from": "usual"},
      "fresh": {"value": "crank", "from": "stop"},
      "layout": {"value": "03", "from": "opentracks"},
      "wheel": {"value": "zero", "from": "opentracks"}
    }
  }
}
"""#),
    ("elite-direto-xr", #"""
{
  "rullo_profile": 1,
  "name": "elite-direto-xr",
  "title": "Elite Direto XR",
  "sources": {
    "log": {
      "published": "https://github.com/Berg0162/simcline nRF52_FTMS_Client_Elite_Direto_XR.txt"
    },
    "five": {"published": "https://github.com/Berg0162/simcline/issues/5"},
    "qz": {
      "assumed": "the source of QZ writes three octets to this maker; no answer is public"
    },
    "region": {"assumed": "09 and 0A are sent in ERG mode; their rule is not public"},
    "usual": {"assumed": "as on most machines; not seen on this one"}
  },
  "device": {
    "name": {"value": "DIRETO XR", "from": "log"},
    "advertised_services": {"value": "1826 1818", "from": "log"}
  },
  "control": {
    "starts_with_control": {"value": true, "from": "log"},
    "status_echo": {"value": "all", "from": "log"},
    "resistance_octets": {"value": [2], "from": "qz"},
    "long_parameter": {"value": "accepted", "from": "log"},
    "training_idle": {"value": "00 00", "from": "log"},
    "training_started": {"value": "00 00", "from": "log"},
    "training_follows_power": {"value": true, "from": "region"}
  },
  "services": [
    {"uuid": "1826", "characteristics": [
      {"uuid": "2ACC", "properties": "read", "from": "log",
       "value": {"value": "86 50 00 00 0C E0 00 00", "from": "log"}},
      {"uuid": "2AD2", "properties": "notify", "from": "log"},
      {"uuid": "2AD3", "properties": "read notify", "from": "log",
       "value": {"value": "00 00", "from": "log"}},
      {"uuid": "2AD6", "properties": "read", "from": "log",
       "value": {"value": "00 00 C8 00 01 00", "from": "log"}},
      {"uuid": "2AD8", "properties": "read", "from": "log",
       "value": {"value": "00 00 A0 0F 01 00", "from": "log"}},
      {"uuid": "2AD9", "properties": "write indicate", "from": "log"},
      {"uuid": "2ADA", "properties": "notify", "from": "log"}
    ]},
    {"uuid": "1818", "characteristics": [
      {"uuid": "2A63", "properties": "notify", "from": "log"},
      {"uuid": "2A65", "properties": "read", "from": "log",
       "value": {"value": "0D 02 00 00", "from": "log"}},
      {"uuid": "2A5D", "properties": "read", "from": "log",
       "value": {"value": "00", "from": "log"}},
      {"uuid": "2A66", "properties": "write indicate", "from": "log"}
    ]},
    {"uuid": "1816", "characteristics": [
      {"uuid": "2A5B", "properties": "notify", "from": "log"},
      {"uuid": "2A5C", "properties": "read", "from": "log",
       "value": {"value": "03 00", "from": "log"}}
    ]},
    {"uuid": "180A", "characteristics": [
      {"uuid": "2A29", "properties": "read", "from": "log",
       "value": {"text": "Elite", "from": "log"}}
    ]}
  ],
  "streams": {
    "2AD2": {
      "grid_us": {"value": 980000, "from": "log"},
      "steps": {"value": [1], "from": "log"},
      "layout": {"value": "54 08", "from": "log"}
    },
    "2A63": {
      "grid_us": {"value": 980000, "from": "usual"},
      "steps": {"value": [1], "from": "usual"},
      "offset_us": {"value": 1000, "from": "usual"},
      "layout": {"value": "30 00", "from": "usual"}
    },
    "2A5B": {
      "grid_us": {"value": 980000, "from": "usual"},
      "steps": {"value": [1], "from": "usual"},
      "offset_us": {"value": 2000, "from": "usual"},
      "layout": {"value": "03", "from": "usual"}
    }
  }
}
"""#),
    ("elite-justo", #"""
{
  "rullo_profile": 1,
  "name": "elite-justo",
  "title": "Elite Justo",
  "sources": {
    "qz-name": {"published": "https://github.com/cagnulein/qdomyos-zwift bluetooth.cpp"},
    "direto": {
      "assumed": "as the Direto XR of the same maker; no octets of this one are public"
    },
    "qz": {
      "assumed": "the source of QZ writes three octets to this maker; no answer is public"
    },
    "region": {"assumed": "09 and 0A are sent in ERG mode; their rule is not public"},
    "usual": {"assumed": "as on most machines; not seen on this one"}
  },
  "device": {
    "name": {"value": "JUSTO", "from": "qz-name"}
  },
  "control": {
    "starts_with_control": {"value": true, "from": "direto"},
    "status_echo": {"value": "all", "from": "direto"},
    "resistance_octets": {"value": [2], "from": "qz"},
    "long_parameter": {"value": "accepted", "from": "direto"},
    "training_idle": {"value": "00 00", "from": "direto"},
    "training_started": {"value": "00 00", "from": "direto"},
    "training_follows_power": {"value": true, "from": "region"}
  },
  "services": [
    {"uuid": "1826", "characteristics": [
      {"uuid": "2ACC", "properties": "read", "from": "direto",
       "value": {"value": "86 50 00 00 0C E0 00 00", "from": "direto"}},
      {"uuid": "2AD2", "properties": "notify", "from": "direto"},
      {"uuid": "2AD3", "properties": "read notify", "from": "direto",
       "value": {"value": "00 00", "from": "direto"}},
      {"uuid": "2AD6", "properties": "read", "from": "direto",
       "value": {"value": "00 00 C8 00 01 00", "from": "direto"}},
      {"uuid": "2AD8", "properties": "read", "from": "direto",
       "value": {"value": "00 00 A0 0F 01 00", "from": "direto"}},
      {"uuid": "2AD9", "properties": "write indicate", "from": "direto"},
      {"uuid": "2ADA", "properties": "notify", "from": "direto"}
    ]},
    {"uuid": "1818", "characteristics": [
      {"uuid": "2A63", "properties": "notify", "from": "direto"},
      {"uuid": "2A65", "properties": "read", "from": "direto",
       "value": {"value": "0D 02 00 00", "from": "direto"}},
      {"uuid": "2A5D", "properties": "read", "from": "direto",
       "value": {"value": "00", "from": "direto"}},
      {"uuid": "2A66", "properties": "write indicate", "from": "direto"}
    ]},
    {"uuid": "1816", "characteristics": [
      {"uuid": "2A5B", "properties": "notify", "from": "direto"},
      {"uuid": "2A5C", "properties": "read", "from": "direto",
       "value": {"value": "03 00", "from": "direto"}}
    ]},
    {"uuid": "180A", "characteristics": [
      {"uuid": "2A29", "properties": "read", "from": "direto",
       "value": {"text": "Elite", "from": "direto"}}
    ]}
  ],
  "streams": {
    "2AD2": {
      "grid_us": {"value": 980000, "from": "direto"},
      "steps": {"value": [1], "from": "direto"},
      "layout": {"value": "54 08", "from": "direto"}
    },
    "2A63": {
      "grid_us": {"value": 980000, "from": "usual"},
      "steps": {"value": [1], "from": "usual"},
      "offset_us": {"value": 1000, "from": "usual"},
      "layout": {"value": "30 00", "from": "usual"}
    },
    "2A5B": {
      "grid_us": {"value": 980000, "from": "usual"},
      "steps": {"value": [1], "from": "usual"},
      "offset_us": {"value": 2000, "from": "usual"},
      "layout": {"value": "03", "from": "usual"}
    }
  }
}
"""#),
    ("elite-suito", #"""
{
  "rullo_profile": 1,
  "name": "elite-suito",
  "title": "Elite Suito",
  "sources": {
    "auuki": {"published": "https://github.com/dvmarinoff/Auuki test/ble/ftms.test.js"},
    "direto": {
      "assumed": "as the Direto XR of the same maker; no octets of this one are public"
    },
    "qz": {
      "assumed": "the source of QZ writes three octets to this maker; no answer is public"
    },
    "region": {"assumed": "09 and 0A are sent in ERG mode; their rule is not public"},
    "usual": {"assumed": "as on most machines; not seen on this one"},
    "length": {
      "assumed": "the first octet is lost in the note; the length fits wheel and crank"
    }
  },
  "device": {
    "name": {"value": "SUITO", "from": "auuki"}
  },
  "control": {
    "starts_with_control": {"value": true, "from": "direto"},
    "status_echo": {"value": "all", "from": "direto"},
    "resistance_octets": {"value": [2], "from": "qz"},
    "long_parameter": {"value": "accepted", "from": "direto"},
    "training_idle": {"value": "00 00", "from": "direto"},
    "training_started": {"value": "00 00", "from": "direto"},
    "training_follows_power": {"value": true, "from": "region"}
  },
  "services": [
    {"uuid": "1826", "characteristics": [
      {"uuid": "2ACC", "properties": "read", "from": "direto",
       "value": {"value": "86 50 00 00 0C E0 00 00", "from": "direto"}},
      {"uuid": "2AD2", "properties": "notify", "from": "auuki"},
      {"uuid": "2AD3", "properties": "read notify", "from": "direto",
       "value": {"value": "00 00", "from": "direto"}},
      {"uuid": "2AD6", "properties": "read", "from": "direto",
       "value": {"value": "00 00 C8 00 01 00", "from": "direto"}},
      {"uuid": "2AD8", "properties": "read", "from": "direto",
       "value": {"value": "00 00 A0 0F 01 00", "from": "direto"}},
      {"uuid": "2AD9", "properties": "write indicate", "from": "direto"},
      {"uuid": "2ADA", "properties": "notify", "from": "direto"}
    ]},
    {"uuid": "1818", "characteristics": [
      {"uuid": "2A63", "properties": "notify", "from": "auuki"},
      {"uuid": "2A65", "properties": "read", "from": "direto",
       "value": {"value": "0D 02 00 00", "from": "direto"}},
      {"uuid": "2A5D", "properties": "read", "from": "direto",
       "value": {"value": "00", "from": "direto"}},
      {"uuid": "2A66", "properties": "write indicate", "from": "direto"}
    ]},
    {"uuid": "1816", "characteristics": [
      {"uuid": "2A5B", "properties": "notify", "from": "auuki"},
      {"uuid": "2A5C", "properties": "read", "from": "direto",
       "value": {"value": "03 00", "from": "direto"}}
    ]},
    {"uuid": "180A", "characteristics": [
      {"uuid": "2A29", "properties": "read", "from": "direto",
       "value": {"text": "Elite", "from": "direto"}}
    ]}
  ],
  "streams": {
    "2AD2": {
      "grid_us": {"value": 980000, "from": "direto"},
      "steps": {"value": [1], "from": "direto"},
      "layout": {"value": "54 08", "from": "auuki"}
    },
    "2A63": {
      "grid_us": {"value": 980000, "from": "usual"},
      "steps": {"value": [1], "from": "usual"},
      "offset_us": {"value": 1000, "from": "usual"},
      "layout": {"value": "30 00", "from": "length"}
    },
    "2A5B": {
      "grid_us": {"value": 980000, "from": "usual"},
      "steps": {"value": [1], "from": "usual"},
      "offset_us": {"value": 2000, "from": "usual"},
      "layout": {"value": "03", "from": "auuki"}
    }
  }
}
"""#),
    ("ftms-without-simulation", #"""
{
  "rullo_profile": 1,
  "name": "ftms-without-simulation",
  "title": "FTMS bike without simulation (Hammer SpeedRaceX)",
  "sources": {
    "pr": {"published": "https://github.com/cagnulein/qdomyos-zwift/pull/4302"},
    "levels": {"assumed": "32 levels are told; the octets of the range are not public"},
    "usual": {"assumed": "as on most machines; not seen on this one"}
  },
  "device": {
    "name": {"value": "Hammer Racer S", "from": "usual"}
  },
  "control": {
    "unsupported": {"value": "silent", "from": "pr"},
    "resistance_octets": {"value": [2], "from": "pr"},
    "other_resistance": {"value": "silent", "from": "pr"}
  },
  "services": [
    {"uuid": "1826", "characteristics": [
      {"uuid": "2ACC", "properties": "read", "from": "pr",
       "value": {"value": "82 40 00 00 04 00 00 00", "from": "pr"}},
      {"uuid": "2AD2", "properties": "notify", "from": "pr"},
      {"uuid": "2AD6", "properties": "read", "from": "levels",
       "value": {"value": "0A 00 40 01 0A 00", "from": "levels"}},
      {"uuid": "2AD9", "properties": "write indicate", "from": "pr"},
      {"uuid": "2ADA", "properties": "notify", "from": "usual"}
    ]}
  ],
  "streams": {
    "2AD2": {
      "grid_us": {"value": 1000000, "from": "usual"},
      "steps": {"value": [1], "from": "usual"},
      "layout": {"value": "64 00", "from": "usual"}
    }
  }
}
"""#),
    ("generic-ftms", #"""
{
  "rullo_profile": 1,
  "name": "generic-ftms",
  "title": "Generic FTMS bike, as the Bumble session has it",
  "sources": {
    "bumble": {
      "measured": "bumble-session.btsnoop",
      "values": "sha256:c843cddb26022b0c1430dc13d42a653a635a50facf505189295a92be980f1e3c"
    },
    "spec": {"assumed": "what the Fitness Machine Service asks for"},
    "news": {"assumed": "as on the KICKR CORE; this session changes every other value"}
  },
  "device": {
    "name": {"value": "Rullo Trainer", "from": "bumble"},
    "interval_us": {"value": 15000, "from": "bumble"},
    "mtu": {"value": 247, "from": "bumble"}
  },
  "control": {
    "without_control": {"value": "refused", "from": "bumble"},
    "reset_keeps_control": {"value": false, "from": "spec"},
    "no_change_succeeds": {"value": false, "from": "spec"},
    "acknowledge_us": {"value": 414, "from": "bumble"},
    "response_us": {"value": 20743, "from": "bumble"},
    "status_us": {"value": 373, "from": "bumble"},
    "training_idle": {"value": "00 01", "from": "bumble"},
    "training_started": {"value": "00 0D", "from": "bumble"}
  },
  "services": [
    {"uuid": "1826", "characteristics": [
      {"uuid": "2ACC", "properties": "read", "from": "bumble",
       "value": {"value": "83 40 00 00 0C 20 00 00", "from": "bumble"}},
      {"uuid": "2AD2", "properties": "notify", "from": "bumble"},
      {"uuid": "2AD3", "properties": "read notify", "from": "bumble",
       "value": {"value": "00 01", "from": "bumble"}},
      {"uuid": "2AD6", "properties": "read", "from": "bumble",
       "value": {"value": "00 00 E8 03 0A 00", "from": "bumble"}},
      {"uuid": "2AD8", "properties": "read", "from": "bumble",
       "value": {"value": "00 00 DC 05 05 00", "from": "bumble"}},
      {"uuid": "2AD9", "properties": "write indicate", "from": "bumble"},
      {"uuid": "2ADA", "properties": "notify", "from": "bumble"}
    ]},
    {"uuid": "1818", "characteristics": [
      {"uuid": "2A63", "properties": "notify", "from": "bumble"},
      {"uuid": "2A65", "properties": "read", "from": "bumble",
       "value": {"value": "0E 00 00 00", "from": "bumble"}},
      {"uuid": "2A5D", "properties": "read", "from": "bumble",
       "value": {"value": "0D", "from": "bumble"}}
    ]},
    {"uuid": "180A", "characteristics": [
      {"uuid": "2A29", "properties": "read", "from": "bumble",
       "value": {"text": "Rullo", "from": "bumble"}},
      {"uuid": "2A24", "properties": "read", "from": "bumble",
       "value": {"text": "Virtual Trainer 1", "from": "bumble"}},
      {"uuid": "2A25", "properties": "read", "from": "bumble",
       "value": {"text": "RULLO-0001", "from": "bumble"}},
      {"uuid": "2A26", "properties": "read", "from": "bumble",
       "value": {"text": "1.4.2", "from": "bumble"}},
      {"uuid": "2A27", "properties": "read", "from": "bumble",
       "value": {"text": "3", "from": "bumble"}}
    ]},
    {"uuid": "180F", "characteristics": [
      {"uuid": "2A19", "properties": "read notify", "from": "bumble",
       "value": {"value": "57", "from": "bumble"}}
    ]}
  ],
  "streams": {
    "2AD2": {
      "grid_us": {"value": 150000, "from": "bumble"},
      "steps": {"value": [1], "from": "bumble"},
      "fresh": {"value": "wheel_or_crank", "from": "news"},
      "layout": {"value": "44 00", "from": "bumble"}
    },
    "2A63": {
      "grid_us": {"value": 150000, "from": "bumble"},
      "steps": {"value": [1], "from": "bumble"},
      "offset_us": {"value": 2400, "from": "bumble"},
      "fresh": {"value": "wheel_or_crank", "from": "news"},
      "layout": {"value": "34 00", "from": "bumble"}
    }
  }
}
"""#),
    ("heart-rate-strap", #"""
{
  "rullo_profile": 1,
  "name": "heart-rate-strap",
  "title": "Heart-rate strap",
  "sources": {
    "garmin": {"published": "https://github.com/cagnulein/qdomyos-zwift/issues/3749"},
    "polar": {"published": "https://github.com/polarofficial/polar-ble-sdk/issues/80"},
    "contact": {"assumed": "contact and R-R intervals, as chest straps send them"}
  },
  "device": {
    "name": {"value": "HRM-Dual", "from": "garmin"},
    "interval_us": {"value": 250000, "from": "garmin"}
  },
  "services": [
    {"uuid": "180D", "characteristics": [
      {"uuid": "2A37", "properties": "notify", "from": "garmin"},
      {"uuid": "2A38", "properties": "read", "from": "garmin",
       "value": {"value": "01", "from": "garmin"}}
    ]},
    {"uuid": "180F", "characteristics": [
      {"uuid": "2A19", "properties": "read", "from": "garmin",
       "value": {"value": "55", "from": "garmin"}}
    ]}
  ],
  "streams": {
    "2A37": {
      "grid_us": {"value": 1000000, "from": "polar"},
      "steps": {"value": [1], "from": "polar"},
      "layout": {"value": "16", "from": "contact"}
    }
  }
}
"""#),
    ("kickr-core", #"""
{
  "rullo_profile": 1,
  "name": "kickr-core",
  "title": "Wahoo KICKR CORE, first generation",
  "sources": {
    "log": {
      "measured": "kickr-core-10hz.log",
      "values": "sha256:d82b2c8724c2e1b17b4bef2065d7e4e66e94ef63ab159961f46fac8466e86bf5"
    },
    "nford88": {"published": "https://github.com/nford88/hybrid-workout-ftms"},
    "simcline": {"published": "https://github.com/Berg0162/simcline/issues/11"},
    "ranges": {"assumed": "that 2AD6 and 2AD8 are there is told, their octets are not public"},
    "flags": {"assumed": "follows from the flags of 2A63 in the log"},
    "usual": {"assumed": "as on most machines; not seen on this one"}
  },
  "device": {
    "name": {"value": "KICKR CORE C26B", "from": "nford88"},
    "advertised_services": {"value": "1818", "from": "simcline"},
    "interval_us": {"value": 90000, "from": "nford88"},
    "mtu": {"value": 72, "from": "simcline"}
  },
  "control": {
    "without_control": {"value": "refused", "from": "usual"},
    "reset_keeps_control": {"value": true, "from": "nford88"},
    "needs_start": {"value": false, "from": "nford88"},
    "acknowledge_us": {"value": 1000, "from": "usual"},
    "response_us": {"value": 3000, "from": "nford88"},
    "status_echo": {"value": "all", "from": "usual"}
  },
  "bike": {
    "mass_g": {"value": 93300, "from": "nford88"},
    "wheel_mm": {"value": 2068, "from": "log"}
  },
  "services": [
    {"uuid": "1826", "characteristics": [
      {"uuid": "2ACC", "properties": "read", "from": "nford88",
       "value": {"value": "03 40 00 00 0C 60 00 00", "from": "nford88"}},
      {"uuid": "2AD2", "properties": "notify", "from": "log"},
      {"uuid": "2AD3", "properties": "read notify", "from": "nford88",
       "value": {"value": "00 01", "from": "usual"}},
      {"uuid": "2AD6", "properties": "read", "from": "ranges",
       "value": {"value": "00 00 E8 03 01 00", "from": "ranges"}},
      {"uuid": "2AD8", "properties": "read", "from": "ranges",
       "value": {"value": "00 00 D0 07 01 00", "from": "ranges"}},
      {"uuid": "2AD9", "properties": "write indicate", "from": "nford88"},
      {"uuid": "2ADA", "properties": "notify", "from": "nford88"}
    ]},
    {"uuid": "1818", "characteristics": [
      {"uuid": "2A63", "properties": "notify", "from": "log"},
      {"uuid": "2A65", "properties": "read", "from": "flags",
       "value": {"value": "0E 00 00 00", "from": "flags"}},
      {"uuid": "2A5D", "properties": "read", "from": "usual",
       "value": {"value": "00", "from": "usual"}},
      {"uuid": "2A66", "properties": "write indicate", "from": "nford88"}
    ]},
    {"uuid": "180A", "characteristics": [
      {"uuid": "2A29", "properties": "read", "from": "simcline",
       "value": {"text": "Wahoo Fitness", "from": "simcline"}},
      {"uuid": "2A26", "properties": "read", "from": "nford88",
       "value": {"text": "1.5.36", "from": "nford88"}}
    ]}
  ],
  "streams": {
    "2AD2": {
      "grid_us": {"value": 90000, "from": "log"},
      "steps": {"value": [0, 2, 0, 1, 1, 2, 1, 1, 1], "from": "log"},
      "offset_us": {"value": 0, "from": "log"},
      "burst_us": {"value": 1000, "from": "log"},
      "fresh": {"value": "wheel", "from": "log"},
      "layout": {"value": "44 00", "from": "log"}
    },
    "2A63": {
      "grid_us": {"value": 90000, "from": "log"},
      "steps": {"value": [0, 2, 0, 1, 1, 2, 1, 1, 1], "from": "log"},
      "offset_us": {"value": 1500, "from": "log"},
      "burst_us": {"value": 1000, "from": "log"},
      "fresh": {"value": "wheel_or_crank", "from": "log"},
      "layout": {"value": "34 00", "from": "log"}
    }
  }
}
"""#),
    ("power-meter", #"""
{
  "rullo_profile": 1,
  "name": "power-meter",
  "title": "Crank power meter (4iiii)",
  "sources": {
    "opentracks": {"published": "https://github.com/OpenTracksApp/OpenTracks/issues/1352"},
    "flags": {"assumed": "follows from the flags of its measurement"},
    "usual": {"assumed": "as on most sensors; not seen on this one"}
  },
  "device": {
    "name": {"value": "4iiii", "from": "usual"}
  },
  "services": [
    {"uuid": "1818", "characteristics": [
      {"uuid": "2A63", "properties": "notify", "from": "opentracks"},
      {"uuid": "2A65", "properties": "read", "from": "flags",
       "value": {"value": "0A 00 00 00", "from": "flags"}},
      {"uuid": "2A5D", "properties": "read", "from": "usual",
       "value": {"value": "05", "from": "usual"}},
      {"uuid": "2A66", "properties": "write indicate", "from": "usual"}
    ]}
  ],
  "streams": {
    "2A63": {
      "grid_us": {"value": 1000000, "from": "usual"},
      "steps": {"value": [1], "from": "usual"},
      "layout": {"value": "2C 00", "from": "opentracks"}
    }
  }
}
"""#),
    ("saris-h3", #"""
{
  "rullo_profile": 1,
  "name": "saris-h3",
  "title": "Saris H3",
  "sources": {
    "note": {"published": "recon note on a real unit, \"Hammer 26216\", 24 August 2026"},
    "fits": {"assumed": "the published 810, 990 and 1170 ms are 9, 11 and 13 times 90 ms"},
    "drawn": {"assumed": "drawn to the published median 990 ms, deviation 55 ms, mean 1 s"},
    "usual": {"assumed": "as on most machines; not seen on this one"}
  },
  "device": {
    "name": {"value": "Hammer 26216", "from": "note"},
    "interval_us": {"value": 90000, "from": "fits"}
  },
  "control": {
    "without_control": {"value": "refused", "from": "note"},
    "reset_keeps_control": {"value": false, "from": "note"},
    "status_echo": {"value": "all", "from": "note"},
    "status_us": {"value": 10000, "from": "note"},
    "training_idle": {"value": "00 00", "from": "note"},
    "training_started": {"value": "00 00", "from": "note"},
    "resistance_octets": {"value": [2], "from": "usual"}
  },
  "bike": {
    "ramp_up_ms": {"value": 2000, "from": "note"},
    "ramp_down_ms": {"value": 3500, "from": "note"}
  },
  "services": [
    {"uuid": "1826", "characteristics": [
      {"uuid": "2ACC", "properties": "read", "from": "note",
       "value": {"value": "86 40 00 00 0C E0 00 00", "from": "note"}},
      {"uuid": "2AD2", "properties": "notify", "from": "note"},
      {"uuid": "2AD3", "properties": "read notify", "from": "note",
       "value": {"value": "00 00", "from": "note"}},
      {"uuid": "2AD6", "properties": "read", "from": "usual",
       "value": {"value": "00 00 E8 03 0A 00", "from": "usual"}},
      {"uuid": "2AD8", "properties": "read", "from": "note",
       "value": {"value": "00 00 B8 0B 01 00", "from": "note"}},
      {"uuid": "2AD9", "properties": "write indicate", "from": "note"},
      {"uuid": "2ADA", "properties": "notify", "from": "note"}
    ]},
    {"uuid": "1818", "characteristics": [
      {"uuid": "2A63", "properties": "notify", "from": "note"},
      {"uuid": "2A65", "properties": "read", "from": "note",
       "value": {"value": "8E 03 01 00", "from": "note"}},
      {"uuid": "2A5D", "properties": "read", "from": "note",
       "value": {"value": "00", "from": "note"}}
    ]},
    {"uuid": "180A", "characteristics": [
      {"uuid": "2A24", "properties": "read", "from": "note",
       "value": {"text": "321", "from": "note"}},
      {"uuid": "2A26", "properties": "read", "from": "note",
       "value": {"text": "31.065", "from": "note"}},
      {"uuid": "2A27", "properties": "read", "from": "note",
       "value": {"text": "4", "from": "note"}}
    ]}
  ],
  "streams": {
    "2AD2": {
      "grid_us": {"value": 90000, "from": "fits"},
      "steps": {"value": 
        [11, 11, 12, 11, 10, 11, 12, 11, 11, 12, 11, 11, 10, 13, 11, 11, 11, 9, 12, 11, 11, 12, 11, 11],
        "from": "drawn"},
      "offset_us": {"value": 0, "from": "usual"},
      "layout": {"value": "74 00", "from": "note"}
    },
    "2A63": {
      "grid_us": {"value": 90000, "from": "fits"},
      "steps": {"value": 
        [11, 11, 12, 11, 10, 11, 12, 11, 11, 12, 11, 11, 10, 13, 11, 11, 11, 9, 12, 11, 11, 12, 11, 11],
        "from": "drawn"},
      "offset_us": {"value": 1000, "from": "usual"},
      "layout": {"value": "34 18", "from": "note"}
    }
  }
}
"""#),
    ("tacx-flux", #"""
{
  "rullo_profile": 1,
  "name": "tacx-flux",
  "title": "Tacx Flux",
  "sources": {
    "dump": {
      "published": "https://github.com/dvmarinoff/Auuki test/ble/Tacx Flux 46731 - copy.xml"
    },
    "issue": {"published": "https://github.com/dvmarinoff/Auuki/issues/71"},
    "fields": {"assumed": "the fields that its features announce; no notification is public"},
    "usual": {"assumed": "as on most machines; not seen on this one"}
  },
  "device": {
    "name": {"value": "Tacx Flux 46731", "from": "dump"}
  },
  "control": {
    "resistance_octets": {"value": [2], "from": "issue"},
    "other_resistance": {"value": "invalid_parameter", "from": "issue"}
  },
  "services": [
    {"uuid": "1818", "characteristics": [
      {"uuid": "2A63", "properties": "notify", "from": "dump"},
      {"uuid": "2A65", "properties": "read", "from": "fields",
       "value": {"value": "0C 00 00 00", "from": "fields"}},
      {"uuid": "2A5D", "properties": "read", "from": "usual",
       "value": {"value": "0D", "from": "usual"}},
      {"uuid": "2A66", "properties": "write indicate", "from": "dump"}
    ]},
    {"uuid": "1826", "characteristics": [
      {"uuid": "2AD2", "properties": "notify", "from": "dump"},
      {"uuid": "2ACC", "properties": "read", "from": "dump",
       "value": {"value": "82 40 00 00 0C A0 00 00", "from": "dump"}},
      {"uuid": "2AD6", "properties": "read", "from": "dump",
       "value": {"value": "00 00 E8 03 01 00", "from": "dump"}},
      {"uuid": "2AD8", "properties": "read", "from": "dump",
       "value": {"value": "00 00 20 03 01 00", "from": "dump"}},
      {"uuid": "2ADA", "properties": "notify", "from": "dump"},
      {"uuid": "2AD9", "properties": "write indicate", "from": "dump"}
    ]},
    {"uuid": "180A", "characteristics": [
      {"uuid": "2A24", "properties": "read", "from": "dump",
       "value": {"text": "T1900", "from": "dump"}},
      {"uuid": "2A26", "properties": "read", "from": "dump",
       "value": {"text": "3.3.123", "from": "dump"}}
    ]}
  ],
  "streams": {
    "2AD2": {
      "grid_us": {"value": 1000000, "from": "usual"},
      "steps": {"value": [1], "from": "usual"},
      "layout": {"value": "64 00", "from": "fields"}
    },
    "2A63": {
      "grid_us": {"value": 250000, "from": "usual"},
      "steps": {"value": [1], "from": "usual"},
      "layout": {"value": "30 00", "from": "fields"}
    }
  }
}
"""#),
    ("van-rysel-d100", #"""
{
  "rullo_profile": 1,
  "name": "van-rysel-d100",
  "title": "Van Rysel D100",
  "sources": {
    "qz": {"published": "https://github.com/cagnulein/qdomyos-zwift/issues/2603"},
    "cadence": {"published": "https://github.com/cagnulein/qdomyos-zwift/issues/3282"},
    "which": {"assumed": "it sends no cadence; whether the field is absent or 0 is not public"},
    "usual": {"assumed": "as on most machines; no octets of this one are public"}
  },
  "device": {
    "name": {"value": "VANRYSEL-HT-0595", "from": "qz"}
  },
  "services": [
    {"uuid": "1826", "characteristics": [
      {"uuid": "2ACC", "properties": "read", "from": "usual",
       "value": {"value": "80 40 00 00 0C E0 00 00", "from": "usual"}},
      {"uuid": "2AD2", "properties": "notify", "from": "cadence"},
      {"uuid": "2AD3", "properties": "read notify", "from": "usual",
       "value": {"value": "00 01", "from": "usual"}},
      {"uuid": "2AD6", "properties": "read", "from": "usual",
       "value": {"value": "00 00 E8 03 0A 00", "from": "usual"}},
      {"uuid": "2AD8", "properties": "read", "from": "usual",
       "value": {"value": "00 00 D0 07 01 00", "from": "usual"}},
      {"uuid": "2AD9", "properties": "write indicate", "from": "usual"},
      {"uuid": "2ADA", "properties": "notify", "from": "usual"}
    ]},
    {"uuid": "1818", "characteristics": [
      {"uuid": "2A63", "properties": "notify", "from": "usual"},
      {"uuid": "2A65", "properties": "read", "from": "usual",
       "value": {"value": "04 00 00 00", "from": "usual"}},
      {"uuid": "2A5D", "properties": "read", "from": "usual",
       "value": {"value": "00", "from": "usual"}}
    ]}
  ],
  "streams": {
    "2AD2": {
      "grid_us": {"value": 1000000, "from": "usual"},
      "steps": {"value": [1], "from": "usual"},
      "layout": {"value": "60 00", "from": "which"},
      "cadence": {"value": "zero", "from": "cadence"}
    },
    "2A63": {
      "grid_us": {"value": 1000000, "from": "usual"},
      "steps": {"value": [1], "from": "usual"},
      "offset_us": {"value": 1000, "from": "usual"},
      "layout": {"value": "10 00", "from": "usual"},
      "cadence": {"value": "zero", "from": "cadence"}
    }
  }
}
"""#),
    ("zbike-2", #"""
{
  "rullo_profile": 1,
  "name": "zbike-2",
  "title": "Zycle ZBike 2.0",
  "sources": {
    "electron": {"published": "https://github.com/qiqetes/electron-web src/core/bluetooth"},
    "qz": {"published": "https://github.com/cagnulein/qdomyos-zwift bluetooth.cpp"},
    "app": {
      "assumed": "that app sends 05 after 01 without a new 00, so the bike has to take it"
    },
    "fields": {"assumed": "the fields that its features announce; no notification is public"},
    "usual": {"assumed": "as on most machines; not seen on this one"}
  },
  "device": {
    "name": {"value": "ZYCLEZBIKE", "from": "qz"}
  },
  "control": {
    "reset_keeps_control": {"value": true, "from": "app"},
    "resistance_octets": {"value": [2], "from": "electron"}
  },
  "services": [
    {"uuid": "1826", "characteristics": [
      {"uuid": "2ACC", "properties": "read", "from": "electron",
       "value": {"value": "86 50 00 00 0C E0 00 00", "from": "electron"}},
      {"uuid": "2AD2", "properties": "notify", "from": "electron"},
      {"uuid": "2AD3", "properties": "read notify", "from": "usual",
       "value": {"value": "00 01", "from": "usual"}},
      {"uuid": "2AD6", "properties": "read", "from": "usual",
       "value": {"value": "00 00 96 00 0A 00", "from": "usual"}},
      {"uuid": "2AD8", "properties": "read", "from": "usual",
       "value": {"value": "00 00 D0 07 01 00", "from": "usual"}},
      {"uuid": "2AD9", "properties": "write indicate", "from": "electron"},
      {"uuid": "2ADA", "properties": "notify", "from": "electron"}
    ]},
    {"uuid": "1818", "characteristics": [
      {"uuid": "2A63", "properties": "notify", "from": "usual"},
      {"uuid": "2A65", "properties": "read", "from": "usual",
       "value": {"value": "0C 00 00 00", "from": "usual"}},
      {"uuid": "2A5D", "properties": "read", "from": "usual",
       "value": {"value": "00", "from": "usual"}}
    ]},
    {"uuid": "beefee02-4910-473c-be46-960948c2f59c", "characteristics": [
      {"uuid": "beefee04-4910-473c-be46-960948c2f59c", "properties": "notify", "from": "electron"}
    ]}
  ],
  "streams": {
    "2AD2": {
      "grid_us": {"value": 1000000, "from": "usual"},
      "steps": {"value": [1], "from": "usual"},
      "layout": {"value": "74 08", "from": "fields"}
    },
    "2A63": {
      "grid_us": {"value": 1000000, "from": "usual"},
      "steps": {"value": [1], "from": "usual"},
      "offset_us": {"value": 1000, "from": "usual"},
      "layout": {"value": "30 00", "from": "usual"}
    }
  }
}
"""#),
    ("zwift-hub", #"""
{
  "rullo_profile": 1,
  "name": "zwift-hub",
  "title": "Zwift Hub (JetBlack Volt)",
  "sources": {
    "log": {
      "published": "https://github.com/Berg0162/simcline nRF52_FTMS_Client_Zwift_Hub.txt"
    },
    "seven": {"published": "https://github.com/Berg0162/simcline/issues/7"},
    "half": {"assumed": "93 and 0 come in turns in the log: the strap is left out"},
    "usual": {"assumed": "as on most machines; not seen on this one"}
  },
  "device": {
    "name": {"value": "Zwift Hub", "from": "usual"},
    "advertised_services": {"value": "1816 1826 1818 180A", "from": "log"},
    "mtu": {"value": 23, "from": "usual"}
  },
  "control": {
    "response_us": {"value": 100000, "from": "log"},
    "status_echo": {"value": "all", "from": "log"}
  },
  "services": [
    {"uuid": "1826", "characteristics": [
      {"uuid": "2ACC", "properties": "read", "from": "log",
       "value": {"value": "87 44 00 00 0C E0 00 00", "from": "log"}},
      {"uuid": "2AD2", "properties": "notify", "from": "log"},
      {"uuid": "2AD6", "properties": "read", "from": "log",
       "value": {"value": "00 00 64 00 01 00", "from": "log"}},
      {"uuid": "2AD8", "properties": "read", "from": "log",
       "value": {"value": "00 00 E8 03 01 00", "from": "log"}},
      {"uuid": "2AD9", "properties": "write indicate", "from": "log"},
      {"uuid": "2ADA", "properties": "notify", "from": "log"}
    ]},
    {"uuid": "1818", "characteristics": [
      {"uuid": "2A63", "properties": "notify", "from": "log"},
      {"uuid": "2A65", "properties": "read", "from": "log",
       "value": {"value": "0C 00 00 00", "from": "log"}},
      {"uuid": "2A5D", "properties": "read", "from": "log",
       "value": {"value": "0C", "from": "log"}}
    ]},
    {"uuid": "1816", "characteristics": [
      {"uuid": "2A5B", "properties": "notify", "from": "seven"},
      {"uuid": "2A5C", "properties": "read", "from": "log",
       "value": {"value": "03 00", "from": "log"}}
    ]},
    {"uuid": "180A", "characteristics": [
      {"uuid": "2A29", "properties": "read", "from": "log",
       "value": {"text": "Zwift", "from": "log"}},
      {"uuid": "2A24", "properties": "read", "from": "log",
       "value": {"text": "06", "from": "log"}}
    ]}
  ],
  "streams": {
    "2AD2": {
      "grid_us": {"value": 1000000, "from": "log"},
      "steps": {"value": [1], "from": "log"},
      "layout": {"value": "64 02", "from": "log"},
      "layout_started": {"value": "FE 02", "from": "log"},
      "resistance": {"value": 20, "from": "log"},
      "heart_rate": {"value": 0, "from": "half"}
    },
    "2A63": {
      "grid_us": {"value": 1000000, "from": "usual"},
      "steps": {"value": [1], "from": "usual"},
      "layout": {"value": "30 00", "from": "usual"}
    },
    "2A5B": {
      "grid_us": {"value": 1000000, "from": "usual"},
      "steps": {"value": [1], "from": "usual"},
      "layout": {"value": ["01", "03"], "from": "seven"}
    }
  }
}
"""#),
  ]
}
