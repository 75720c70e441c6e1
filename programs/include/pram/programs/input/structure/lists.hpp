#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <pram/detail/no_node.hpp>
#include <pram/programs/input/kind.hpp>

namespace pram::programs {

/// A linked list, or several, from a file with the successor of each node; -1 ends a list.
/// @param memory_limit  bytes; 0: default_memory_limit()
/// @returns the successor of each node; no_node ends a list
/// @throws InputError also if a successor is no node, two nodes have the same, or some nodes form a cycle
std::vector<std::uint32_t> read_list(const std::string& path, std::uint64_t memory_limit = 0);

/// One list of n nodes in random order: the successor of each node, no_node for the last.
std::vector<std::uint32_t> random_list(std::uint32_t n, std::uint64_t seed);

/// Disjoint linked lists: the successor of each node, no_node for the last of a list.
struct LinkedLists {
  using Value = std::vector<std::uint32_t>;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes&) { return read_list(request.file, request.memory_limit); }
  static InputSizes sizes(const Value& next) { return {{"n", next.size()}}; }
};

/// Directed cycles, generated as one of n nodes: the successor of each node. A file has these, and its cycles may be
/// several.
struct Cycles {
  using Value = std::vector<std::uint32_t>;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also if a successor is no node or the node itself, or if two nodes have the same one
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& next) { return {{"n", next.size()}}; }
};

extern template const UntypedKind& untyped_kind<LinkedLists>();
extern template const UntypedKind& untyped_kind<Cycles>();

}  // namespace pram::programs
