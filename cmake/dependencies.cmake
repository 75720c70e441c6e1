# Third-party libraries. What our libraries link also stands in pram-config.cmake.in.

find_package(Threads REQUIRED)
find_package(TBB REQUIRED)
find_package(fmt REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Boost REQUIRED)  # headers: Lockfree
if(PRAM_BUILD_BSPLIB)
  find_package(Boost REQUIRED COMPONENTS context)  # stacks of BSPlib processes
endif()

find_path(PRAM_XXHASH_INCLUDE_DIR xxhash.h REQUIRED)
mark_as_advanced(PRAM_XXHASH_INCLUDE_DIR)
add_library(pram_xxhash INTERFACE)  # compiled inline, so that only the header is needed
target_include_directories(pram_xxhash SYSTEM INTERFACE ${PRAM_XXHASH_INCLUDE_DIR})

find_path(PRAM_UTFCPP_INCLUDE_DIR utf8cpp/utf8.h REQUIRED)
mark_as_advanced(PRAM_UTFCPP_INCLUDE_DIR)
add_library(pram_utfcpp INTERFACE)  # headers alone
target_include_directories(pram_utfcpp SYSTEM INTERFACE ${PRAM_UTFCPP_INCLUDE_DIR})

find_package(nlohmann_json REQUIRED)  # headers alone
if(PRAM_BUILD_TOOL)
  find_package(CLI11 REQUIRED)
endif()
if(PRAM_BUILD_PERF)
  find_package(benchmark REQUIRED)
endif()
if(PRAM_BUILD_TESTS)
  find_package(doctest REQUIRED)
  find_package(rapidcheck REQUIRED)
endif()
