#pragma once

#include <vector>

#include <pram/detail/memory_account.hpp>

namespace pram::programs {

/// Memory of a process's own, which counts against the machine's limit: where each of p processes keeps something for
/// each of p processes, it is soon more than all that they send.
template <class T>
using LocalVector = std::vector<T, pram::detail::CountingAllocator<T>>;

}  // namespace pram::programs
