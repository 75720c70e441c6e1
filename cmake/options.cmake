# Options, and the flags that they put on our own targets. Nothing here reaches a user's targets.

option(PRAM_BUILD_TOOL "Build the pram tool" ${PROJECT_IS_TOP_LEVEL})
option(PRAM_BUILD_BSPLIB "Build bsp.h and pram-bspcc, for BSPlib programs" ${PROJECT_IS_TOP_LEVEL})
option(PRAM_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(PRAM_BUILD_PERF "Build the benchmarks" ${PROJECT_IS_TOP_LEVEL})
option(PRAM_INSTALL "Make the install rules" ${PROJECT_IS_TOP_LEVEL})
option(PRAM_NATIVE "Compile for this very processor (-march=native); the code may run on no other" OFF)
option(PRAM_WARNINGS_AS_ERRORS "Stop at a warning" OFF)
set(PRAM_UNITY 8 CACHE STRING "Compile so many neighbouring sources of a library together; 0: each alone")
option(PRAM_PRECOMPILE_HEADERS "Compile what most sources include once; off: every source shows that it includes what it uses" ON)
option(PRAM_SLOW_TESTS "Run the tests' sweeps at full size (minutes each)" OFF)
set(PRAM_SANITIZE "" CACHE STRING "address (with undefined behaviour), thread, or empty")
set_property(CACHE PRAM_SANITIZE PROPERTY STRINGS "" address thread)
option(PRAM_FUZZ "Make the fuzz targets of tests/fuzz with libFuzzer; Clang alone has it" OFF)

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()
if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
endif()

add_library(pram_build_options INTERFACE)
# Fused multiply-add would make floating-point results depend on the processor.
target_compile_options(pram_build_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(pram_build_options INTERFACE -Wno-restrict)  # wrong about "text" + std::string: GCC bug 105651
endif()

# Where our assertions are on, so are the standard library's: of indices, iterators and empty containers.
target_compile_definitions(pram_build_options INTERFACE $<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>)

# A project that adds this one and names no build type would get code ten times slower without a message.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  message(STATUS "pram: no build type is set; compiled with -O2")
  target_compile_options(pram_build_options INTERFACE -O2)
endif()

if(PRAM_WARNINGS_AS_ERRORS)
  target_compile_options(pram_build_options INTERFACE -Werror)
endif()

if(PRAM_NATIVE)
  include(CheckCXXCompilerFlag)
  check_cxx_compiler_flag(-march=native PRAM_HAS_MARCH_NATIVE)
  if(PRAM_HAS_MARCH_NATIVE)
    target_compile_options(pram_build_options INTERFACE -march=native)
  endif()
endif()
# Whether code may run on this very processor alone: installing it warns, and packing it is refused.
string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
set(PRAM_ONE_PROCESSOR OFF)
if((PRAM_NATIVE AND PRAM_HAS_MARCH_NATIVE) OR "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}" MATCHES "-m(arch|cpu)=native")
  set(PRAM_ONE_PROCESSOR ON)
endif()

if(PRAM_SANITIZE STREQUAL "address")
  set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all)
elseif(PRAM_SANITIZE STREQUAL "thread")
  set(sanitizers -fsanitize=thread)
elseif(NOT PRAM_SANITIZE STREQUAL "")
  message(FATAL_ERROR "PRAM_SANITIZE = '${PRAM_SANITIZE}' is not allowed: address, thread, or empty")
endif()
if(PRAM_FUZZ AND PRAM_BUILD_TESTS)
  # The tests run the same code, and would wait for libFuzzer's look at every comparison.
  list(APPEND sanitizers -fsanitize-coverage=inline-8bit-counters,pc-table)
elseif(PRAM_FUZZ)
  list(APPEND sanitizers -fsanitize=fuzzer-no-link)
endif()
if(sanitizers)
  target_compile_options(pram_build_options INTERFACE ${sanitizers} -fno-omit-frame-pointer)
  target_link_options(pram_build_options INTERFACE ${sanitizers})
endif()
