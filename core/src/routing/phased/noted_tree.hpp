#pragma once

#include <cstdint>

#include <pram/detail/memory_account.hpp>
#include <pram/detail/operation.hpp>
#include <pram/detail/routing/asynchronous.hpp>

namespace pram::detail {

/// What a component writes into a cell first in a step.
struct FirstWrite {
  Word value;
  std::uint32_t processor;
};

/// A step's messages with the writes that they may bring home, where the first to arrive wins.
struct NotedTree : MessageTree {
  bool first_wins = false;
  CountedVector<FirstWrite>
      writes;  ///< if first_wins: per message of the first phase; of other requests without meaning

  void clear(std::uint32_t components_now, std::size_t phases_now) {
    MessageTree::clear(components_now, phases_now);
    writes.clear();
  }
};

}  // namespace pram::detail
