internal import RulloBase
internal import RulloBluetooth
internal import RulloFitness

extension StreamReport {
  func writeJSON(to json: inout JSONWriter) {
    json.beginObject()
    json.string("device", device?.alias)
    json.string("device_name", device?.name)
    json.string("service", attribute?.service?.description)
    json.string("characteristic", attribute?.uuid?.description)
    json.string("name", attribute?.uuid.flatMap(AssignedNames.name(of:))?.description)
    json.number("handle", attribute?.handle.map(Int64.init))
    // Left out where the discovery of the same connection named it, or the source names no handles.
    if let naming = attribute?.naming, naming != .discovery {
      json.string("named_by", naming.rawValue)
    }
    json.word("kind", kind.word)
    json.number("count", count)
    json.number("first_ns", firstTime)
    json.number("last_ns", lastTime)
    json.number("rate_hz", rate?.rate)
    json.number("rate_low_hz", rate?.low)
    json.number("rate_high_hz", rate?.high)
    json.key("interval_ns")
    writeIntervals(to: &json)
    json.key("fresh")
    json.beginObject()
    json.number("count", freshCount)
    json.number("rate_hz", freshRate)
    json.endObject()
    json.number("repeats", repeats)
    json.number("longest_run", longestRun)
    json.key("device_clock")
    writeDeviceClock(to: &json)
    json.number("grid_ns", grid?.spacing)
    json.number("on_grid", onGrid.map(Int64.init))
    json.key("gaps")
    writeGaps(to: &json)
    json.key("records")
    writeRecords(to: &json)
    json.endObject()
  }

  private func writeRecords(to json: inout JSONWriter) {
    guard let records else { return json.null() }
    json.beginObject()
    json.number("count", records.count)
    json.number("rate_hz", records.rate)
    if let splitRecords {
      json.number("joined", splitRecords.joined)
      json.number("notifications", splitRecords.notifications)
      json.number("dropped", splitRecords.dropped)
    }
    json.endObject()
  }

  private func writeIntervals(to json: inout JSONWriter) {
    guard let intervals else { return json.null() }
    json.beginObject()
    json.number("min", intervals.minimum)
    json.number("median", intervals.median)
    json.number("mean", intervals.mean)
    json.number("p95", intervals.percentile95)
    json.number("p99", intervals.percentile99)
    json.number("max", intervals.maximum)
    json.number("deviation", intervals.deviation)
    if !intervals.isExact {
      json.bool("exact", false)
    }
    json.endObject()
  }

  private func writeDeviceClock(to json: inout JSONWriter) {
    guard wheel != nil || crank != nil else { return json.null() }
    json.beginObject()
    if let wheel {
      json.key("wheel")
      write(wheel, hasCadence: false, to: &json)
    }
    if let crank {
      json.key("crank")
      write(crank, hasCadence: true, to: &json)
    }
    json.endObject()
  }

  private func write(_ counter: RevolutionCounter, hasCadence: Bool, to json: inout JSONWriter) {
    json.beginObject()
    json.number("events", counter.revolutions)
    json.number("ticks", counter.ticks)
    json.number("ticks_per_second", counter.ticksPerSecond)
    json.number("rate_hz", counter.rate)
    if hasCadence {
      json.number("rpm", counter.perMinute)
    }
    json.number("updates", counter.updates)
    json.endObject()
  }

  private func writeGaps(to json: inout JSONWriter) {
    json.beginArray()
    for gap in gaps {
      json.beginObject()
      json.number("after_event", gap.afterEvent)
      json.number("at_ns", gap.time)
      json.number("length_ns", gap.length)
      json.number("missing", gap.missing)
      json.endObject()
    }
    json.endArray()
  }
}
