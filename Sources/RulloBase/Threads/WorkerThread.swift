#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A thread for one piece of work that may wait, which Swift's own tasks must not.
@safe public final class WorkerThread: @unchecked Sendable {
  private let body: () -> Void
  private var thread: pthread_t?

  /// Starts the work; answers `nil` where no thread can be had.
  ///
  /// Who starts it joins it: until then what the work uses must not be touched.
  public init?(_ body: @escaping () -> Void) {
    self.body = body
    #if canImport(Darwin)
    var started: pthread_t?
    let code = unsafe pthread_create(
      &started, nil,
      { context in
        unsafe Unmanaged<WorkerThread>.fromOpaque(context).takeUnretainedValue().body()
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
    #else
    var started = pthread_t()
    let code = unsafe pthread_create(
      &started, nil,
      { context in
        if let context = unsafe context {
          unsafe Unmanaged<WorkerThread>.fromOpaque(context).takeUnretainedValue().body()
        }
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
    #endif
    guard code == 0 else { return nil }
    thread = started
  }

  /// Waits for the end of the work.
  public func join() {
    if let thread { pthread_join(thread, nil) }
    thread = nil
  }
}
