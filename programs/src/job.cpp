#include "job.hpp"

#include <fmt/format.h>

#include <pram/machine.hpp>

#include "input/generate.hpp"
#include "input/memory_room.hpp"
#include "input/numbers.hpp"
#include "input/text.hpp"

namespace pram::programs {

namespace {

std::string range_phrase(std::uint64_t least, std::uint64_t most) {
  return fmt::format("a whole number from {} to {}", least, most);
}

// The edge itself; both its directions, in an array; a processor for each of these.
constexpr std::uint64_t bytes_an_edge = sizeof(Edge) + 2 * cell_bytes + 2 * processor_bytes;

/// @param what  takes the memory, for errors: "--n 1000"
void check_room(const std::string& what, std::uint64_t size, std::uint64_t bytes_each, std::uint64_t memory_limit) {
  const std::uint64_t there = memory_limit != 0 ? memory_limit : default_memory_limit();
  if (size == 0 || bytes_each <= there / size) return;
  const std::uint64_t wanted = bytes_each > ~std::uint64_t{0} / size ? ~std::uint64_t{0} : size * bytes_each;
  throw LimitError(
      "memory", size, there / bytes_each,
      fmt::format("{} takes {} of memory at the least, with arrays and processors, and the memory limit is "
                  "{}: at most {} fit",
                  what, shown_memory(wanted), shown_memory(there), there / bytes_each));
}

}  // namespace

std::uint64_t size_of(const InputRequest& request, const Sizes& sizes) {
  const std::uint64_t size = request.size.value_or(sizes.usual);
  if (size < sizes.least || size > sizes.most)
    throw ConfigError("--n", std::to_string(size), range_phrase(sizes.least, sizes.most));
  check_room(fmt::format("--n {}", size), size, sizes.bytes_each, request.memory_limit);
  return size;
}

std::string source_of(const InputRequest& request, std::string generated) {
  return request.file.empty() ? std::move(generated) : shown_path(request.file);
}

std::vector<std::int64_t> numbers_for(const InputRequest& request, const Sizes& sizes) {
  if (request.file.empty()) return random_numbers(size_of(request, sizes), request.seed);
  std::vector<std::int64_t> values = read_numbers(request.file, request.memory_limit);
  if (values.size() > sizes.most) {
    throw InputError(shown_path(request.file), 0,
                     fmt::format("it holds {} numbers; the program takes at most {}", values.size(), sizes.most));
  }
  check_room(fmt::format("{}, of {} numbers,", shown_path(request.file), values.size()), values.size(),
             sizes.bytes_each, request.memory_limit);
  return values;
}

GraphJob::GraphJob(const InputRequest& request, std::uint64_t default_edges, std::uint64_t bytes_a_vertex)
    : graph_(std::make_shared<const Graph>(
          request.file.empty()
              ? rmat_graph(size_of(request, {default_edges, bytes_an_edge, 0, most_edges}), request.seed)
              : read_graph(request.file, request.format, {request.memory_limit, bytes_a_vertex, bytes_an_edge}))),
      source_(source_of(request, "R-MAT graph")) {}

InputFacts GraphJob::input() const {
  return {source_, {{"vertices", graph_->vertices}, {"edges", graph_->edges.size()}}, graph_->read_as};
}

}  // namespace pram::programs
