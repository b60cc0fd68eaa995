import RulloBase

/// Octets from hexadecimal text; a slip in a test's own literal ends as an empty value and a fail.
public func octets(_ hex: String) -> [UInt8] { Hex.bytes(hex) ?? [] }
