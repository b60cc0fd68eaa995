#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The target that `RULLO_FUZZ_TARGET` names.
private let target: FuzzTarget = {
  let name = unsafe getenv("RULLO_FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    let names = FuzzTarget.all.map(\.name).joined(separator: "\n  ")
    preconditionFailure("RULLO_FUZZ_TARGET is '\(name)'; it is one of\n  \(names)")
  }
  return target
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  unsafe target.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
