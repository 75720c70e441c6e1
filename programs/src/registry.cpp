#include <fmt/format.h>

#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "input/text.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// Refuses what the program does not know, and says so where an input does not fit into the host's memory.
ProgramEntry guarded(ProgramEntry entry) {
  const auto check = [name = entry.name, graph = entry.input == "graph",
                      source = entry.takes_source](const InputRequest& request) {
    if (request.source && !source)
      throw ConfigError("--source", std::to_string(*request.source), fmt::format("nothing beside {}", name));
    if (request.format.empty()) return;
    if (!graph) throw ConfigError("--format", request.format, fmt::format("nothing beside {}: it reads numbers", name));
    if (request.file.empty()) throw ConfigError("--format", request.format, "--format only beside --input");
  };
  entry.prepare = [prepare = std::move(entry.prepare), check](const InputRequest& request) {
    check(request);
    const auto too_large = [&request] {
      const std::string what = request.file.empty() ? fmt::format("an input of size {}", request.size.value_or(0))
                                                    : shown_path(request.file);
      return LimitError("memory", request.size.value_or(0), 0, fmt::format("{} does not fit into memory", what));
    };
    try {
      return prepare(request);
    } catch (const std::bad_alloc&) {
      throw too_large();
    } catch (const std::length_error&) {
      throw too_large();
    }
  };
  return entry;
}

}  // namespace

const Registry<ProgramEntry>& programs() {
  static const Registry<ProgramEntry> table = [] {
    Registry<ProgramEntry> all("program");
    for (const auto make :
         {prefix_sums_program, maximum_all_pairs_program, leftmost_one_program, histogram_program,
          multiprefix_ranks_program, list_ranking_wyllie_program, breadth_first_search_program,
          connected_components_program, concurrent_read_program, matrix_transposition_program, fft_program}) {
      all.add(guarded(make()));
    }
    return all;
  }();
  return table;
}

const ProgramEntry& find_program(std::string_view name) {
  std::vector<std::string> known;
  for (const ProgramEntry& entry : programs().entries()) {
    if (entry.name == name || (!entry.alias.empty() && entry.alias == name)) return entry;
    known.push_back(entry.name);
    if (!entry.alias.empty()) known.push_back(entry.alias);
  }
  throw ConfigError("program", std::string(name), allowed_names(name, known));
}

InputError::InputError(std::string given_file, std::uint64_t given_line, const std::string& reason)
    : Error(given_line == 0 ? fmt::format("{}: {}", given_file, reason)
                            : fmt::format("{}:{}: {}", given_file, given_line, reason)),
      file(std::move(given_file)),
      line(given_line) {}

}  // namespace pram::programs
