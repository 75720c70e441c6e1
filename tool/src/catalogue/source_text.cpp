#include "source_text.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <pram/programs/program.hpp>
#include <pram/report/detail/page/profile_page.hpp>
#include "program_source.hpp"

namespace pram::tool {

namespace {

/// Reports know the path that the compiler had, or in JSON the file's name and that of its folder alone.
std::optional<std::string> bundled_text(std::string_view file) {
  for (const std::vector<ProgramSource>* const sources : {&program_sources(), &shared_sources()}) {
    for (const ProgramSource& source : *sources) {
      const std::string_view known = source.file;
      const bool ends_known =
          known.size() > file.size() && known.ends_with(file) && known[known.size() - file.size() - 1] == '/';
      if (file.ends_with(known) || ends_known) return source.text;
    }
  }
  return std::nullopt;
}

}  // namespace

bool is_bundled(std::string_view program) {
  return std::ranges::any_of(programs::programs().entries(), [&](const programs::Program& one) {
    return one.name == program && one.family != programs::own_family;
  });
}

std::function<std::optional<std::string>(std::string_view)> source_text(const std::string& program,
                                                                        std::filesystem::path folder) {
  return
      [bundled = is_bundled(program), folder = std::move(folder)](std::string_view file) -> std::optional<std::string> {
        if (bundled) {
          if (auto text = bundled_text(file)) return text;
        }
        const std::filesystem::path path(file);
        for (const std::filesystem::path& place : {path, folder / path, folder / path.filename()}) {
          if (auto text = report::source_on_disk(place.string())) return text;
        }
        return std::nullopt;
      };
}

}  // namespace pram::tool
