#include "scheduled_exchange.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace pram {

namespace {

/// A task as the table of algorithms has it: blocks of one size.
struct PaddedTask {
  ExchangeTask task;
  std::uint64_t block = 0;  ///< words of each
  bool padded = false;      ///< some block is smaller
};

bool worthwhile(std::uint64_t words, std::uint64_t padded) { return padded <= 2 * words; }

class ScheduledExchange final : public DataExchange {
 public:
  ScheduledExchange(ExchangeModel model, std::unique_ptr<DataExchange> general)
      : model_(std::move(model)), general_(std::move(general)) {}

  DataExchangeReport run(const DataExchangeTask& task, std::span<const Word> in, std::span<Word> out) override {
    const std::optional<PaddedTask> padded = pad(task, in.size());
    const ExchangeAlgorithm* const algorithm = padded ? best_algorithm(model_, padded->task) : nullptr;
    if (algorithm == nullptr) return general_->run(task, in, out);
    ExchangeData received;
    const ExchangeCost cost = algorithm->run(model_, padded->task, spread(task, *padded, in), received);
    collect(task, *padded, received, out);
    DataExchangeReport report;
    report.algorithm = algorithm->name;
    report.steps = cost.steps;
    const double time = cost.time(model_);
    report.charge = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(time - 1e-9 * time)));
    if (!padded->padded) report.lower_bound = exchange_lower_bound(model_, padded->task);
    return report;
  }

 private:
  /// None where nothing moves, or too little of it would be data.
  std::optional<PaddedTask> pad(const DataExchangeTask& task, std::uint64_t words) const {
    const std::uint64_t nodes = model_.nodes;
    const auto& blocks = task.blocks;
    if (nodes == 1 || words == 0) return std::nullopt;
    PaddedTask made;
    if (task.movement == DataMovement::broadcast) {
      made.block = words;
      made.task = {ExchangeOperation::broadcast, words, blocks.front().from, 0};
      return made;
    }
    for (const DataBlock& block : blocks) made.block = std::max(made.block, block.words);
    const auto all = [&](auto member) {
      return std::ranges::all_of(blocks,
                                 [&](const DataBlock& block) { return block.*member == blocks.front().*member; });
    };
    std::uint64_t count = nodes;
    if (task.movement == DataMovement::all_gather) {
      made.task.operation = ExchangeOperation::all_gather;
    } else if (std::ranges::all_of(blocks, [](const DataBlock& b) { return b.from == b.to || b.words == 0; })) {
      return std::nullopt;
    } else if (all(&DataBlock::from)) {
      made.task.operation = ExchangeOperation::scatter;
      made.task.source = blocks.front().from;
    } else if (all(&DataBlock::to)) {
      made.task.operation = ExchangeOperation::gather;
      made.task.target = blocks.front().to;
    } else {
      made.task.operation = ExchangeOperation::all_to_all;
      count = nodes * nodes;
    }
    made.task.words = made.block * count;
    made.padded = made.task.words != words;
    if (!worthwhile(words, made.task.words)) return std::nullopt;
    return made;
  }

  /// Words of each node, every block at its place.
  ExchangeData spread(const DataExchangeTask& task, const PaddedTask& padded, std::span<const Word> in) const {
    ExchangeData data(model_.nodes);
    if (task.movement == DataMovement::broadcast) {
      data[padded.task.source].assign(in.begin(), in.end());
      return data;
    }
    const bool many =
        padded.task.operation == ExchangeOperation::scatter || padded.task.operation == ExchangeOperation::all_to_all;
    for (std::uint32_t node = 0; node < model_.nodes; ++node) {
      const bool holds = padded.task.operation != ExchangeOperation::scatter || node == padded.task.source;
      if (holds) data[node].resize(padded.block * (many ? model_.nodes : 1));
    }
    for (const DataBlock& block : task.blocks) {
      const std::uint64_t place = many ? block.to * padded.block : 0;
      std::ranges::copy(in.first(block.words), data[block.from].begin() + static_cast<std::ptrdiff_t>(place));
      in = in.subspan(block.words);
    }
    return data;
  }

  /// What arrived, without the padding.
  void collect(const DataExchangeTask& task, const PaddedTask& padded, const ExchangeData& received,
               std::span<Word> out) const {
    auto next = out.begin();
    const auto take = [&](std::uint32_t node, std::uint64_t place, std::uint64_t words) {
      const auto first = received[node].begin() + static_cast<std::ptrdiff_t>(place);
      next = std::copy(first, first + static_cast<std::ptrdiff_t>(words), next);
    };
    if (task.movement != DataMovement::blocks) {
      for (std::uint32_t node = 0; node < model_.nodes; ++node) {
        for (const DataBlock& block : task.blocks) {
          const bool gathers = task.movement == DataMovement::all_gather;
          take(node, gathers ? block.from * padded.block : 0, block.words);
        }
      }
      return;
    }
    std::vector<DataBlock> blocks = task.blocks;
    std::ranges::stable_sort(blocks, {}, &DataBlock::to);
    const bool scatters = padded.task.operation == ExchangeOperation::scatter;
    for (const DataBlock& block : blocks) take(block.to, scatters ? 0 : block.from * padded.block, block.words);
  }

  ExchangeModel model_;
  std::unique_ptr<DataExchange> general_;
};

}  // namespace

std::unique_ptr<DataExchange> make_scheduled_exchange(ExchangeModel model, std::unique_ptr<DataExchange> general) {
  return std::make_unique<ScheduledExchange>(std::move(model), std::move(general));
}

}  // namespace pram
