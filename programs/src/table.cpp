#include "programs.hpp"

namespace pram::programs {

Registry<Program>& program_table() {
  static Registry<Program> table = [] {
    Registry<Program> all("program");
#define PRAM_PROGRAM(family, name, ...) all.add(guarded(#family, name##_program()));
#include "programs.def"
    return all;
  }();
  return table;
}

}  // namespace pram::programs
