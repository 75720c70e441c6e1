#include "job.hpp"

#include <fmt/format.h>

#include "input/generate.hpp"
#include "input/numbers.hpp"
#include "input/text.hpp"

namespace pram::programs {

namespace {

std::string range_phrase(std::uint64_t least, std::uint64_t most) {
  return fmt::format("a whole number from {} to {}", least, most);
}

}  // namespace

std::uint64_t size_of(const InputRequest& request, std::uint64_t default_size, std::uint64_t least,
                      std::uint64_t most) {
  const std::uint64_t size = request.size.value_or(default_size);
  if (size < least || size > most) throw ConfigError("--n", std::to_string(size), range_phrase(least, most));
  return size;
}

std::string source_of(const InputRequest& request, std::string generated) {
  return request.file.empty() ? std::move(generated) : shown_path(request.file);
}

std::vector<std::int64_t> numbers_for(const InputRequest& request, std::uint64_t default_size, std::uint64_t least,
                                      std::uint64_t most) {
  if (request.file.empty()) return random_numbers(size_of(request, default_size, least, most), request.seed);
  std::vector<std::int64_t> values = read_numbers(request.file);
  if (values.size() > most) {
    throw InputError(shown_path(request.file), 0,
                     fmt::format("it holds {} numbers; the program takes at most {}", values.size(), most));
  }
  return values;
}

GraphJob::GraphJob(const InputRequest& request, std::uint64_t default_edges)
    : graph_(std::make_shared<const Graph>(
          request.file.empty() ? rmat_graph(size_of(request, default_edges, 0, most_edges), request.seed)
                               : read_graph(request.file))),
      source_(source_of(request, "R-MAT graph")) {}

InputFacts GraphJob::input() const {
  return {source_, {{"vertices", graph_->vertices}, {"edges", graph_->edges.size()}}};
}

}  // namespace pram::programs
