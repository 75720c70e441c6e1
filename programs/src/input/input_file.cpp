#include <pram/programs/input_file.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <pram/programs/program.hpp>

namespace pram::programs {

std::ifstream open_input(const std::string& path) {
  namespace fs = std::filesystem;
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

}  // namespace pram::programs
