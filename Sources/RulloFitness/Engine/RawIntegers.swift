/// Thirty-two integers in a value that holds no references.
///
/// Four vectors instead of one: storing to a lane that is known only at run time costs as many
/// octets of copying as the vector has.
struct RawIntegers: Hashable, Sendable {
  private var first: SIMD8<UInt32> = .zero
  private var second: SIMD8<UInt32> = .zero
  private var third: SIMD8<UInt32> = .zero
  private var fourth: SIMD8<UInt32> = .zero

  subscript(row: Int) -> UInt32 {
    get {
      switch row >> 3 {
      case 0: first[row & 7]
      case 1: second[row & 7]
      case 2: third[row & 7]
      default: fourth[row & 7]
      }
    }
    set {
      switch row >> 3 {
      case 0: first[row & 7] = newValue
      case 1: second[row & 7] = newValue
      case 2: third[row & 7] = newValue
      default: fourth[row & 7] = newValue
      }
    }
  }
}
