#include "program_source.hpp"

#include <string_view>

namespace pram::tool {

const ProgramSource& source_of(const programs::Program& program) {
  const auto& table = programs::programs().entries();
  std::size_t place = 0;
  while (table[place].name != program.name) ++place;
  return program_sources().at(place);
}

std::string code_of(const ProgramSource& source) {
  std::string_view text = source.text;
  constexpr std::string_view head = "namespace pram::programs {\n";
  if (const std::size_t begin = text.find(head); begin != std::string_view::npos)
    text.remove_prefix(begin + head.size());
  if (const std::size_t row = text.find("\nProgram "); row != std::string_view::npos) text = text.substr(0, row + 1);
  while (text.starts_with('\n')) text.remove_prefix(1);
  while (text.ends_with("\n\n")) text.remove_suffix(1);
  return std::string(text);
}

}  // namespace pram::tool
