#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Who calls: compared only, to tell a run's own work from what comes from elsewhere.
enum CallerIdentity {
  /// The thread, as a number.
  static var thread: UInt {
    #if canImport(Glibc)
    UInt(pthread_self())
    #else
    unsafe UInt(bitPattern: pthread_self())
    #endif
  }

  /// The task, as a number; `nil` outside of any.
  static var task: Int? {
    unsafe withUnsafeCurrentTask { unsafe $0?.hashValue }
  }
}
