#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <pram/poll.hpp>
#include <pram/programs/graph.hpp>
#include <pram/programs/program.hpp>

/// What the programs' jobs have in common.
namespace pram::programs {

/// Most processors of a pardo, and so most items of an input.
inline constexpr std::uint64_t most_items = 0xFFFFFFFD;

/// The sizes of a program's generated input, and what each item takes.
struct Sizes {
  std::uint64_t usual;           ///< where --n is not given
  std::uint64_t bytes_each = 0;  ///< of input, shared arrays and processors, at the least
  std::uint64_t least = 0;
  std::uint64_t most = most_items;
};

/// What a processor and a cell take of the host's memory, at the least.
inline constexpr std::uint64_t processor_bytes = 128;
inline constexpr std::uint64_t cell_bytes = sizeof(detail::MemoryCell);

/// --n as asked for, else the program's own.
/// @throws ConfigError if it is not in [least, most]; LimitError if they are beyond the memory limit
std::uint64_t size_of(const InputRequest& request, const Sizes& sizes);

/// What an input is called in reports: its file, or what generated it.
std::string source_of(const InputRequest& request, std::string generated);

/// The numbers of the request's file, or random ones.
/// @throws as size_of and read_numbers do
std::vector<std::int64_t> numbers_for(const InputRequest& request, const Sizes& sizes);

/// A graph program's input.
class GraphJob : public Job {
 public:
  /// Reads the request's file, or makes an R-MAT graph of --n edges.
  /// @param bytes_a_vertex  of shared arrays and processors, at the least
  GraphJob(const InputRequest& request, std::uint64_t default_edges, std::uint64_t bytes_a_vertex);

  InputFacts input() const override;

 protected:
  std::shared_ptr<const Graph> graph_;  // shared with what writes the result

 private:
  std::string source_;
};

/// A writer of values, one a line.
template <class T>
std::function<void(std::ostream&)> one_a_line(std::vector<T> values) {
  return [kept = std::make_shared<const std::vector<T>>(std::move(values))](std::ostream& out) {
    for (const T& value : *kept) out << value << '\n';
  };
}

/// A writer of "name value" lines, name(i) for item i.
template <class Name, class T>
std::function<void(std::ostream&)> named_lines(Name name, std::vector<T> values) {
  return [name = std::move(name), kept = std::make_shared<const std::vector<T>>(std::move(values))](std::ostream& out) {
    for (std::size_t i = 0; i < kept->size(); ++i) out << name(i) << ' ' << (*kept)[i] << '\n';
  };
}

/// Says, to whoever watches, that the program is done.
inline void begin_check() { poll("checking the result"); }

/// Sums wrap, as the machine's do.
constexpr std::int64_t wrapping_sum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

}  // namespace pram::programs
