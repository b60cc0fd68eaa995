internal import RulloFitness
public import RulloBase
public import RulloBluetooth

extension RateReport {
  /// Writes the object of `rullo rate --json`, schema `rullo.rate/1`.
  ///
  /// With `breaksLines` every stream, control row and note starts a line of its own.
  public func writeJSON(to json: inout JSONWriter, breaksLines: Bool = false) {
    json.beginObject()
    json.key("schema")
    json.word("rullo.rate/1")
    json.key("file")
    json.string(file)
    json.key("format")
    json.string(format)
    json.key("clock")
    clock.writeJSON(to: &json)
    json.key("events")
    json.number(eventCount)
    json.key("duration_ns")
    json.number(duration)
    json.key("streams")
    json.beginArray()
    for stream in streams {
      if breaksLines { json.breakLine() }
      stream.writeJSON(to: &json)
    }
    json.endArray()
    json.key("control")
    json.beginArray()
    for (device, row) in control {
      if breaksLines { json.breakLine() }
      row.writeJSON(device: device, to: &json)
    }
    json.endArray()
    json.key("notes")
    notes.writeJSON(to: &json, breaksLines: breaksLines)
    json.endObject()
  }
}

extension Clock {
  /// Writes `{"kind":…,"resolution_ns":…}`.
  public func writeJSON(to json: inout JSONWriter) {
    json.beginObject()
    json.key("kind")
    json.string(kind.rawValue)
    json.key("resolution_ns")
    json.number(kind == .none ? nil : resolution)
    json.endObject()
  }
}

extension NoteBook {
  /// Writes an array of `{"kind":…,"count":…,"source":{…},"text":…}`.
  public func writeJSON(to json: inout JSONWriter, breaksLines: Bool = false) {
    json.beginArray()
    for entry in entries {
      if breaksLines { json.breakLine() }
      json.beginObject()
      json.key("kind")
      json.string(entry.note.kind.rawValue)
      json.key("count")
      json.number(entry.count)
      json.key("source")
      json.beginObject()
      json.key(entry.note.source.word)
      json.number(entry.note.source.number)
      json.endObject()
      json.key("text")
      json.string(entry.note.text)
      json.endObject()
    }
    json.endArray()
  }
}

extension StreamReport {
  func writeJSON(to json: inout JSONWriter) {
    json.beginObject()
    json.key("device")
    json.string(device?.alias)
    json.key("device_name")
    json.string(device?.name)
    json.key("service")
    json.string(attribute?.service?.description)
    json.key("characteristic")
    json.string(attribute?.uuid?.description)
    json.key("name")
    json.string(attribute?.uuid.flatMap(AssignedNames.name(of:))?.description)
    json.key("handle")
    json.number(attribute?.handle.map(Int64.init))
    json.key("kind")
    json.word(kind.word)
    json.key("count")
    json.number(count)
    json.key("first_ns")
    json.number(firstTime)
    json.key("last_ns")
    json.number(lastTime)
    json.key("rate_hz")
    json.number(rate?.rate)
    json.key("rate_low_hz")
    json.number(rate?.low)
    json.key("rate_high_hz")
    json.number(rate?.high)
    json.key("interval_ns")
    writeIntervals(to: &json)
    json.key("fresh")
    json.beginObject()
    json.key("count")
    json.number(freshCount)
    json.key("rate_hz")
    json.number(freshRate)
    json.endObject()
    json.key("repeats")
    json.number(repeats)
    json.key("longest_run")
    json.number(longestRun)
    json.key("device_clock")
    writeDeviceClock(to: &json)
    json.key("grid_ns")
    json.number(grid?.spacing)
    json.key("on_grid")
    json.number(onGrid.map(Int64.init))
    json.key("gaps")
    writeGaps(to: &json)
    json.key("records")
    json.null()
    json.endObject()
  }

  private func writeIntervals(to json: inout JSONWriter) {
    guard let intervals else { return json.null() }
    json.beginObject()
    json.key("min")
    json.number(intervals.minimum)
    json.key("median")
    json.number(intervals.median)
    json.key("mean")
    json.number(intervals.mean)
    json.key("p95")
    json.number(intervals.percentile95)
    json.key("p99")
    json.number(intervals.percentile99)
    json.key("max")
    json.number(intervals.maximum)
    json.key("deviation")
    json.number(intervals.deviation)
    if !intervals.isExact {
      json.key("exact")
      json.bool(false)
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
    json.key("events")
    json.number(counter.revolutions)
    json.key("ticks")
    json.number(counter.ticks)
    json.key("ticks_per_second")
    json.number(counter.ticksPerSecond)
    json.key("rate_hz")
    json.number(counter.rate)
    if hasCadence {
      json.key("rpm")
      json.number(counter.perMinute)
    }
    json.key("updates")
    json.number(counter.updates)
    json.endObject()
  }

  private func writeGaps(to json: inout JSONWriter) {
    json.beginArray()
    for gap in gaps {
      json.beginObject()
      json.key("after_event")
      json.number(gap.afterEvent)
      json.key("at_ns")
      json.number(gap.time)
      json.key("length_ns")
      json.number(gap.length)
      json.key("missing")
      json.number(gap.missing)
      json.endObject()
    }
    json.endArray()
  }
}

extension ControlMeter.Row {
  func writeJSON(device: Device?, to json: inout JSONWriter) {
    json.beginObject()
    json.key("device")
    json.string(device?.alias)
    json.key("characteristic")
    json.string(characteristic.description)
    json.key("op_code")
    json.number(Int(opCode))
    json.key("op")
    json.string(opWords?.key.description)
    json.key("writes")
    json.number(writes)
    json.key("answers")
    json.beginObject()
    for answer in answers {
      json.key(dynamic: resultWords(answer.result)?.key.description ?? "result_\(answer.result)")
      json.number(answer.count)
    }
    json.endObject()
    json.key("unanswered")
    json.number(unanswered)
    json.key("att_errors")
    json.number(attErrors)
    json.key("latency_ns")
    if let latency = IntervalStatistics(latencies, span: 0) {
      json.beginObject()
      json.key("min")
      json.number(latency.minimum)
      json.key("median")
      json.number(latency.median)
      json.key("p95")
      json.number(latency.percentile95)
      json.key("max")
      json.number(latency.maximum)
      json.endObject()
    } else {
      json.null()
    }
    json.endObject()
  }
}
