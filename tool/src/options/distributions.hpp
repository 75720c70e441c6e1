#pragma once

#include <cstdint>
#include <string>
#include <vector>

/// Ways to deal different numbers of words to nodes.
namespace pram::tool {

/// A way to deal words to nodes. All words are dealt.
struct Distribution {
  const char* name;
  const char* what;
  std::vector<std::uint64_t> (*counts)(std::uint64_t words, std::uint32_t nodes);
};

/// linear, halves, one.
const std::vector<Distribution>& distributions();
std::vector<std::string> distribution_names();

}  // namespace pram::tool
