#include <pram/programs/input/file.hpp>

#include <fmt/format.h>

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
#include <pram/ranks.hpp>
#include "input/file/gzip.hpp"
#include "input/file/text.hpp"
#include "input/file/text_intake.hpp"

namespace pram::programs {

namespace {

namespace fs = std::filesystem;

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

/// Reads a stream in pieces.
class Pieces {
 public:
  explicit Pieces(std::istream& in) : in_(in), piece_(piece_bytes, '\0') {}

  /// The next piece; "" at the end. Only the last piece is short, even of a pipe.
  std::string_view next() {
    in_.read(piece_.data(), static_cast<std::streamsize>(piece_.size()));
    return std::string_view(piece_).substr(0, static_cast<std::size_t>(in_.gcount()));
  }

 private:
  static constexpr std::size_t piece_bytes = 65536;

  std::istream& in_;
  std::string piece_;
};

/// @param expected  the size of the file in bytes, if it is known
std::string read_stream(std::istream& in, std::uint64_t expected, const std::string& file, std::uint64_t memory_limit) {
  Pieces pieces(in);
  TextIntake intake(file, MemoryRoom(file, memory_limit));
  const std::string_view first = pieces.next();
  if (is_gzip(first)) {
    gunzip(
        first, [&pieces] { return pieces.next(); }, [&intake](std::string_view piece) { intake.append(piece); }, file);
  } else {
    for (std::string_view piece = first; !piece.empty(); piece = pieces.next()) {
      intake.append(piece);
      if (expected > 0) intake.expect(std::exchange(expected, 0));
    }
  }
  if (in.bad()) throw InputError(file, 0, "reading it failed half-way");
  return std::move(intake).finish();
}

/// What is read by the process that has the file.
std::string read_here(const std::string& path, std::uint64_t memory_limit) {
  if (path == "-") return read_stream(std::cin, 0, shown_path(path), memory_limit);
  std::ifstream in = open_input(path);
  std::error_code error;
  const std::uintmax_t size = fs::is_regular_file(path, error) ? fs::file_size(path, error) : 0;
  return read_stream(in, error ? 0 : size, path, memory_limit);
}

}  // namespace

std::string shown_path(const std::string& path) { return path == "-" ? "standard input" : path; }

std::string read_text(const std::string& path, std::uint64_t memory_limit) {
  return from_rank_0([&] { return read_here(path, memory_limit); });
}

}  // namespace pram::programs
