#include <pram/detail/test_hooks.hpp>

namespace {

// A function, since a variable of this file would stand among those of the program.
[[gnu::constructor]] void spread_over_all_workers() { pram::detail::test_hooks.all_workers = true; }

}  // namespace
