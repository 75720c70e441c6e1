#include <pram/bsp/partitioned_array.hpp>

#include <fmt/format.h>

#include <pram/error.hpp>

#include "../run/run_context.hpp"

namespace pram::bsp {

Axis::Axis(std::uint64_t indices, std::uint64_t processes, std::uint64_t block)
    : size_(indices), processes_(processes), block_(block), round_(processes * block) {
  if (processes == 0) throw Error("an axis of a partition is dealt to one process or more, not to none");
  if (block == 0) throw Error("an axis of a partition is dealt in blocks of one index or more, not of none");
  if (block > ~std::uint64_t{0} / processes) {
    throw Error(
        fmt::format("an axis of a partition is dealt in blocks of {} indices to {} processes: that is more "
                    "than there are numbers",
                    block, processes));
  }
}

namespace detail {

void refuse_global_index(std::size_t axis, std::uint64_t index, std::uint64_t size, const char* file,
                         std::uint32_t line) {
  throw Error(fmt::format("process {} uses index {} of axis {} of a partitioned array, {}, at {}: that axis has {} {}",
                          current_process(), static_cast<std::int64_t>(index), axis,
                          current_mailbox().run->in_superstep(), to_string(SourceLine{file, line}), size,
                          size == 1 ? "index" : "indices"));
}

void refuse_grid(std::uint64_t grid, std::uint64_t processes, const char* file, std::uint32_t line) {
  throw Error(fmt::format("process {} deals an array to a grid of {} processes, {}, at {}: there are {}",
                          current_process(), grid, current_mailbox().run->in_superstep(),
                          to_string(SourceLine{file, line}), processes));
}

}  // namespace detail

}  // namespace pram::bsp
