import RulloBase

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Real captures that tests read but the project does not hold.
public enum Corpus {
  /// The folder that `RULLO_CORPUS` names, else `../shared/corpus` beside the repository.
  public static let folder = variable("RULLO_CORPUS") ?? repository + "/../shared/corpus"

  /// Whether tests of the corpus run: where it is, and on continuous integration in any case.
  public static let isExpected =
    unsafe access(folder, R_OK) == 0 || !["", "0", "false"].contains(ci)

  /// Why a test of the corpus was skipped.
  public static let absence = "no corpus at \(folder); set RULLO_CORPUS to the folder that holds it"

  private static let ci = variable("CI") ?? ""

  private static let repository: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast(3).joined(separator: "/")
  }()

  private static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}

/// The octets of a corpus file, or `nil` where it is absent.
public func corpus(_ name: String) -> [UInt8]? {
  guard var input = try? ChunkedInput(path: Corpus.folder + "/" + name) else { return nil }
  var bytes: [UInt8] = []
  do {
    try input.forEachChunk { (chunk, _, _) throws(InputError) in
      bytes += chunk.copied()
      return chunk.byteCount
    }
  } catch {
    return nil
  }
  return bytes
}
