#include <algorithm>
#include <string>
#include <vector>

#include <pram/programs/program.hpp>

#include "names.hpp"

namespace pram::programs {

namespace {

ProgramName row_of(const char* family, std::string name, const char* alias, bool takes_source) {
  std::ranges::replace(name, '_', '-');
  return {family, std::move(name), alias, takes_source};
}

}  // namespace

std::vector<ProgramName>& name_table() {
  static std::vector<ProgramName> names = {
#define PRAM_PROGRAM(family, name, alias) row_of(#family, #name, alias, false),
#define PRAM_SEARCH(family, name, alias) row_of(#family, #name, alias, true),
#include "programs.def"
  };
  return names;
}

const std::vector<ProgramName>& program_names() { return name_table(); }

std::vector<std::string> shape_names() {
  return {
#define PRAM_SHAPE(name) #name,
#include "shapes.def"
  };
}

}  // namespace pram::programs
