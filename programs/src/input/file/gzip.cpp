#include "input/file/gzip.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <limits>
#include <new>
#include <vector>

#include <pram/programs/program.hpp>

namespace pram::programs {

namespace {

constexpr int gzip_window = MAX_WBITS + 16;  // as zlib asks for a gzip header
constexpr std::size_t piece_bytes = 65536;

/// The state of zlib, which its destructor frees.
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

void gunzip(std::string_view first, const std::function<std::string_view()>& next,
            const std::function<void(std::string_view)>& take, const std::string& file) {
  Inflater inflater;
  z_stream& stream = *inflater;
  std::vector<char> text(piece_bytes);
  std::string_view packed = first;
  std::size_t filled = 0;
  bool between = false;  // a member of the file has ended, and no other one has begun
  std::string header;    // the first bytes of the next member, which may lie across two pieces
  const auto hand_over = [&] {
    take(std::string_view(text.data(), filled));
    filled = 0;
  };
  const auto inflate = [&](std::string_view given) {
    constexpr std::size_t most = std::numeric_limits<uInt>::max() / 2;  // zlib counts in 32 bits
    given = given.substr(0, most);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(given.data()));  // NOLINT: zlib only reads it
    stream.avail_in = static_cast<uInt>(given.size());
    stream.next_out = reinterpret_cast<Bytef*>(text.data() + filled);
    stream.avail_out = static_cast<uInt>(text.size() - filled);
    const int state = ::inflate(&stream, Z_NO_FLUSH);
    filled = text.size() - stream.avail_out;
    if (state != Z_OK && state != Z_STREAM_END && state != Z_BUF_ERROR) {
      throw InputError(file, 0,
                       fmt::format("it is packed by gzip, and damaged: {}",
                                   stream.msg != nullptr ? stream.msg : "zlib cannot unpack it"));
    }
    between = state == Z_STREAM_END;
    if (between) ::inflateReset(&stream);
    return given.size() - stream.avail_in;
  };
  bool more = false;  // there may be more unpacked text than there was room for
  while (true) {
    if (packed.empty() && !more) packed = next();
    if (packed.empty() && !more) break;
    if (between) {
      more = false;
      if (packed.empty()) continue;
      // Bytes behind a member that begin no further one are padding. gzip itself ignores them, too.
      header += packed.front();
      packed.remove_prefix(1);
      if (header.size() < 2) continue;
      if (!is_gzip(header)) {
        header.clear();
        break;
      }
      inflate(header);
      header.clear();
      continue;
    }
    packed.remove_prefix(inflate(packed));
    more = filled == text.size();
    if (more) hand_over();
  }
  if (!between) throw InputError(file, 0, "it is packed by gzip, and cut short");
  hand_over();
}

}  // namespace pram::programs
