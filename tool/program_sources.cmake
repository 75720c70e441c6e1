# cmake -D ROOT=… -D OUTPUT=… -P program_sources.cmake writes the sources of the bundled programs, in the order of
# programs.def, and the headers that have steps of processors, as a file of C++ that `pram show` has them from.
file(STRINGS "${ROOT}/programs/src/programs.def" rows REGEX "^PRAM_(PROGRAM|SEARCH)\\(")
set(entries "")
set(headers "")
foreach(row IN LISTS rows)
  string(REGEX MATCH "^PRAM_[A-Z]+\\(([a-z0-9_]+), ([a-z0-9_]+)," known "${row}")
  file(GLOB_RECURSE found RELATIVE "${ROOT}" "${ROOT}/programs/src/${CMAKE_MATCH_1}/${CMAKE_MATCH_2}.cpp")
  list(LENGTH found count)
  if(NOT count EQUAL 1)
    message(FATAL_ERROR "${row}: ${count} files of that name in programs/src/${CMAKE_MATCH_1}, not one")
  endif()
  file(READ "${ROOT}/${found}" text)
  string(APPEND entries "      {\"${found}\", R\"PRAM(${text})PRAM\"},\n")
endforeach()
file(GLOB_RECURSE found RELATIVE "${ROOT}" "${ROOT}/programs/src/*.hpp")
foreach(header IN LISTS found)
  file(READ "${ROOT}/${header}" text)
  if(text MATCHES "co_await|pardo\\(|machine\\.array")
    string(APPEND headers "      {\"${header}\", R\"PRAM(${text})PRAM\"},\n")
  endif()
endforeach()
file(WRITE "${OUTPUT}" "#include \"catalogue/program_source.hpp\"

namespace pram::tool {

const std::vector<ProgramSource>& program_sources() {
  static const std::vector<ProgramSource> sources = {
${entries}  };
  return sources;
}

const std::vector<ProgramSource>& shared_sources() {
  static const std::vector<ProgramSource> sources = {
${headers}  };
  return sources;
}

}  // namespace pram::tool
")
