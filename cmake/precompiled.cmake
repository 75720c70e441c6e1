# One precompiled header for all rooms: what most sources include. No JSON, which few do.
#
# The header waits for nothing and much waits for it, so hot sources do without: they are compiled beside it. Each
# source includes what it uses all the same, which builds without the header see to (PRAM_PRECOMPILE_HEADERS=OFF).
add_library(pram_precompiled OBJECT ${PROJECT_SOURCE_DIR}/cmake/precompiled.cpp)
set_target_properties(pram_precompiled PROPERTIES CXX_EXTENSIONS OFF)
pram_shared_code(pram_precompiled)
target_compile_features(pram_precompiled PRIVATE cxx_std_20)
target_include_directories(pram_precompiled PRIVATE ${PROJECT_SOURCE_DIR}/core/include)
target_link_libraries(pram_precompiled PRIVATE fmt::fmt pram_build_options)
target_precompile_headers(pram_precompiled PRIVATE
  <fmt/format.h>
  <algorithm> <array> <cstdint> <functional> <map> <memory> <optional> <span> <string> <string_view> <utility> <vector>
  <pram/access.hpp> <pram/machine.hpp> <pram/network.hpp>)
