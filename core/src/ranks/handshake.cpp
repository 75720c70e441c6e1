#include "handshake.hpp"

#include <fmt/format.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string_view>
#include <system_error>
#include <vector>

#include <pram/detail/printable.hpp>

#include "bytes.hpp"

namespace pram::detail {

namespace {

/// What a process is, as ranks compare it.
struct ProcessFacts {
  std::string build;
  std::vector<std::string> arguments;
  std::map<std::string, std::string> environment;
  std::string processor;  ///< its model; empty: the host does not say
};

/// Which of the objects that are loaded has the id that is looked for.
struct BuildIds {
  const void* inside;  ///< an address of the object; null: the executable
  std::string id;
};

/// Takes the linker's note of an object's build.
int take_build_id(dl_phdr_info* object, std::size_t /*size*/, void* to) {
  auto& wanted = *static_cast<BuildIds*>(to);
  const auto base = static_cast<std::uintptr_t>(object->dlpi_addr);
  const auto address = reinterpret_cast<std::uintptr_t>(wanted.inside);
  const std::span headers(object->dlpi_phdr, object->dlpi_phnum);
  const bool has_it = std::ranges::any_of(headers, [&](const ElfW(Phdr) & header) {
    return header.p_type == PT_LOAD && address - base - header.p_vaddr < header.p_memsz;
  });
  if (wanted.inside != nullptr && !has_it) return 0;
  for (const ElfW(Phdr) & header : headers) {
    if (header.p_type != PT_NOTE) continue;
    const char* at = reinterpret_cast<const char*>(base + header.p_vaddr);
    const char* const end = at + header.p_memsz;
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      ElfW(Nhdr) note;
      std::memcpy(&note, at, sizeof note);
      const auto padded = [](std::size_t bytes) { return (bytes + 3) / 4 * 4; };
      const char* const name = at + sizeof note;
      const char* const content = name + padded(note.n_namesz);
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0)
        wanted.id.assign(content, note.n_descsz);
      at = content + padded(note.n_descsz);
    }
  }
  return 1;  // the object was found
}

/// The ids of the executable and of the object that this code stands in. Without ids, how large the executable is.
std::string build_of_program() {
  std::string build;
  for (const void* inside : {static_cast<const void*>(nullptr), reinterpret_cast<const void*>(&compare_ranks)}) {
    BuildIds ids{inside, {}};
    ::dl_iterate_phdr(take_build_id, &ids);
    build += ids.id;
  }
  std::error_code none;
  if (build.empty()) build = std::to_string(std::filesystem::file_size("/proc/self/exe", none));
  return build;
}

/// The arguments behind the program's own name, which hosts may have at different places.
std::vector<std::string> arguments_of_program() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  std::vector<std::string> arguments;
  for (std::size_t at = 0; at < text.size();) {
    arguments.emplace_back(text.c_str() + at);
    at += arguments.back().size() + 1;
  }
  if (!arguments.empty()) arguments.erase(arguments.begin());
  return arguments;
}

/// The variables of the environment that begin with PRAM_, but for the place of the module, which is a host's own.
std::map<std::string, std::string> own_environment() {
  std::map<std::string, std::string> found;
  for (char** each = environ; each != nullptr && *each != nullptr; ++each) {
    const std::string_view text = *each;
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string_view name = text.substr(0, equals);
    if (!name.starts_with("PRAM_") || name == "PRAM_MPI_MODULE") continue;
    found.emplace(name, text.substr(std::min(equals + 1, text.size())));
  }
  return found;
}

/// The model of the host's processors.
std::string model_of_processor() {
  std::ifstream file("/proc/cpuinfo");
  constexpr std::string_view before = "model name\t: ";
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(before)) return line.substr(before.size());
  }
  return {};
}

ProcessFacts read_facts(BytesReader from) {
  ProcessFacts facts;
  facts.build = from.text();
  for (std::uint64_t left = from.number(); left > 0; --left) facts.arguments.push_back(from.text());
  for (std::uint64_t left = from.number(); left > 0; --left) {
    std::string name = from.text();
    facts.environment.emplace(std::move(name), from.text());
  }
  facts.processor = from.text();
  return facts;
}

std::string argument_in_words(const std::vector<std::string>& arguments, std::size_t k) {
  return k < arguments.size() ? fmt::format("'{}'", printable(arguments[k])) : "none";
}

std::string variable_in_words(const std::map<std::string, std::string>& environment, const std::string& name) {
  const auto found = environment.find(name);
  return found != environment.end() ? fmt::format("'{}'", printable(found->second)) : "not set";
}

/// @returns how a rank differs from rank 0; empty: not at all
std::string difference_in_words(const ProcessFacts& first, const ProcessFacts& other, std::size_t rank) {
  if (first.build != other.build) return fmt::format("rank {} runs another build of the program than rank 0", rank);
  for (std::size_t k = 0; k < std::max(first.arguments.size(), other.arguments.size()); ++k) {
    const std::string mine = argument_in_words(first.arguments, k);
    const std::string its = argument_in_words(other.arguments, k);
    if (mine != its) return fmt::format("argument {} of rank {} is {}, of rank 0 {}", k + 1, rank, its, mine);
  }
  for (const auto* environment : {&first.environment, &other.environment}) {
    for (const auto& [name, value] : *environment) {
      const std::string mine = variable_in_words(first.environment, name);
      const std::string its = variable_in_words(other.environment, name);
      if (mine != its) return fmt::format("{} of rank {} is {}, of rank 0 {}", printable(name), rank, its, mine);
    }
  }
  return {};
}

}  // namespace

std::string difference_of_processors(std::size_t rank, const std::string& first, const std::string& other) {
  if (first == other) return {};
  return fmt::format(
      "warning: rank {} runs on '{}', rank 0 on '{}': the last bits of sin, exp and the like may differ from rank to "
      "rank, and with them results of floating point",
      rank, printable(other), printable(first));
}

RankDifferences compare_ranks(RankGroup& group) {
  BytesWriter mine;
  mine.text(build_of_program());
  const std::vector<std::string> arguments = arguments_of_program();
  mine.number(arguments.size());
  for (const std::string& argument : arguments) mine.text(argument);
  const std::map<std::string, std::string> environment = own_environment();
  mine.number(environment.size());
  for (const auto& [name, value] : environment) {
    mine.text(name);
    mine.text(value);
  }
  mine.text(model_of_processor());
  const GatheredBytes all = group.gather(mine.bytes());
  const ProcessFacts first = read_facts(BytesReader(all[0]));
  RankDifferences found;
  for (std::size_t rank = 1; rank < all.size(); ++rank) {
    // Nearly always alike, and of thousands of ranks.
    if (all[rank] == all[0]) continue;
    const ProcessFacts other = read_facts(BytesReader(all[rank]));
    found.refused = difference_in_words(first, other, rank);
    if (!found.refused.empty()) {
      found.refused += "; all ranks must be started alike";
      return found;
    }
    if (found.warning.empty()) found.warning = difference_of_processors(rank, first.processor, other.processor);
  }
  return found;
}

}  // namespace pram::detail
