internal import RulloBase

/// Keeps an input that a layer around it reads from.
final class InputBox {
  var input: ChunkedInput

  init(_ input: consuming ChunkedInput) { self.input = input }
}
