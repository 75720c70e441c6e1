#include <pram/programs/input/sizes.hpp>

#include <fmt/format.h>

#include <bit>

#include <pram/detail/memory_account.hpp>

#include "input/file/memory_room.hpp"
#include "input/file/text.hpp"

namespace pram::programs {

std::uint64_t size_of(const InputRequest& request, const Sizes& sizes) {
  const std::uint64_t size = request.size.value_or(sizes.usual);
  if (size < sizes.least || size > sizes.most) {
    throw ConfigError("--n", std::to_string(size),
                      fmt::format("a whole number from {} to {}", sizes.least, sizes.most));
  }
  check_room(fmt::format("--n {}", size), size, sizes.bytes_each, request);
  if (sizes.power_of_two && !std::has_single_bit(size))
    throw ConfigError("--n", std::to_string(size), "a power of two");
  return size;
}

void check_room(const std::string& what, std::uint64_t size, std::uint64_t bytes_each, const InputRequest& request) {
  const std::uint64_t there = request.memory_limit != 0 ? request.memory_limit : default_memory_limit();
  if (size == 0 || bytes_each <= there / size) return;
  const std::uint64_t wanted = bytes_each > ~std::uint64_t{0} / size ? ~std::uint64_t{0} : size * bytes_each;
  throw LimitError(
      "memory", size, there / bytes_each,
      fmt::format("{} takes {} of memory at the least, with arrays and processors, and the memory limit is "
                  "{}: at most {} fit",
                  what, pram::detail::shown_memory(wanted), pram::detail::shown_memory(there), there / bytes_each));
}

void check_items(const InputRequest& request, const Sizes& sizes, std::uint64_t count, const char* items) {
  const std::string name = shown_path(request.file);
  if (count > sizes.most)
    throw InputError(name, 0, fmt::format("it holds {} {}; the program takes at most {}", count, items, sizes.most));
  check_room(fmt::format("{}, of {} {},", name, count, items), count, sizes.bytes_each, request);
}

}  // namespace pram::programs
