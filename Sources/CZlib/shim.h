#pragma once

#include <zlib.h>

/// `inflateInit2` is a macro, which Swift does not see.
static inline int rullo_inflate_begin(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}
