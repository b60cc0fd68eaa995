internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Whether Ctrl-C was pressed or the process was asked to end; then a capture closes its file.
public enum StopSignal {
  private static let wasRaised = Atomic<Bool>(false)

  public static var isRaised: Bool { wasRaised.load(ordering: .relaxed) }

  /// Takes SIGINT and SIGTERM from now on; a second one ends the process as usual.
  public static func arm() {
    // Who started the process may have blocked them.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe sigaddset(&signals, SIGTERM)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    for number in [SIGINT, SIGTERM] {
      _ = signal(number) { received in
        StopSignal.wasRaised.store(true, ordering: .relaxed)
        _ = signal(received, SIG_DFL)
      }
    }
  }
}
