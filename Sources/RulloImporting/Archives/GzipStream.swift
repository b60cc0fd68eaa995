internal import RulloBase

/// The content of a gzip file, member after member, up to its end or to where it is damaged.
final class GzipStream {
  private let box: InputBox
  private let inflater: Inflater
  private var packed = [UInt8](repeating: 0, count: 64 * 1024)
  private var ready = 0..<0
  private var isInside = true
  private var isDone = false
  private var fault: String?

  /// Takes the octets of a gzip file from their start.
  static func open(_ input: consuming ChunkedInput) throws(InputError) -> ChunkedInput {
    let name = input.name
    guard let inflater = Inflater(.gzip) else {
      throw InputError("no memory to expand \(name)")
    }
    let stream = GzipStream(InputBox(input), inflater)
    return ChunkedInput(name: name, shortfall: { stream.fault ?? stream.box.input.shortfall }) {
      (buffer, start) throws(InputError) in try stream.read(into: &buffer, from: start)
    }
  }

  private init(_ box: InputBox, _ inflater: Inflater) {
    self.box = box
    self.inflater = inflater
  }

  private func read(into buffer: inout [UInt8], from start: Int) throws(InputError) -> Int {
    while !isDone {
      if ready.isEmpty {
        ready = 0..<(try box.input.move(into: &packed))
        guard !ready.isEmpty else { return finish(isInside ? "was cut" : nil) }
      }
      if !isInside {
        // Zeros that pad the last member to a block are no member.
        guard packed[ready.lowerBound] == 0x1F else { return finish(nil) }
        inflater.restart()
        isInside = true
      }
      let step = inflater.expand(&packed, ready, into: &buffer, from: start)
      ready = ready.lowerBound + step.used..<ready.upperBound
      switch step.state {
      case .running: break
      case .ended: isInside = false
      case .broken: _ = finish("is damaged")
      }
      if step.made > 0 { return step.made }
    }
    return 0
  }

  /// Ends the content; `damage` is what befell the file.
  private func finish(_ damage: String?) -> Int {
    isDone = true
    fault = damage.map { "the gzip file \($0); what stands before that place was read" }
    return 0
  }
}
