#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "input/memory_room.hpp"
#include "input/text.hpp"

namespace pram::programs {

/// Calls visit for every number of a file of whole numbers, any number a line; # and // open comment
/// lines.
/// @param memory_limit  most bytes that the text may take, and what visit asks its room for: visit(value, line, room);
///                      0: default_memory_limit()
/// @throws InputError naming file, line and what is wrong; a file without numbers is wrong too. LimitError
template <class Visit>
void for_each_number(const std::string& path, std::uint64_t memory_limit, Visit visit) {
  const std::string text = read_content(path, memory_limit);
  MemoryRoom room(shown_path(path), memory_limit);
  room.take(text.size());
  Scanner scanner(text, shown_path(path));
  bool none = true;
  while (scanner.next_row("#")) {
    while (!scanner.row_done()) visit(scanner.number<std::int64_t>("number"), scanner.line(), room);
    none = false;
  }
  if (none) scanner.fail("it holds no numbers");
}

/// @param memory_limit  bytes; 0: default_memory_limit()
/// @throws InputError, LimitError
std::vector<std::int64_t> read_numbers(const std::string& path, std::uint64_t memory_limit = 0);

/// Keys of a sort or a histogram as numbers of buckets.
struct Keys {
  std::vector<std::uint32_t> of;     ///< per item: its bucket
  std::vector<std::int64_t> values;  ///< per bucket, ascending: the key that it stands for
};

/// A bucket for each distinct value.
Keys keys_of(const std::vector<std::int64_t>& values);

/// A linked list, or several, from a file with the successor of each node; -1 ends a list.
/// @param memory_limit  bytes; 0: default_memory_limit()
/// @returns the successor of each node; no_node ends a list
/// @throws InputError also if a successor is no node, two nodes have the same, or some nodes form a cycle
std::vector<std::uint32_t> read_list(const std::string& path, std::uint64_t memory_limit = 0);

}  // namespace pram::programs
