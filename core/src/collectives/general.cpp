#include "general.hpp"

#include <pram/network.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include "../network_charge.hpp"

namespace pram {

namespace detail {

namespace {

constexpr const char* direct = "direct";
constexpr const char* doubling = "recursive-doubling";
constexpr const char* gathering = "scatter-all-gather";

/// Words that components send and receive in one phase, one message each. Words that stay at home are none.
class Phase {
 public:
  Phase(Network& network, std::uint32_t components) : network_(network), sent_(components), received_(components) {}

  /// By ascending `from`.
  void add(std::uint32_t from, std::uint32_t to, std::uint64_t words) {
    if (from == to || words == 0) return;
    messages_ += words;
    sent_[from] += words;
    received_[to] += words;
    if (!network_.wants_messages()) return;
    source_.insert(source_.end(), words, from);
    destination_.insert(destination_.end(), words, to);
  }

  /// Sends what was added. @returns the charge; 0 if there was nothing to send
  std::uint64_t send() {
    if (messages_ == 0) return 0;
    const auto most = [](const auto& words) { return static_cast<std::uint32_t>(*std::ranges::max_element(words)); };
    const Traffic traffic{
        static_cast<std::uint32_t>(sent_.size()), messages_, most(sent_), most(received_), source_, destination_};
    const std::uint64_t charge = charge_of(network_, traffic);
    messages_ = 0;
    std::ranges::fill(sent_, 0);
    std::ranges::fill(received_, 0);
    source_.clear();
    destination_.clear();
    return charge;
  }

 private:
  Network& network_;
  std::uint64_t messages_ = 0;
  std::vector<std::uint64_t> sent_;
  std::vector<std::uint64_t> received_;
  std::vector<std::uint32_t> source_;
  std::vector<std::uint32_t> destination_;
};

class GeneralCollectives final : public Collectives {
 public:
  GeneralCollectives(Network& network, std::uint32_t components)
      : components_(components), phase_(network, components) {}

  CollectiveReport run(const CollectiveBlocks& task, std::span<const Word> in, std::span<Word> out) override {
    deliver(task, in, out);
    if (task.operation == Collective::broadcast) return broadcast(task.blocks.front());
    for (const CollectiveBlock& block : task.blocks) {
      if (task.operation == Collective::all_gather) {
        send_to_all(block);
      } else {
        phase_.add(block.from, block.to, block.words);
      }
    }
    return one_phase();
  }

 private:
  CollectiveReport one_phase() {
    const std::uint64_t charge = phase_.send();
    return {direct, charge > 0 ? std::uint64_t{1} : 0, charge};
  }

  void send_to_all(const CollectiveBlock& block) {
    if (block.words == 0) return;
    for (std::uint32_t to = 0; to < components_; ++to) phase_.add(block.from, to, block.words);
  }

  /// The cheapest of three ways: one phase, log2 p phases, or scatter and all-gather.
  CollectiveReport broadcast(const CollectiveBlock& block) {
    send_to_all(block);
    CollectiveReport best = one_phase();
    for (const auto way : {&GeneralCollectives::by_doubling, &GeneralCollectives::by_gathering}) {
      CollectiveReport other = (this->*way)(block);
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
      for (const auto& [from, to] : transfers) phase_.add(from, to, block.words);
      report.charge += phase_.send();
      ++report.steps;
    }
    return report;
  }

  /// Every component gets a share of the block, and then gives it to all.
  CollectiveReport by_gathering(const CollectiveBlock& block) {
    const auto share = [&](std::uint64_t k) {
      return block.words * (k + 1) / components_ - block.words * k / components_;
    };
    for (std::uint32_t to = 0; to < components_; ++to) phase_.add(block.from, to, share(to));
    const std::uint64_t charge = phase_.send();
    for (std::uint32_t from = 0; from < components_; ++from) send_to_all({from, from, share(from)});
    return {gathering, 2, charge + phase_.send()};
  }

  std::uint32_t components_;
  Phase phase_;
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

std::unique_ptr<Collectives> Network::collectives(std::uint32_t components) {
  return std::make_unique<detail::GeneralCollectives>(*this, components);
}

}  // namespace pram
