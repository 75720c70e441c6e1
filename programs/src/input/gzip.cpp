#include "input/gzip.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

#include <pram/programs/program.hpp>

namespace pram::programs {

namespace {

constexpr int gzip_window = MAX_WBITS + 16;  // as zlib asks for a gzip header

/// zlib's state, given back whatever happens.
class Inflater {
 public:
  Inflater() : ready_(::inflateInit2(&stream_, gzip_window) == Z_OK) {
    if (!ready_) throw std::bad_alloc();
  }
  ~Inflater() { ::inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  z_stream& operator*() { return stream_; }

 private:
  z_stream stream_ = {};
  bool ready_;
};

}  // namespace

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1F\x8B"); }

std::string gunzip(const std::string& packed, const std::string& file) {
  constexpr std::size_t piece = std::numeric_limits<uInt>::max() / 2;  // zlib counts in 32 bits
  Inflater inflater;
  z_stream& stream = *inflater;
  std::string text(std::max<std::size_t>(65536, 4 * packed.size()), '\0');
  std::size_t read = 0;
  std::size_t filled = 0;
  while (true) {
    if (filled == text.size()) text.resize(2 * filled);
    const std::size_t given = std::min(piece, packed.size() - read);
    const std::size_t room = std::min(piece, text.size() - filled);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data() + read));  // NOLINT: zlib only reads it
    stream.avail_in = static_cast<uInt>(given);
    stream.next_out = reinterpret_cast<Bytef*>(text.data() + filled);
    stream.avail_out = static_cast<uInt>(room);
    const int state = ::inflate(&stream, Z_NO_FLUSH);
    read += given - stream.avail_in;
    filled += room - stream.avail_out;
    if (state == Z_STREAM_END) {
      // Whatever follows that is no further member is padding, as for gzip itself.
      if (!is_gzip(std::string_view(packed).substr(read))) break;
      ::inflateReset(&stream);
    } else if (state == Z_BUF_ERROR || (state == Z_OK && read == packed.size() && stream.avail_out > 0)) {
      throw InputError(file, 0, "it is packed by gzip, and cut short");
    } else if (state != Z_OK) {
      throw InputError(file, 0,
                       fmt::format("it is packed by gzip, and damaged: {}",
                                   stream.msg != nullptr ? stream.msg : "zlib cannot unpack it"));
    }
  }
  text.resize(filled);
  return text;
}

}  // namespace pram::programs
