internal import RulloBase
internal import RulloBluetooth
internal import RulloFitness

extension ControlMeter.Row {
  func writeJSON(device: Device?, to json: inout JSONWriter) {
    json.beginObject()
    json.string("device", device?.alias)
    json.string("characteristic", characteristic.description)
    json.number("op_code", Int(opCode))
    json.string("op", opWords?.key.description)
    json.number("writes", writes)
    json.key("answers")
    json.beginObject()
    for answer in answers {
      json.key(dynamic: resultWords(answer.result)?.key.description ?? "result_\(answer.result)")
      json.number(answer.count)
    }
    json.endObject()
    json.number("unanswered", unanswered)
    json.number("att_errors", attErrors)
    json.key("latency_ns")
    if let latency = IntervalStatistics(latencies, span: 0) {
      json.beginObject()
      json.number("min", latency.minimum)
      json.number("median", latency.median)
      json.number("p95", latency.percentile95)
      json.number("max", latency.maximum)
      json.endObject()
    } else {
      json.null()
    }
    json.endObject()
  }
}
