#include <pram/detail/bsp/record_list.hpp>

#include <cstring>

#include "../../host/hot_memory.hpp"

/// Where lists of records have their memory from.
namespace pram::bsp::detail {

namespace {

constexpr std::size_t room_alignment = 64;

}  // namespace

void ListRoom::grow(std::size_t bytes, std::size_t kept) {
  std::byte* const larger = pram::detail::allocate_hot(account_, bytes, room_alignment);
  if (kept > 0) std::memcpy(larger, data_, kept);
  if (data_ != nullptr) release();
  data_ = larger;
  bytes_ = bytes;
}

void ListRoom::release() noexcept { pram::detail::free_hot(account_, data_, bytes_, room_alignment); }

}  // namespace pram::bsp::detail
