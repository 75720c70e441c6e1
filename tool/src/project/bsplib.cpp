#include "project.hpp"

namespace pram::tool {

namespace {

constexpr const char* bsplib_build = R"TEXT(cmake_minimum_required(VERSION 3.25)
project(@NAME@ LANGUAGES C)

find_program(PRAM_BSPCC pram-bspcc REQUIRED)
add_custom_command(OUTPUT @NAME@
  COMMAND ${PRAM_BSPCC} -O2 ${CMAKE_CURRENT_SOURCE_DIR}/@NAME@.c -o @NAME@
  DEPENDS @NAME@.c VERBATIM)
add_custom_target(program ALL DEPENDS @NAME@)

enable_testing()
add_test(NAME @NAME@_test COMMAND ${CMAKE_CURRENT_BINARY_DIR}/@NAME@ 100)
set_tests_properties(@NAME@_test PROPERTIES PASS_REGULAR_EXPRESSION "^sum of 1 to 100: 5050\n$")
)TEXT";

constexpr const char* bsplib_program = R"TEXT(#include <bsp.h>
#include <stdio.h>
#include <stdlib.h>

/* The sum of 1 to n: each process adds its own numbers up, and process 0 gets what each has. */
int main(int argc, char** argv) {
  bsp_begin(bsp_nprocs());
  const int p = bsp_nprocs(), s = bsp_pid();
  const long n = argc > 1 ? atol(argv[1]) : 1000;

  long mine = 0, sum = 0;
  for (long i = s + 1; i <= n; i += p) mine += i;

  long* parts = calloc((size_t)p, sizeof(long));
  bsp_push_reg(parts, p * (int)sizeof(long));
  bsp_sync();

  bsp_put(0, &mine, parts, s * (int)sizeof(long), sizeof(long));
  bsp_sync();

  for (int t = 0; t < p; ++t) sum += parts[t];
  if (s == 0) printf("sum of 1 to %ld: %ld\n", n, sum);
  bsp_pop_reg(parts);
  free(parts);
  bsp_end();
  return 0;
}
)TEXT";

constexpr const char* bsplib_readme = R"TEXT(# @NAME@

    cmake -S . -B build && cmake --build build      # -D CMAKE_PREFIX_PATH=… where pram is not installed in the system
    build/@NAME@ 1000
    pram bsp -n 64 --network torus:8x8 build/@NAME@ 1000
    ctest --test-dir build

@NAME@.c is a program of BSPlib, which pram-bspcc compiles as cc would.
)TEXT";

const ProjectFile bsplib_files[] = {
    {"CMakeLists.txt", bsplib_build}, {"@NAME@.c", bsplib_program}, {"README.md", bsplib_readme}};

}  // namespace

extern const ProjectKind bsplib_project = {"--c", "a program in C that uses BSPlib", bsplib_files};

}  // namespace pram::tool
