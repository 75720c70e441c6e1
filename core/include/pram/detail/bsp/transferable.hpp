#pragma once

#include <type_traits>

namespace pram::bsp {

/// What can travel: plain bytes, aligned to 16 at most.
template <class T>
concept Transferable = std::is_trivially_copyable_v<T> && std::is_default_constructible_v<T> && alignof(T) <= 16 &&
                       !std::is_reference_v<T> && !std::is_const_v<T>;

}  // namespace pram::bsp
