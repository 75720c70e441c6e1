#include "program_source.hpp"

#include <algorithm>
#include <string_view>

namespace pram::tool {

namespace {

constexpr std::string_view programs_folder = "programs/src/";  // where includes begin

}  // namespace

std::vector<ProgramSource> sources_of(const programs::Program& program) {
  const auto& table = programs::programs().entries();
  std::size_t place = 0;
  while (table[place].name != program.name) ++place;
  if (place >= program_sources().size()) return {};  // a user's own
  std::vector<ProgramSource> sources = {program_sources()[place]};
  for (std::size_t k = 0; k < sources.size(); ++k) {
    for (const ProgramSource& shared : shared_sources()) {
      const std::string include = "#include \"" + std::string(shared.file).substr(programs_folder.size()) + '"';
      const bool is_new =
          std::ranges::find(sources, std::string_view(shared.file), &ProgramSource::file) == sources.end();
      if (is_new && std::string_view(sources[k].text).find(include) != std::string_view::npos)
        sources.push_back(shared);
    }
  }
  return sources;
}

std::string code_of(const ProgramSource& source) {
  std::string_view text = source.text;
  constexpr std::string_view head = "namespace pram::programs {\n";
  if (const std::size_t begin = text.find(head); begin != std::string_view::npos)
    text.remove_prefix(begin + head.size());
  if (const std::size_t row = text.find("\nProgram "); row != std::string_view::npos) text = text.substr(0, row + 1);
  if (const std::size_t end = text.find("\n}  // namespace pram::programs\n"); end != std::string_view::npos)
    text = text.substr(0, end + 1);
  while (text.starts_with('\n')) text.remove_prefix(1);
  while (text.ends_with("\n\n")) text.remove_suffix(1);
  return std::string(text);
}

}  // namespace pram::tool
