#pragma once

#include <cstdint>
#include <string>

#include <pram/programs/input_graph.hpp>
#include <pram/programs/program.hpp>

/// The sizes of inputs, and what they take of the host's memory.
namespace pram::programs {

/// Most processors of a pardo, and so most items of an input.
inline constexpr std::uint64_t most_items = 0xFFFFFFFD;

/// What a processor and a cell take of the host's memory, at the least.
inline constexpr std::uint64_t processor_bytes = 128;
inline constexpr std::uint64_t cell_bytes = sizeof(detail::MemoryCell);

/// The sizes of a program's input, and what each item takes.
struct Sizes {
  std::uint64_t usual;               ///< where --n is not given
  std::uint64_t bytes_each = 0;      ///< of input, shared arrays and processors, at the least; of a graph, an edge's
  std::uint64_t bytes_a_vertex = 0;  ///< of a graph, the same for a vertex
  std::uint64_t least = 0;
  std::uint64_t most = most_items;
  bool power_of_two = false;
};

/// --n as asked for, else the program's own.
/// @throws ConfigError if it is not allowed; LimitError if so many are beyond the memory limit
std::uint64_t size_of(const InputRequest& request, const Sizes& sizes);

/// @param what  takes the memory, for errors: "--n 1000"
/// @throws LimitError if `size` items of `bytes_each` are beyond the request's memory limit
void check_room(const std::string& what, std::uint64_t size, std::uint64_t bytes_each, const InputRequest& request);

}  // namespace pram::programs
