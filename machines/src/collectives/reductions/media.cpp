#include "media.hpp"

#include <vector>

namespace pram {

namespace {

using Arrival = ReductionExecutor::Arrival;
using RowPairs = std::vector<ReductionExecutor::RowPair>;

}  // namespace

void hear_in_turn(ReductionExecutor& executor, std::uint32_t first, std::uint32_t speakers,
                  const std::function<Blocks(std::uint32_t listener, std::uint32_t speaker)>& taken) {
  const std::uint32_t nodes = executor.nodes();
  const std::uint32_t modules = executor.model().modules;
  const std::vector<VectorRow> below = rows_for_below(executor);
  for (std::uint32_t begin = 0; begin < speakers; begin += modules) {
    executor.begin_step();
    for (std::uint32_t k = begin; k < std::min(speakers, begin + modules); ++k) {
      const std::uint32_t speaker = (first + k) % nodes;
      executor.say(speaker, executor.all());
      for (std::uint32_t listener = 0; listener < nodes; ++listener) {
        if (listener == speaker) continue;
        const Blocks part = taken(listener, speaker);
        if (part.count > 0) executor.take(speaker < listener ? below[listener] : listener, part);
      }
    }
    executor.end_step();
  }
  for (std::uint32_t i = 0; i < nodes; ++i) executor.merge_rows(below[i], i, executor.all());
}

void combine_shares_in_memory(ReductionExecutor& executor) {
  const std::uint32_t nodes = executor.nodes();
  executor.cut(nodes);
  const std::vector<VectorRow> below = rows_for_below(executor);
  std::vector<VectorRow> stored;
  for (std::uint32_t i = 0; i < nodes; ++i) stored.push_back(executor.add_row(executor.memory()));
  in_rounds(executor, 0, [&](std::uint32_t i) { executor.send(i, stored[i], executor.all()); });
  in_rounds(executor, 0, [&](std::uint32_t i) {
    RowPairs others;
    for (std::uint32_t j = 0; j < nodes; ++j) {
      if (j != i) others.push_back({stored[j], j < i ? below[i] : i});
    }
    executor.send_rows(others, {i});
  });
  for (std::uint32_t i = 0; i < nodes; ++i) executor.merge_rows(below[i], i, {i});
}

void share_from_memory(ReductionExecutor& executor) {
  const std::uint32_t nodes = executor.nodes();
  const VectorRow result = executor.add_row(executor.memory());
  in_rounds(executor, 0, [&](std::uint32_t i) { executor.send(i, result, {i}); });
  in_rounds(executor, 0, [&](std::uint32_t i) {
    executor.send(result, i, std::vector<Blocks>{{0, i}, {i + 1, nodes - i - 1}}, Arrival::replaces);
  });
}

void combine_at_target(ReductionExecutor& executor, std::uint32_t target) {
  const std::uint32_t nodes = executor.nodes();
  const VectorRow below = executor.add_row(target);
  RowPairs rows;
  for (std::uint32_t i = 0; i < nodes; ++i) {
    if (i != target) rows.push_back({executor.add_row(executor.memory()), i < target ? below : target});
  }
  in_rounds(executor, 1, [&](std::uint32_t k) {
    const std::uint32_t i = (target + k) % nodes;
    executor.send(i, rows[i < target ? i : i - 1].from, executor.all());
  });
  executor.begin_step();
  executor.send_rows(rows, executor.all());
  executor.end_step();
  executor.merge_rows(below, target, executor.all());
}

void pass_through_memory(ReductionExecutor& executor) {
  const VectorRow stored = executor.add_row(executor.memory());
  for (std::uint32_t i = 0; i + 1 < executor.nodes(); ++i) {
    executor.begin_step();
    executor.send(i, stored, executor.all(), Arrival::replaces);
    executor.end_step();
    executor.begin_step();
    executor.send(stored, i + 1, executor.all());
    executor.end_step();
  }
}

}  // namespace pram
