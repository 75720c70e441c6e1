#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace pram::test {

/// A random trace that can be run: messages have receives, and operations wait for such of their rank as were made
/// before them.
/// @param tags  so many of each pair of ranks, so that messages may match several receives, and a trace may wait for
///              ever; 0: each message has its own, and the trace ends unless long messages wait for their receivers
inline std::string random_goal(std::mt19937_64& random, std::uint32_t most_ranks, std::uint64_t most_bytes,
                               std::uint64_t tags) {
  const auto below = [&](std::uint64_t n) { return random() % n; };
  const std::uint64_t ranks = 1 + below(most_ranks);
  std::vector<std::vector<std::string>> lines(ranks);
  std::vector<std::uint64_t> operations(ranks, 0);
  const auto add = [&](std::uint64_t rank, const std::string& what) {
    const std::uint64_t number = operations[rank]++;
    std::string text = fmt::format("l{}: {}", number, what);
    if (below(4) == 0) text += fmt::format(" cpu {}", below(3));
    if (what.find('b') != std::string::npos && below(4) == 0) text += fmt::format(" nic {}", below(2));
    lines[rank].push_back(text);
    for (std::uint64_t k = 0; number > 0 && k < below(3); ++k) {
      lines[rank].push_back(fmt::format("l{} {}requires l{}", number, below(4) == 0 ? "i" : "", below(number)));
    }
  };
  for (std::uint64_t steps = 1 + below(30); steps > 0; --steps) {
    if (below(3) == 0) {
      add(below(ranks), fmt::format("calc {}", 1 + below(100'000)));
      continue;
    }
    const std::uint64_t from = below(ranks);
    const std::uint64_t to = below(ranks);
    const std::uint64_t tag = tags > 0 ? below(tags) : steps;
    // The same size for all messages of a channel, as any of them may match any receive.
    const std::uint64_t size = (from * 7919 + to * 104'729 + tag * 31) % (most_bytes + 1);
    add(from, fmt::format("send {}b to {} tag {}", size, to, tag));
    add(to, fmt::format("recv {}b from {} tag {}", size, from, tag));
  }
  std::string text = fmt::format("num_ranks {}\n", ranks);
  for (std::uint64_t rank = 0; rank < ranks; ++rank) {
    if (lines[rank].empty()) continue;
    text += fmt::format("rank {} {{\n", rank);
    for (const std::string& line : lines[rank]) text += line + "\n";
    text += "}\n";
  }
  return text;
}

}  // namespace pram::test
