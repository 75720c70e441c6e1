#include "programs.hpp"

/// The table with the programs that are linked. The names of all are in names.cpp.
namespace pram::programs {

#define PRAM_PROGRAM(family, name, ...) [[gnu::weak]] Program name##_program();
#include "programs.def"

Registry<Program>& program_table() {
  static Registry<Program> table = [] {
    Registry<Program> all("program");
    const auto add = [&all](const char* family, Program (*linked)()) {
      if (linked != nullptr) all.add(guarded(family, linked()));
    };
#define PRAM_PROGRAM(family, name, ...) add(#family, name##_program);
#include "programs.def"
    return all;
  }();
  return table;
}

}  // namespace pram::programs
