#include "job.hpp"

#include <fmt/format.h>

#include <pram/machine.hpp>

#include "input/generate.hpp"
#include "input/numbers.hpp"
#include "input/text.hpp"

namespace pram::programs {

namespace {

std::string range_phrase(std::uint64_t least, std::uint64_t most) {
  return fmt::format("a whole number from {} to {}", least, most);
}

std::string gigabytes(std::uint64_t bytes) {
  const double number = static_cast<double>(bytes) / 1e9;
  return fmt::format("{:.{}f} GB", number, number < 10 ? 2 : 0);
}

// The edge itself; both its directions, in an array; a processor for each of these.
constexpr std::uint64_t bytes_an_edge = sizeof(Edge) + 2 * sizeof(Edge) + 2 * processor_bytes;

}  // namespace

std::uint64_t size_of(const InputRequest& request, const Sizes& sizes) {
  const std::uint64_t size = request.size.value_or(sizes.usual);
  if (size < sizes.least || size > sizes.most)
    throw ConfigError("--n", std::to_string(size), range_phrase(sizes.least, sizes.most));
  const std::uint64_t there = request.memory_limit != 0 ? request.memory_limit : default_memory_limit();
  if (size > 0 && sizes.bytes_each > there / size) {
    const double wanted = static_cast<double>(size) * static_cast<double>(sizes.bytes_each) / 1e9;
    throw LimitError(
        "memory", size, there / sizes.bytes_each,
        fmt::format("--n {} takes {:.{}f} GB of memory at the least, with arrays and processors, and {} {}", size,
                    wanted, wanted < 10 ? 2 : 0, request.memory_limit != 0 ? "the memory limit is" : "the host has",
                    gigabytes(there)));
  }
  return size;
}

std::string source_of(const InputRequest& request, std::string generated) {
  return request.file.empty() ? std::move(generated) : shown_path(request.file);
}

std::vector<std::int64_t> numbers_for(const InputRequest& request, const Sizes& sizes) {
  if (request.file.empty()) return random_numbers(size_of(request, sizes), request.seed);
  std::vector<std::int64_t> values = read_numbers(request.file);
  if (values.size() > sizes.most) {
    throw InputError(shown_path(request.file), 0,
                     fmt::format("it holds {} numbers; the program takes at most {}", values.size(), sizes.most));
  }
  return values;
}

GraphJob::GraphJob(const InputRequest& request, std::uint64_t default_edges)
    : graph_(std::make_shared<const Graph>(
          request.file.empty()
              ? rmat_graph(size_of(request, {default_edges, bytes_an_edge, 0, most_edges}), request.seed)
              : read_graph(request.file, request.format))),
      source_(source_of(request, "R-MAT graph")) {}

InputFacts GraphJob::input() const {
  return {source_, {{"vertices", graph_->vertices}, {"edges", graph_->edges.size()}}, graph_->read_as};
}

}  // namespace pram::programs
