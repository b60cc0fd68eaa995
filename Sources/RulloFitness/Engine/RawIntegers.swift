/// Thirty-two integers in a value that holds no references.
///
/// Four vectors instead of an array, which would allocate; a lane that is known only at run time is
/// reached through memory, as the compiler would copy the whole vector for it.
struct RawIntegers: Hashable, Sendable {
  private var first: SIMD8<UInt32> = .zero
  private var second: SIMD8<UInt32> = .zero
  private var third: SIMD8<UInt32> = .zero
  private var fourth: SIMD8<UInt32> = .zero

  subscript(row: Int) -> UInt32 {
    @inline(__always) get {
      unsafe withUnsafeBytes(of: self) {
        unsafe $0.load(fromByteOffset: (row & 31) &* 4, as: UInt32.self)
      }
    }
    @inline(__always) set {
      unsafe withUnsafeMutableBytes(of: &self) {
        unsafe $0.storeBytes(of: newValue, toByteOffset: (row & 31) &* 4, as: UInt32.self)
      }
    }
  }
}
