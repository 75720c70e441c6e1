#include "start_ranks.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include <pram/ranks.hpp>
#include "../options/machine.hpp"
#include "../output/terminal.hpp"
#include "../tool_name.hpp"

namespace pram::tool {

namespace {

/// The executable of that name in a folder of PATH; "": none has it.
std::string found_in_path(std::string_view name) {
  const char* const folders = std::getenv("PATH");
  std::istringstream all(folders != nullptr ? folders : "");
  for (std::string folder; std::getline(all, folder, ':');) {
    const std::string file = fmt::format("{}/{}", folder.empty() ? "." : folder, name);
    if (::access(file.c_str(), X_OK) == 0 && !std::filesystem::is_directory(file)) return file;
  }
  return "";
}

/// The first words that a program prints of itself.
std::string version_of(const std::string& program) {
  ::setenv("PRAM_ASKED", program.c_str(), 1);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(::popen("exec \"$PRAM_ASKED\" --version 2>&1", "r"),
                                                            ::pclose);
  ::unsetenv("PRAM_ASKED");
  std::string text(256, '\0');
  text.resize(out != nullptr ? std::fread(text.data(), 1, text.size(), out.get()) : 0);
  return text;
}

/// Host threads of a rank: its share of those that --threads gives, or else of the host's.
unsigned threads_of_rank(const Options& options, std::uint32_t ranks) {
  unsigned all = options[option::threads];
  if (all == 0) {
    cpu_set_t allowed;
    all = ::sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? static_cast<unsigned>(CPU_COUNT(&allowed))
                                                                : std::thread::hardware_concurrency();
  }
  return std::max(1U, all / ranks);
}

/// The command of a rank: the same without --ranks, with its own number of threads.
std::vector<std::string> command_of_rank(char** arguments, unsigned threads) {
  std::error_code unknown;
  const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe", unknown);
  std::vector<std::string> command = {unknown ? arguments[0] : here.string()};
  for (char** one = arguments + 1; *one != nullptr; ++one) {
    const std::string_view argument = *one;
    const auto is = [&](const OptionRow& row) { return argument == row.flag; };
    const auto has_value = [&](const OptionRow& row) { return argument.starts_with(row.flag + std::string("=")); };
    if (is(option::ranks.row) || is(option::threads.row)) {
      ++one;
    } else if (!has_value(option::ranks.row) && !has_value(option::threads.row)) {
      command.emplace_back(argument);
    }
  }
  command.push_back(fmt::format("{}={}", option::threads.row.flag, threads));
  return command;
}

}  // namespace

void start_ranks(const Options& options, char** arguments) {
  const std::uint32_t wanted = options[option::ranks];
  if (ranks() > 1) {
    if (ranks() != wanted) options.refuse(option::ranks, fmt::format("{}, as many as mpirun has started", ranks()));
    return;
  }
  if (wanted == 1) return;
  const std::string mpirun = found_in_path("mpirun");
  if (mpirun.empty()) {
    throw UsageError(fmt::format("{}: {} {} needs mpirun, of Open MPI or MPICH, and no folder of PATH has it",
                                 tool_name(), option::ranks.row.flag, wanted));
  }
  std::vector<std::string> command = {mpirun, "-n", std::to_string(wanted)};
  if (version_of(mpirun).find("Open MPI") != std::string::npos) {
    for (const char* const word : {"--quiet", "--oversubscribe", "--bind-to", "none"}) command.emplace_back(word);
    // A container has root alone, and Open MPI wants to be asked twice.
    ::setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
    ::setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
  }
  for (std::string& word : command_of_rank(arguments, threads_of_rank(options, wanted)))
    command.push_back(std::move(word));
  std::vector<char*> words;
  words.reserve(command.size() + 1);
  for (std::string& word : command) words.push_back(word.data());
  words.push_back(nullptr);
  ::execv(mpirun.c_str(), words.data());
  throw UsageError(fmt::format("{}: {} cannot be started: {}", tool_name(), mpirun, std::strerror(errno)));
}

}  // namespace pram::tool
