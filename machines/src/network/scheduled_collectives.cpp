#include "scheduled_collectives.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace pram {

namespace {

/// A task for the table of algorithms: all its blocks have one size.
struct PaddedTask {
  CollectiveTask task;
  std::uint64_t block = 0;  ///< words of each block
  bool padded = false;      ///< some block has fewer words
};

bool worthwhile(std::uint64_t words, std::uint64_t padded) { return padded <= 2 * words; }

class ScheduledCollectives final : public Collectives {
 public:
  ScheduledCollectives(CollectiveModel model, std::unique_ptr<Collectives> general)
      : model_(std::move(model)), general_(std::move(general)) {}

  CollectiveReport run(const CollectiveBlocks& task, std::span<const Word> in, std::span<Word> out) override {
    const std::optional<PaddedTask> padded = pad(task, in.size());
    const CollectiveAlgorithm* const algorithm = padded ? best_algorithm(model_, padded->task) : nullptr;
    if (algorithm == nullptr) return general_->run(task, in, out);
    CollectiveData received;
    const CollectiveCost cost = algorithm->run(model_, padded->task, spread(task, *padded, in), received);
    collect(task, *padded, received, out);
    CollectiveReport report;
    report.algorithm = algorithm->name;
    report.steps = cost.steps;
    const double time = cost.time(model_);
    report.charge = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(time - 1e-9 * time)));
    if (!padded->padded) report.lower_bound = collective_lower_bound(model_, padded->task);
    return report;
  }

 private:
  /// No algorithm if nothing moves, or if too few of the words would be data.
  std::optional<PaddedTask> pad(const CollectiveBlocks& task, std::uint64_t words) const {
    const std::uint64_t nodes = model_.nodes;
    if (nodes == 1 || words == 0) return std::nullopt;
    const auto stays = [](const CollectiveBlock& block) { return block.from == block.to || block.words == 0; };
    if (!copies_to_all(task.operation) && std::ranges::all_of(task.blocks, stays)) return std::nullopt;
    PaddedTask made{.task = {task.operation, 0, 0, 0}};
    (task.operation == Collective::gather ? made.task.target : made.task.source) = task.root;
    for (const CollectiveBlock& block : task.blocks) made.block = std::max(made.block, block.words);
    const std::uint64_t count = task.operation == Collective::broadcast    ? 1
                                : task.operation == Collective::all_to_all ? nodes * nodes
                                                                           : nodes;
    made.task.words = made.block * count;
    made.padded = made.task.words != words;
    if (!worthwhile(words, made.task.words)) return std::nullopt;
    return made;
  }

  /// The words of each node, every block at its place.
  CollectiveData spread(const CollectiveBlocks& task, const PaddedTask& padded, std::span<const Word> in) const {
    CollectiveData data(model_.nodes);
    if (task.operation == Collective::broadcast) {
      data[task.root].assign(in.begin(), in.end());
      return data;
    }
    const bool scatters = task.operation == Collective::scatter;
    const bool many = scatters || task.operation == Collective::all_to_all;
    for (std::uint32_t node = 0; node < model_.nodes; ++node) {
      if (!scatters || node == task.root) data[node].resize(padded.block * (many ? model_.nodes : 1));
    }
    for (const CollectiveBlock& block : task.blocks) {
      const std::uint64_t place = many ? block.to * padded.block : 0;
      std::ranges::copy(in.first(block.words), data[block.from].begin() + static_cast<std::ptrdiff_t>(place));
      in = in.subspan(block.words);
    }
    return data;
  }

  /// The words that arrived, without the padding.
  void collect(const CollectiveBlocks& task, const PaddedTask& padded, const CollectiveData& received,
               std::span<Word> out) const {
    auto next = out.begin();
    const bool one_origin = task.operation == Collective::broadcast || task.operation == Collective::scatter;
    const auto take = [&](std::uint32_t node, const CollectiveBlock& block) {
      const std::uint64_t place = one_origin ? 0 : block.from * padded.block;
      const auto first = received[node].begin() + static_cast<std::ptrdiff_t>(place);
      next = std::copy(first, first + static_cast<std::ptrdiff_t>(block.words), next);
    };
    if (copies_to_all(task.operation)) {
      for (std::uint32_t node = 0; node < model_.nodes; ++node) {
        for (const CollectiveBlock& block : task.blocks) take(node, block);
      }
      return;
    }
    std::vector<CollectiveBlock> blocks = task.blocks;
    std::ranges::stable_sort(blocks, {}, &CollectiveBlock::to);
    for (const CollectiveBlock& block : blocks) take(block.to, block);
  }

  CollectiveModel model_;
  std::unique_ptr<Collectives> general_;
};

}  // namespace

std::unique_ptr<Collectives> make_scheduled_collectives(CollectiveModel model, std::unique_ptr<Collectives> general) {
  return std::make_unique<ScheduledCollectives>(std::move(model), std::move(general));
}

}  // namespace pram
