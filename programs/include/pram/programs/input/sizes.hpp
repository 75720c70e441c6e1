#pragma once

#include <cstdint>
#include <string>

#include <pram/programs/input/graph.hpp>
#include <pram/programs/program.hpp>

/// The sizes of inputs, and what they take of the host's memory.
namespace pram::programs {

/// The most processors of a pardo, and so the most items of an input.
inline constexpr std::uint64_t most_items = 0xFFFFFFFD;

/// The least memory of the host that a processor and a cell take, in bytes.
inline constexpr std::uint64_t processor_bytes = 128;
inline constexpr std::uint64_t cell_bytes = sizeof(detail::NarrowCell);

/// The sizes of a program's input, and what each item takes.
struct Sizes {
  std::uint64_t usual = 4096;  ///< the size if --n is not given
  /// The least bytes that input, shared arrays and processors take for an item; of a graph: for an edge.
  std::uint64_t bytes_each = 0;
  std::uint64_t bytes_a_vertex = 0;  ///< of a graph: the same for a vertex
  std::uint64_t least = 0;
  std::uint64_t most = most_items;
  bool power_of_two = false;
  std::uint64_t tested = 0;  ///< the largest size that the conformance test sweeps; 0: half of the usual one
};

/// The size that --n asks for, else the usual size of the program.
/// @throws ConfigError if it is not allowed; LimitError if so many items go beyond the memory limit
std::uint64_t size_of(const InputRequest& request, const Sizes& sizes);

/// Checks that the items fit into the memory limit.
/// @param what  takes the memory, for errors: "--n 1000"
/// @throws LimitError if `size` items of `bytes_each` go beyond the memory limit of the request
void check_room(const std::string& what, std::uint64_t size, std::uint64_t bytes_each, const InputRequest& request);

/// Checks that a program takes as many items as a file holds, and that they fit into the memory limit.
/// @param items  "numbers"
/// @throws InputError, LimitError
void check_items(const InputRequest& request, const Sizes& sizes, std::uint64_t count, const char* items);

}  // namespace pram::programs
