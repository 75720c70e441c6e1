#include "project.hpp"

#include <utility>

namespace pram::tool {

std::span<const ProjectKind* const> project_kinds() {
  static constexpr const ProjectKind* kinds[] = {&pram_project, &bsp_project, &data_parallel_project, &network_project,
                                                 &bsplib_project};
  return kinds;
}

std::string with_name(std::string_view text, const std::string& name) {
  const std::pair<std::string_view, std::string> marks[] = {{"@NAME@", name},
                                                            {"@HEADER@", "#include \"" + name + ".hpp\""}};
  std::string out(text);
  for (const auto& [mark, replacement] : marks) {
    for (std::size_t at = out.find(mark); at != std::string::npos; at = out.find(mark, at + replacement.size()))
      out.replace(at, mark.size(), replacement);
  }
  return out;
}

extern const ProjectFile tool_build = {"CMakeLists.txt", R"TEXT(cmake_minimum_required(VERSION 3.25)
project(@NAME@ LANGUAGES CXX)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
find_package(pram 0.1 REQUIRED)

add_executable(@NAME@ main.cpp @NAME@.cpp)
target_link_libraries(@NAME@ PRIVATE pram::tool)

enable_testing()
add_executable(@NAME@_test @NAME@_test.cpp @NAME@.cpp)
target_link_libraries(@NAME@_test PRIVATE pram::tool)
add_test(NAME @NAME@_test COMMAND @NAME@_test)
)TEXT"};

extern const ProjectFile tool_header = {"@NAME@.hpp", R"TEXT(#pragma once

#include <pram/tool.hpp>

/// The program's row: what it is called, and what it claims.
pram::programs::Program @NAME@_program();
)TEXT"};

extern const ProjectFile tool_main = {"main.cpp", R"TEXT(@HEADER@

int main(int count, char** arguments) { return pram::tool::main(count, arguments, {@NAME@_program()}); }
)TEXT"};

extern const ProjectFile tool_test = {"@NAME@_test.cpp", R"TEXT(#include <iostream>

#include <pram/programs/check.hpp>
@HEADER@

// All that the row claims, on inputs of many sizes and machines of many kinds.
int main() {
  const pram::programs::CheckedProgram checked = pram::programs::check_program(@NAME@_program());
  for (const std::string& line : checked.broken) std::cerr << line << '\n';
  std::cout << checked.runs << " runs, " << checked.broken.size() << " complaints\n";
  return checked.broken.empty() ? 0 : 1;
}
)TEXT"};

extern const ProjectFile tool_readme = {"README.md", R"TEXT(# @NAME@

    cmake -S . -B build && cmake --build build      # -D CMAKE_PREFIX_PATH=… where pram is not installed in the system
    build/@NAME@ run @NAME@ --n 1000
    build/@NAME@ compare @NAME@ --components 64
    build/@NAME@ scale @NAME@ --n 2^8..2^14
    build/@NAME@ profile @NAME@ --html page.html
    ctest --test-dir build                          # the same as build/@NAME@ check

The program is a function in @NAME@.cpp; its row below it says what it claims.
)TEXT"};

}  // namespace pram::tool
