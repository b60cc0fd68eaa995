import RulloHostileInput

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The target that `RULLO_FUZZ_TARGET` names.
private let target: HostileTarget = {
  let name = unsafe getenv("RULLO_FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
  guard let target = HostileTarget.all.first(where: { $0.name == name }) else {
    let names = HostileTarget.all.map(\.name).joined(separator: "\n  ")
    fatalError("RULLO_FUZZ_TARGET is '\(name)'; it is one of\n  \(names)")
  }
  return target
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let fault = unsafe target.run(Array(UnsafeBufferPointer(start: start, count: count)))
  if let fault { fatalError("\(target.name) \(fault)") }
  return 0
}
