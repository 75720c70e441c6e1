#include <pram/programs/input_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <istream>
#include <string_view>
#include <system_error>
#include <utility>

#include <pram/programs/program.hpp>
#include "input/gzip.hpp"
#include "input/text.hpp"

namespace pram::programs {

namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

/// What a file's first bytes say of a kind that is no plain text, and what to do about it.
struct Kind {
  std::string_view first_bytes;
  const char* reason;
};

constexpr Kind no_texts[] = {
    {"\xFF\xFE"sv, "a byte-order mark says that it is UTF-16: save it as UTF-8 or ASCII"},
    {"\xFE\xFF"sv, "a byte-order mark says that it is UTF-16: save it as UTF-8 or ASCII"},
    {"BZh"sv, "it is packed by bzip2: unpack it first (bunzip2)"},
    {"\xFD\x37zXZ"sv, "it is packed by xz: unpack it first (unxz)"},
    {"\x28\xB5\x2F\xFD"sv, "it is packed by zstd: unpack it first (unzstd)"},
    {"PK\x03\x04"sv, "it is a zip archive: unpack it first (unzip)"},
};

std::ifstream open_input(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) throw InputError(path, 0, "there is no such file");
  if (error) throw InputError(path, 0, error.message());
  if (fs::is_directory(status)) throw InputError(path, 0, "it is a folder, not a file");
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) throw InputError(path, 0, fmt::format("it cannot be read: {}", std::strerror(errno)));
  return in;
}

/// All that the stream still holds. `expected` bytes are read in one go; the rest, of a pipe, in growing pieces.
std::string read_all(std::istream& in, std::size_t expected) {
  std::string text(expected + 1, '\0');
  std::size_t filled = 0;
  while (in.read(text.data() + filled, static_cast<std::streamsize>(text.size() - filled))) {
    filled = text.size();
    text.resize(2 * filled);
  }
  text.resize(filled + static_cast<std::size_t>(in.gcount()));
  return text;
}

std::string read_file(const std::string& path) {
  std::ifstream in = open_input(path);
  std::error_code error;
  const std::uintmax_t size = fs::is_regular_file(path, error) ? fs::file_size(path, error) : 0;
  std::string text = read_all(in, std::max<std::size_t>(error ? 0 : size, 65535));
  if (in.bad()) throw InputError(path, 0, "reading it failed half-way");
  return text;
}

/// A tar archive names itself at this place of its first block.
bool is_tar(std::string_view text) {
  constexpr std::size_t magic_at = 257;
  return text.size() > 512 && text.substr(magic_at, 5) == "ustar";
}

}  // namespace

std::string shown_path(const std::string& path) { return path == "-" ? "standard input" : path; }

std::string read_text(const std::string& path) {
  std::string text = path == "-" ? read_all(std::cin, 65535) : read_file(path);
  const std::string file = shown_path(path);
  if (is_gzip(text)) text = gunzip(text, file);
  if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
  for (const Kind& kind : no_texts) {
    if (text.starts_with(kind.first_bytes)) throw InputError(file, 0, kind.reason);
  }
  if (is_tar(text)) throw InputError(file, 0, "it is a tar archive: unpack it first (tar -xf)");
  if (const auto zero = text.find('\0'); zero != std::string::npos) {
    const auto before = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(zero), '\n');
    throw InputError(file, static_cast<std::uint64_t>(before) + 1, "a NUL byte: this is no text file");
  }
  return text;
}

}  // namespace pram::programs
