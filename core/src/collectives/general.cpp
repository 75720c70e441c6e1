#include "general.hpp"

#include <pram/network.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <pram/error.hpp>
#include <pram/registry.hpp>

#include "../transfer_phase.hpp"

namespace pram {

namespace detail {

namespace {

constexpr const char* automatic = "auto";
constexpr const char* direct = "direct";
constexpr const char* doubling = "recursive-doubling";
constexpr const char* gathering = "scatter-all-gather";

class GeneralCollectives final : public Collectives {
 public:
  GeneralCollectives(Network& network, std::uint32_t components) : network_(network), components_(components) {
    phase_.begin(components);
  }

  CollectiveReport run(const CollectiveBlocks& task, std::span<const Word> in, std::span<Word> out) override {
    const std::string algorithm = algorithm_of(task);
    deliver(task, in, out);
    if (task.operation == Collective::broadcast) return broadcast(task.blocks.front(), algorithm);
    for (const CollectiveBlock& block : task.blocks) {
      if (task.operation == Collective::all_gather) {
        send_to_all(block);
      } else {
        add(block.from, block.to, block.words);
      }
    }
    return one_phase();
  }

 private:
  /// By ascending `from`.
  void add(std::uint32_t from, std::uint32_t to, std::uint64_t words) {
    phase_.add(from, to, words, network_.wants_messages());
  }
  /// Sends what was added. @returns the charge; 0 if there was nothing to send
  std::uint64_t send() {
    const std::uint64_t charge = phase_.charge(network_);
    phase_.begin(components_);
    return charge;
  }

  CollectiveReport one_phase() {
    const std::uint64_t charge = send();
    return {direct, charge > 0 ? std::uint64_t{1} : 0, charge};
  }

  void send_to_all(const CollectiveBlock& block) {
    if (block.words == 0) return;
    for (std::uint32_t to = 0; to < components_; ++to) add(block.from, to, block.words);
  }

  /// As its table has it, or automatic.
  static std::string algorithm_of(const CollectiveBlocks& task) {
    std::vector<std::string> known = phase_algorithms(task.operation);
    known.insert(known.begin(), automatic);
    for (const std::string& name : known) {
      if (same_name(name, task.algorithm)) return name;
    }
    throw ConfigError("algorithm", task.algorithm, allowed_names(task.algorithm, known));
  }

  /// By one phase, log2 p phases, or scatter and all-gather; or by the cheapest of the three.
  CollectiveReport broadcast(const CollectiveBlock& block, const std::string& algorithm) {
    if (algorithm == doubling) return by_doubling(block);
    if (algorithm == gathering) return by_gathering(block);
    send_to_all(block);
    CollectiveReport best = one_phase();
    if (algorithm == direct) return best;
    for (const auto method : {&GeneralCollectives::by_doubling, &GeneralCollectives::by_gathering}) {
      CollectiveReport other = (this->*method)(block);
      if (other.charge < best.charge) best = std::move(other);
    }
    return best;
  }

  /// In every phase each component that has the block sends it to one that has not.
  CollectiveReport by_doubling(const CollectiveBlock& block) {
    CollectiveReport report{doubling, 0, 0};
    const auto node = [&](std::uint64_t rank) { return static_cast<std::uint32_t>((rank + block.from) % components_); };
    for (std::uint64_t have = 1; have < components_; have *= 2) {
      std::vector<std::pair<std::uint32_t, std::uint32_t>> transfers;
      for (std::uint64_t rank = 0; rank < std::min(have, components_ - have); ++rank)
        transfers.emplace_back(node(rank), node(rank + have));
      std::ranges::sort(transfers);
      for (const auto& [from, to] : transfers) add(from, to, block.words);
      report.charge += send();
      ++report.steps;
    }
    return report;
  }

  /// Every component gets a share of the block, and then gives it to all.
  CollectiveReport by_gathering(const CollectiveBlock& block) {
    const auto share = [&](std::uint64_t k) {
      return block.words * (k + 1) / components_ - block.words * k / components_;
    };
    for (std::uint32_t to = 0; to < components_; ++to) add(block.from, to, share(to));
    const std::uint64_t charge = send();
    for (std::uint32_t from = 0; from < components_; ++from) send_to_all({from, from, share(from)});
    return {gathering, 2, charge + send()};
  }

  Network& network_;
  std::uint32_t components_;
  TransferPhase phase_;
};

}  // namespace

void deliver(const CollectiveBlocks& task, std::span<const Word> in, std::span<Word> out) {
  if (copies_to_all(task.operation)) {
    for (auto to = out.begin(); to != out.end() && !in.empty(); to += static_cast<std::ptrdiff_t>(in.size()))
      std::ranges::copy(in, to);
    return;
  }
  std::vector<std::uint32_t> order(task.blocks.size());
  std::vector<std::uint64_t> first(task.blocks.size());
  std::uint64_t words = 0;
  for (std::uint32_t k = 0; k < order.size(); ++k) {
    order[k] = k;
    first[k] = words;
    words += task.blocks[k].words;
  }
  std::ranges::stable_sort(order, {}, [&](std::uint32_t k) { return task.blocks[k].to; });
  auto to = out.begin();
  for (const std::uint32_t k : order) to = std::ranges::copy(in.subspan(first[k], task.blocks[k].words), to).out;
}

}  // namespace detail

std::vector<std::string> phase_algorithms(Collective operation) {
  if (operation == Collective::broadcast) return {detail::direct, detail::doubling, detail::gathering};
  return {detail::direct};
}

std::unique_ptr<Collectives> Network::collectives(std::uint32_t components) {
  return std::make_unique<detail::GeneralCollectives>(*this, components);
}

}  // namespace pram
