#include "array_collectives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "../network_charge.hpp"
#include "../ranks/rank_group.hpp"
#include "general.hpp"

namespace pram::detail {

namespace {

// Words on the host for each word moved: in, out, in place, and the messages of a phase.
constexpr std::uint64_t bytes_a_word = 48;

}  // namespace

CollectiveTotal ArrayCollectives::run(const CollectiveCall& call, const ArrayHandle& from, const ArrayHandle& to) {
  check(call, from, to);
  const std::string name = call.transposed ? "transpose" : to_string(call.operation);
  memory_->check_room(std::max(from.size(), to.size()), bytes_a_word, fmt::format("the {} of {}", name, from.name()));
  if (collectives_ == nullptr) collectives_ = network_.collectives(components_);
  if (collectives_ == nullptr)
    throw Error("network " + network_.name() + ": collectives() returns an object, not null, for the " + name);

  RankGroup* const ranks = memory_->ranks();
  if (ranks != nullptr) ranks->meet();  // none has failed, and all load the same words
  Plan plan = this->plan(call, from, to);
  plan.task.algorithm = call.algorithm;
  std::vector<Word> out(plan.out);
  std::vector<Word> cells(to.size());
  if (plan.out != to.size()) to.load_all(cells.data());
  const CollectiveReport report = collectives_->run(plan.task, plan.in, out);
  if (report.charge > most_charge) throw_charge(network_, report.charge, plan.transmitted);
  if (plan.place.empty()) {
    std::ranges::copy(out, cells.begin() + static_cast<std::ptrdiff_t>(plan.first));
  } else {
    for (std::size_t k = 0; k < out.size(); ++k) cells[plan.place[k]] = out[k];
  }

  CollectiveTotal made;
  made.where = {call.where.file_name(), call.where.line()};
  made.array = from.name();
  made.operation = name;
  made.algorithm = report.algorithm;
  made.times = 1;
  made.words = plan.transmitted;
  made.steps = report.steps;
  made.charge = report.charge;
  made.lower_bound = report.lower_bound;
  if (ranks != nullptr) ranks->meet();
  to.store_all(cells.data());  // last, so that a failure before it changes nothing
  return made;
}

void ArrayCollectives::check(const CollectiveCall& call, const ArrayHandle& from, const ArrayHandle& to) const {
  if (placement_ != Placement::direct) {
    throw ConfigError("placement", to_string(placement_),
                      "direct, where data are exchanged: blocks move from component to component");
  }
  for (const ArrayHandle* const array : {&from, &to}) {
    if (!array->belongs_to(*memory_)) throw ConfigError("array", array->name(), "an array of this machine");
  }
  const bool gathers = call.operation == Collective::gather;
  if (call.root >= components_) {
    throw ConfigError(gathers ? "target" : "source", std::to_string(call.root),
                      fmt::format("a component from 0 to {}", components_ - 1));
  }
  const auto require = [&](std::uint64_t size, const std::string& what) {
    if (to.size() != size) throw ConfigError("to", fmt::format("{} cells", to.size()), what);
  };
  const std::uint64_t n = from.size();
  switch (call.operation) {
    case Collective::broadcast: {
      const std::uint64_t block = block_size(n, call.root);
      require(components_ * block,
              fmt::format("{} cells: a block of {} for each component", components_ * block, block));
      break;
    }
    case Collective::scatter: {
      const std::uint64_t block = block_size(n, call.root);
      require(block, fmt::format("{} cells: as many as the source's block has", block));
      break;
    }
    case Collective::gather:
      if (block_size(to.size(), call.root) != n) {
        throw ConfigError("to", fmt::format("{} cells", to.size()),
                          fmt::format("{} cells: the target's block takes all {}", components_ * n, n));
      }
      break;
    case Collective::all_gather:
      require(components_ * n, fmt::format("{} cells: a block of {} for each component", components_ * n, n));
      break;
    case Collective::all_to_all:
      if (call.transposed) {
        const auto [rows, columns] = *call.transposed;
        if (columns != 0 ? rows != n / columns || n % columns != 0 : n != 0) {
          throw ConfigError("rows x columns", fmt::format("{} x {}", rows, columns),
                            fmt::format("as many elements as the array has cells: {}", n));
        }
      }
      require(n, fmt::format("{} cells, as many as come", n));
      break;
    case Collective::one_to_one: break;  // no call of Machine
  }
}

ArrayCollectives::Plan ArrayCollectives::plan(const CollectiveCall& call, const ArrayHandle& from,
                                              const ArrayHandle& to) const {
  const std::uint64_t n = from.size();
  if (call.transposed) {
    const auto [rows, columns] = *call.transposed;
    std::vector<std::uint32_t> target(n);
    for (std::uint64_t i = 0; i < n; ++i) target[i] = static_cast<std::uint32_t>(i % columns * rows + i / columns);
    return rearrange(from, target);
  }
  if (call.operation == Collective::all_to_all) return rearrange(from, pieces_by_target(n));

  Plan plan;
  plan.task.operation = call.operation;
  plan.task.root = call.root;
  plan.in.resize(n);
  from.load_all(plan.in.data());
  if (call.operation == Collective::broadcast || call.operation == Collective::scatter) {
    const auto begin = plan.in.begin() + static_cast<std::ptrdiff_t>(block_begin(n, call.root));
    plan.in = {begin, begin + static_cast<std::ptrdiff_t>(block_size(n, call.root))};
  }
  const std::uint64_t words = plan.in.size();
  if (call.operation == Collective::broadcast) plan.task.blocks = {{call.root, call.root, words}};
  for (std::uint32_t c = 0; c < components_ && call.operation != Collective::broadcast; ++c) {
    const std::uint32_t sender = call.operation == Collective::scatter ? call.root : c;
    const std::uint32_t receiver = call.operation == Collective::gather ? call.root : c;
    plan.task.blocks.push_back({sender, receiver, block_size(words, c)});
  }
  if (call.operation == Collective::gather) plan.first = block_begin(to.size(), call.root);
  const bool copies = copies_to_all(call.operation);
  plan.out = copies ? words * components_ : words;
  plan.transmitted = plan.out - (copies ? words : block_size(words, call.root));
  return plan;
}

std::vector<std::uint32_t> ArrayCollectives::pieces_by_target(std::uint64_t size) const {
  std::vector<std::uint32_t> piece(size);
  std::vector<std::uint32_t> next(components_ + std::size_t{1});
  for (std::uint32_t c = 0; c < components_; ++c) {
    const std::uint64_t begin = block_begin(size, c);
    const std::uint64_t block = block_size(size, c);
    for (std::uint64_t k = 0; k < block; ++k) {
      piece[begin + k] = home(block, k);
      ++next[piece[begin + k] + 1];
    }
  }
  for (std::uint32_t c = 0; c < components_; ++c) next[c + 1] += next[c];
  for (std::uint32_t& one : piece) one = next[one]++;
  return piece;
}

/// Every word from the component of its cell to that of its target cell.
ArrayCollectives::Plan ArrayCollectives::rearrange(const ArrayHandle& from,
                                                   const std::vector<std::uint32_t>& target) const {
  const std::uint64_t n = from.size();
  Plan plan;
  plan.task.operation = Collective::all_to_all;
  plan.out = n;
  std::vector<Word> cells(n);
  from.load_all(cells.data());
  std::vector<std::uint32_t> order(n);
  for (std::uint32_t i = 0; i < n; ++i) order[i] = i;
  const auto destination = [&](std::uint32_t i) { return home(n, target[i]); };
  std::vector<Word> place(n);
  plan.in.resize(n);
  for (std::uint32_t c = 0; c < components_; ++c) {
    const auto first = static_cast<std::ptrdiff_t>(block_begin(n, c));
    const auto last = static_cast<std::ptrdiff_t>(block_begin(n, c + std::uint64_t{1}));
    if (first == last) continue;
    std::stable_sort(order.begin() + first, order.begin() + last,
                     [&](std::uint32_t a, std::uint32_t b) { return destination(a) < destination(b); });
    for (auto k = static_cast<std::size_t>(first); k < static_cast<std::size_t>(last); ++k) {
      const std::uint32_t to = destination(order[k]);
      const auto& blocks = plan.task.blocks;
      if (blocks.empty() || blocks.back().from != c || blocks.back().to != to) plan.task.blocks.push_back({c, to, 0});
      ++plan.task.blocks.back().words;
      if (to != c) ++plan.transmitted;
      plan.in[k] = cells[order[k]];
      place[k] = target[order[k]];
    }
  }
  plan.place.resize(n);
  deliver(plan.task, place, plan.place);
  return plan;
}

}  // namespace pram::detail
