#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include <pram/error.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../command_line/command.hpp"
#include "../output/output.hpp"

namespace pram::tool {

namespace {

constexpr Option<bool> open_it = {{.flag = "--open",
                                   .value = nullptr,
                                   .group = "Manual",
                                   .help = "show the manual, by xdg-open, in a browser where it has pages of HTML",
                                   .brief = "show it"}};
constexpr std::array<ListedOption, 1> manual_options = {open_it};

/// The first page of a manual in a folder, as HTML if that is there.
std::string page_in(const std::filesystem::path& folder, const std::vector<const char*>& pages) {
  for (const char* const page : pages) {
    std::error_code fault;
    const std::filesystem::path path = folder / page;
    if (std::filesystem::is_regular_file(path, fault)) return std::filesystem::weakly_canonical(path, fault).string();
  }
  return "";
}

/// The manual in a folder where documents are installed; "" where it is not there.
std::string manual_installed_in(const std::filesystem::path& folder) {
  return page_in(folder, {"html/index.html", "docs/html/index.html", "docs/index.md", "README.md"});
}

/// The manual of the source tree in which the executable was built; "" where there is none.
std::string manual_of_tree(const std::filesystem::path& executable) {
  std::error_code fault;
  for (std::filesystem::path folder = executable.parent_path(); folder.has_relative_path();
       folder = folder.parent_path()) {
    if (std::filesystem::is_regular_file(folder / "docs/index.md", fault) &&
        std::filesystem::exists(folder / "tool/src/commands", fault))
      return page_in(folder, {"build/docs/html/index.html", "docs/index.md"});
  }
  return "";
}

/// The manual beside the executable, wherever the whole was moved to; else that of its source tree; else the one that
/// is installed where the build says, for users' executables.
/// @throws Error where there is none
std::string manual_page() {
  std::error_code fault;
  const std::filesystem::path executable = std::filesystem::read_symlink("/proc/self/exe", fault);
  const std::filesystem::path beside = (executable.parent_path() / PRAM_DOCUMENTS_FROM_BIN).lexically_normal();
  std::string page = manual_installed_in(beside);
  if (page.empty()) page = manual_of_tree(executable);
  if (page.empty()) page = manual_installed_in(PRAM_DOCUMENTS);
  if (!page.empty()) return page;
  throw Error(fmt::format("the manual is not installed: it is in neither of {} and {}",
                          report::printable(beside.string()), PRAM_DOCUMENTS));
}

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

/// @throws Error where the page cannot be shown
void open_page(const std::string& page) {
  const auto refuse = [&](const std::string& why) {
    throw Error(fmt::format("{}: the manual is {}", why, report::printable(page)));
  };
  if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) refuse("there is no display to open it on");
  std::string program = "xdg-open";
  std::string path = page;
  char* const arguments[] = {program.data(), path.data(), nullptr};
  ::pid_t child = 0;
  const int error = ::posix_spawnp(&child, program.c_str(), nullptr, nullptr, arguments, environ);
  if (error == ENOENT) refuse("there is no xdg-open to open it with");
  if (error != 0) refuse(fmt::format("xdg-open cannot be run ({})", std::generic_category().message(error)));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return;  // who started the tool takes its children
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) refuse("xdg-open has failed");
}

int manual(const CommandLine& line) {
  const std::string page = manual_page();
  if (line.options[open_it]) {
    open_page(page);
  } else {
    print(page + '\n');
  }
  return 0;
}

}  // namespace

extern const Command manual_command = {.examples = R"(Examples:
  pram manual
  pram manual --open)",
                                       .options = manual_options,
                                       .run = manual};

}  // namespace pram::tool
