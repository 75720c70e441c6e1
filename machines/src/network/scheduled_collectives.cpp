#include "scheduled_collectives.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pram/error.hpp>
#include <pram/registry.hpp>

namespace pram {

namespace {

/// A task for the table of algorithms: all its blocks have one size.
struct PaddedTask {
  CollectiveTask task;
  std::uint64_t block = 0;  ///< words of each block
  bool padded = false;      ///< some block has fewer words
};

constexpr const char* automatic = "auto";
/// The most words of an algorithm that was asked for, if most of them are no data.
constexpr std::uint64_t most_padded = std::uint64_t{1} << 24;

bool worthwhile(std::uint64_t words, std::uint64_t padded) { return padded <= 2 * words; }

class ScheduledCollectives final : public Collectives {
 public:
  ScheduledCollectives(CollectiveModel model, std::unique_ptr<Collectives> general)
      : model_(std::move(model)), general_(std::move(general)) {}

  CollectiveReport run(const CollectiveBlocks& task, std::span<const Word> in, std::span<Word> out) override {
    const std::optional<PaddedTask> padded = pad(task, in.size());
    const CollectiveAlgorithm* const algorithm = algorithm_of(task, padded, in.size());
    if (algorithm == nullptr) return general_->run(general_task(task), in, out);
    if (algorithm->planned && same_name(task.algorithm, automatic)) {
      CollectiveReport phases = general_->run(task, in, out);
      if (phases.charge <= charge_of(algorithm->formula(model_, padded->task).time)) return phases;
    }
    CollectiveData received;
    const CollectiveCost cost = algorithm->run(model_, padded->task, spread(task, *padded, in), received);
    collect(task, *padded, received, out);
    CollectiveReport report;
    report.algorithm = algorithm->name;
    report.steps = cost.steps;
    report.charge = charge_of(cost.time(model_));
    if (!padded->padded) report.lower_bound = collective_lower_bound(model_, padded->task);
    return report;
  }

 private:
  static std::uint64_t charge_of(double time) {
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(time - 1e-9 * time)));
  }

  /// The algorithm that the task asks for, or the one that costs least. Null: the general ones serve, as where nothing
  /// moves, or where too few of the words would be data.
  const CollectiveAlgorithm* algorithm_of(const CollectiveBlocks& task, const std::optional<PaddedTask>& padded,
                                          std::uint64_t words) const {
    if (same_name(task.algorithm, automatic))
      return padded && worthwhile(words, padded->task.words) ? best_algorithm(model_, padded->task) : nullptr;
    const CollectiveAlgorithm* const named = named_algorithm(task);
    if (named == nullptr || !padded) return nullptr;
    if (padded->task.words > most_padded && !worthwhile(words, padded->task.words)) {
      throw ConfigError("algorithm", task.algorithm,
                        fmt::format("{} or direct for blocks of lengths that differ so much: {} words would become {}",
                                    automatic, words, padded->task.words));
    }
    if (!named->fits(model_, padded->task)) {
      std::vector<std::string> fitting = {automatic};
      for (const CollectiveAlgorithm* const one : algorithms_for(model_, padded->task)) fitting.push_back(one->name);
      throw ConfigError("algorithm", task.algorithm,
                        fmt::format("one that runs on {} for blocks of {} words: {}", model_.network, padded->block,
                                    fmt::join(fitting, ", ")));
    }
    return named;
  }

  /// The one of the table that a task names, with or without its operation. Null if it is one of the general ones.
  static const CollectiveAlgorithm* named_algorithm(const CollectiveBlocks& task) {
    const std::string operation = to_string(task.operation) + "-";
    std::vector<std::string> known = phase_algorithms(task.operation);
    for (const std::string& name : known) {
      if (same_name(name, task.algorithm)) return nullptr;
    }
    known.insert(known.begin(), automatic);
    std::vector<std::string> without_operation;
    for (const CollectiveAlgorithm& one : collective_algorithms().entries()) {
      if (one.operation != task.operation) continue;
      known.push_back(one.name);
      if (same_name(one.name, task.algorithm)) return &one;
      if (!one.name.starts_with(operation)) continue;
      without_operation.push_back(one.name.substr(operation.size()));
      if (same_name(without_operation.back(), task.algorithm)) return &one;
    }
    throw ConfigError("algorithm", task.algorithm, allowed_names(task.algorithm, known, without_operation));
  }

  /// The task for the general algorithms, of which a name of the table is none.
  static CollectiveBlocks general_task(CollectiveBlocks task) {
    const std::vector<std::string> known = phase_algorithms(task.operation);
    const auto named = [&](const std::string& name) { return same_name(name, task.algorithm); };
    if (std::ranges::none_of(known, named)) task.algorithm = automatic;
    return task;
  }

  /// None if nothing moves, or if there are no such numbers of words.
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
    if (made.block > std::numeric_limits<std::uint64_t>::max() / count) return std::nullopt;
    made.task.words = made.block * count;
    made.padded = made.task.words != words;
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
