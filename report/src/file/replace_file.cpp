#include <pram/report/detail/file/file.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ostream>
#include <string>
#include <system_error>

#include <pram/error.hpp>
#include <pram/ranks.hpp>
#include <pram/report/detail/file/replacement.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::report {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
  throw Error(fmt::format("report '{}' cannot be written: {}", printable(file.string()), why));
}

void write_all(int descriptor, std::string_view content) {
  DescriptorBuffer buffer(descriptor);
  std::ostream out(&buffer);
  out.write(content.data(), static_cast<std::streamsize>(content.size()));
  out.flush();
  if (!out) throw std::system_error(buffer.error(), std::generic_category());
}

Descriptor opened(const fs::path& path, int flags) {
  Descriptor descriptor(::open(path.c_str(), flags | O_CLOEXEC));
  if (!descriptor) throw std::system_error(errno, std::generic_category());
  return descriptor;
}

}  // namespace

void replace_file(const fs::path& file, std::string_view content) {
  if (rank() > 0) return;  // rank 0 writes for all
  if (file.empty()) refuse(file, "the name is empty; give the name of a file");
  std::error_code unknown;
  const fs::file_status found = fs::status(file, unknown);
  if (fs::is_directory(found)) refuse(file, "it is a folder; give the name of a file");
  try {
    if (fs::exists(found) && !fs::is_regular_file(found)) {
      write_all(opened(file, O_WRONLY | O_NOCTTY).number(), content);
      return;
    }
    // A link keeps pointing to the file that it points to.
    fs::path target = fs::exists(found) ? fs::canonical(file, unknown) : fs::absolute(file, unknown);
    if (target.empty()) target = file;
    const Descriptor folder = opened(target.parent_path(), O_PATH | O_DIRECTORY);
    UnplacedFile unplaced;
    Replacement made(folder.number(), target.filename(), unplaced);
    write_all(made.descriptor(), content);
    made.place();
  } catch (const std::system_error& error) {
    refuse(file, error.code().message());
  }
}

void make_folder(const fs::path& folder) {
  if (rank() > 0) return;
  std::error_code error;
  fs::create_directories(folder, error);
  std::string why = error ? error.message() : std::string();
  if (why.empty() && !fs::is_directory(folder, error)) why = "it is a file";
  if (why.empty() && ::access(folder.c_str(), W_OK) != 0) why = std::strerror(errno);
  if (!why.empty())
    throw Error(fmt::format("folder '{}' for reports cannot be used: {}", printable(folder.string()), why));
}

void write_folder(const fs::path& folder, const std::vector<NamedFile>& files) {
  make_folder(folder);
  for (const NamedFile& file : files) replace_file(folder / file.name, file.content);
}

}  // namespace pram::report
