#include <pram/report/file.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>
#include <system_error>

#include <pram/error.hpp>
#include <pram/report/text.hpp>

namespace pram::report {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
  throw Error(fmt::format("report '{}' cannot be written: {}", printable(file.string()), why));
}

/// Removes the file unless it has got its name.
class Draft {
 public:
  explicit Draft(fs::path path) : path_(std::move(path)) {}
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft() {
    std::error_code unknown;
    if (!path_.empty()) fs::remove(path_, unknown);
  }

  const fs::path& path() const { return path_; }

  void rename_to(const fs::path& file) {
    std::error_code error;
    fs::rename(path_, file, error);
    if (error) refuse(file, error.message());
    path_.clear();
  }

 private:
  fs::path path_;
};

/// @param named  the file that an error names
void write_whole(const fs::path& path, std::string_view content, const fs::path& named) {
  errno = 0;
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(content.data(), static_cast<std::streamsize>(content.size()));
  out.close();
  if (!out) refuse(named, errno != 0 ? std::strerror(errno) : "the stream failed");
}

}  // namespace

void replace_file(const fs::path& file, std::string_view content) {
  if (file.empty()) refuse(file, "the name is empty; give the name of a file");
  std::error_code unknown;
  const fs::file_status found = fs::status(file, unknown);
  if (fs::is_directory(found)) refuse(file, "it is a folder; give the name of a file");
  if (fs::exists(found) && !fs::is_regular_file(found)) return write_whole(file, content, file);
  // A link keeps pointing to the file that it points to.
  const fs::path target = fs::exists(found) ? fs::canonical(file, unknown) : file;
  fs::path beside = target.empty() ? file : target;
  beside += fmt::format(".{}.draft", ::getpid());
  Draft draft(beside);
  write_whole(draft.path(), content, file);
  if (fs::exists(found)) fs::permissions(draft.path(), found.permissions(), unknown);
  draft.rename_to(target.empty() ? file : target);
}

void make_folder(const fs::path& folder) {
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
