/// Why a line of a log is no event, in words that can be counted.
public enum SkipReason: String, Sendable, CaseIterable {
  case prose = "a line that is no exchange"
  case noBytes = "an exchange without its octets"
  case cutHex = "a line that was cut inside an octet"
  case torn = "two lines run into one"
  case unclearEnd = "a line whose octets have no clear end"
  case word = "octets that could as well be a word"
  case wrongLength = "octets that do not fit the length beside them"
  case noAttribute = "an exchange that does not name its characteristic"
  case noDirection = "an exchange that does not say who sent it"
  case fewCells = "a row with fewer cells than the heading"
  case openCell = "a row whose quoted cell does not end"
  case tooLong = "a line longer than 64 KiB"
  case notLogged = "a value that the log names but does not hold"
  case elided = "a value whose middle the log leaves out"
}
