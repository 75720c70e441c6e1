#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "input/text.hpp"

namespace pram::programs {

/// Calls visit(value, line) for every number of a file of whole numbers, any number a line; # and // open comment
/// lines.
/// @throws InputError naming file, line and what is wrong; a file without numbers is wrong too
template <class Visit>
void for_each_number(const std::string& path, Visit visit) {
  const std::string text = read_content(path);
  Scanner scanner(text, shown_path(path));
  bool none = true;
  while (scanner.next_row("#")) {
    while (!scanner.row_done()) visit(scanner.number<std::int64_t>("number"), scanner.line());
    none = false;
  }
  if (none) scanner.fail("it holds no numbers");
}

std::vector<std::int64_t> read_numbers(const std::string& path);

/// Keys of a sort or a histogram as numbers of buckets.
struct Keys {
  std::vector<std::uint32_t> of;     ///< per item: its bucket
  std::vector<std::int64_t> values;  ///< per bucket, ascending: the key that it stands for
};

/// A bucket for each distinct value.
Keys keys_of(const std::vector<std::int64_t>& values);

/// A linked list, or several, from a file with the successor of each node; -1 ends a list.
/// @returns the successor of each node; no_node ends a list
/// @throws InputError also if a successor is no node, two nodes have the same, or some nodes form a cycle
std::vector<std::uint32_t> read_list(const std::string& path);

}  // namespace pram::programs
