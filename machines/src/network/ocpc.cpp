#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <pram/detail/random/seeded_hash.hpp>
#include <pram/machines/detail/routines.hpp>
#include <pram/network/poll.hpp>
#include <pram/spec.hpp>

#include "network_entries.hpp"
#include "sampled_charge.hpp"

namespace pram {

namespace {

enum class Retry { thinning, backoff };

struct CrossbarOptions {
  std::uint64_t seed = 1;
  Retry retry = Retry::thinning;
};

const OptionTable<CrossbarOptions>& option_table() {
  static const OptionTable<CrossbarOptions> table =
      OptionTable<CrossbarOptions>("network")
          .number<&CrossbarOptions::seed>("seed", 0, std::numeric_limits<std::uint32_t>::max())
          .choice<&CrossbarOptions::retry>("retry", {"thinning", "backoff"});
  return table;
}

/// The messages of one phase on their way. In a cycle a component may send one message, and receives a message only if
/// it is the only one aimed at it. Senders learn at once whether they succeeded, and keep a message that failed.
class Contention {
 public:
  /// Cycles until the last message has arrived.
  std::uint64_t run(const Traffic& phase, Retry retry, std::uint64_t seed) {
    begin(phase, seed);
    return retry == Retry::thinning ? thin(phase.components) : back_off(phase.components);
  }

 private:
  // After a round of k cycles a receiver of k messages has 1 - 1/e of them left, give or take a share of their root.
  // With less slack some of thousands of receivers would not finish in the round; with more every round is too long.
  static constexpr double kept = 0.64;
  static constexpr double slack = 0.4;
  // The least length of a round: two messages for one component must be able to miss each other.
  static constexpr std::uint64_t shortest = 3;
  // Rounds of one length before the length doubles: some receiver must have more messages left than was believed.
  static constexpr unsigned patience = 16;
  // Cycles of back-off for each message before a fixed order takes the place of chance: far more than are ever needed.
  static constexpr std::uint64_t backoff_limit = 64;

  /// A component that still has messages.
  struct Sender {
    std::uint32_t component;
    std::uint32_t first;  ///< its first message in aims_
    std::uint32_t left;   ///< messages that it still has; they come first, in an order that changes
    std::uint32_t wait;   ///< the number of cycles among which back-off chooses
  };

  /// A message sent in some cycle of a round.
  struct Attempt {
    std::uint32_t destination;
    std::uint32_t message;
  };

  void begin(const Traffic& phase, std::uint64_t seed) {
    seed_ = seed;
    drawn_ = 0;
    aims_.clear();
    senders_.clear();
    largest_ = 0;
    for (std::uint32_t k = 0; k < phase.source.size(); ++k) {
      if (senders_.empty() || senders_.back().component != phase.source[k])
        senders_.push_back({phase.source[k], static_cast<std::uint32_t>(aims_.size()), 0, 1});
      const std::uint32_t words = phase.words.empty() ? 1 : phase.words[k];
      aims_.insert(aims_.end(), words, phase.destination[k]);
      largest_ = std::max<std::uint64_t>(largest_, senders_.back().left += words);
    }
    undelivered_ = aims_.size();
    if (heard_.size() < phase.components) heard_.resize(phase.components);
    // Cycles are counted on from phase to phase, so that heard_ need not be cleared. The first cycle counts receivers.
    start_ = last_arrival_ = ++cycle_;
    for (const std::uint32_t to : aims_) largest_ = std::max(largest_, aim(to));
  }

  std::uint64_t draw() { return seeded_hash(++drawn_, seed_); }

  /// Two numbers from one draw: below n from its upper half, below m from its lower one.
  static std::uint32_t upper(std::uint64_t drawn, std::uint64_t n) {
    return static_cast<std::uint32_t>(((drawn >> 32) * n) >> 32);
  }
  static std::uint32_t lower(std::uint64_t drawn, std::uint64_t m) { return upper(drawn << 32, m); }

  /// Rounds for h messages at a component, then for fewer and fewer (Geréb-Graus and Tsantilas 1992). In a round of k
  /// cycles every component sends each of its messages once, in random order at random cycles. A message for a receiver
  /// of k then succeeds with probability (1 - 1/k)^(k-1) > 1/e. No component needs to know anything but h and the
  /// cycle.
  std::uint64_t thin(std::uint32_t components) {
    std::uint64_t least = std::min(largest_, shortest);
    unsigned rounds_alike = 0;
    for (std::uint64_t length = largest_; undelivered_ > 0;) {
      if (length > 4 * largest_ + shortest) return by_component(components);
      one_round(length);
      const auto left = static_cast<double>(length);
      const std::uint64_t next =
          std::max(least, static_cast<std::uint64_t>(std::ceil(kept * left + slack * std::sqrt(left))));
      rounds_alike = next == length ? rounds_alike + 1 : 0;
      if (rounds_alike == patience) least = 2 * length;
      length = std::max(least, next);
    }
    return last_arrival_ - start_;
  }

  void one_round(std::uint64_t length) {
    sent_.clear();
    slot_.clear();
    begins_.assign(length + 1, 0);
    for (const Sender& sender : senders_) {
      const std::uint64_t count = std::min<std::uint64_t>(sender.left, length);
      const std::uint64_t rotation = upper(draw(), length);
      std::uint32_t* const aims = aims_.data() + sender.first;
      for (std::uint64_t j = 0; j < count; ++j) {
        // One message goes in each of `count` equal parts of the round. The round begins anywhere, so that all cycles
        // are equally likely.
        const std::uint64_t drawn = draw();
        std::swap(aims[j], aims[j + upper(drawn, sender.left - j)]);
        const std::uint64_t from = j * length / count;
        const std::uint64_t to = (j + 1) * length / count;
        const auto slot = static_cast<std::uint32_t>((rotation + from + lower(drawn, to - from)) % length);
        sent_.push_back({aims[j], static_cast<std::uint32_t>(sender.first + j)});
        slot_.push_back(slot);
        ++begins_[slot];
      }
    }
    poller_.work(sent_.size() + length);
    std::uint32_t place = 0;
    for (std::uint32_t& begin : begins_) place += std::exchange(begin, place);
    by_cycle_.resize(sent_.size());
    for (std::size_t k = 0; k < sent_.size(); ++k) by_cycle_[begins_[slot_[k]]++] = sent_[k];
    std::uint32_t first = 0;
    for (std::uint64_t slot = 0; slot < length; ++slot) {
      ++cycle_;
      const std::uint32_t last = begins_[slot];
      for (std::uint32_t k = first; k < last; ++k) aim(by_cycle_[k].destination);
      for (std::uint32_t k = first; k < last; ++k) {
        if (succeeds(by_cycle_[k].destination)) aims_[by_cycle_[k].message] = delivered;
      }
      first = last;
    }
    drop_delivered();
  }

  void drop_delivered() {
    for (Sender& sender : senders_) {
      std::uint32_t* const begin = aims_.data() + sender.first;
      std::uint32_t* const end = std::remove(begin, begin + sender.left, delivered);
      sender.left = static_cast<std::uint32_t>(end - begin);
    }
    std::erase_if(senders_, [](const Sender& sender) { return sender.left == 0; });
  }

  /// Binary exponential back-off: a component that failed n times running waits for a random one of the next 2^n
  /// cycles, and then tries another of its messages. No component needs to know anything.
  std::uint64_t back_off(std::uint32_t components) {
    // The calendar is longer than any wait. The senders of one cycle are linked.
    const auto longest = static_cast<std::uint32_t>(std::bit_ceil(std::min<std::uint64_t>(largest_ * 4, 1U << 20)));
    calendar_.assign(longest * std::uint64_t{2}, nobody);
    linked_.resize(senders_.size());
    const auto enter = [&](std::uint32_t sender, std::uint64_t cycle) {
      std::uint32_t& head = calendar_[cycle & (calendar_.size() - 1)];
      linked_[sender] = std::exchange(head, sender);
    };
    for (auto sender = static_cast<std::uint32_t>(senders_.size()); sender-- > 0;) enter(sender, cycle_ + 1);
    const std::uint64_t limit = start_ + backoff_limit * undelivered_;
    while (undelivered_ > 0) {
      poller_.work();
      if (++cycle_ > limit) {
        std::erase_if(senders_, [](const Sender& sender) { return sender.left == 0; });
        return by_component(components);
      }
      const std::uint32_t head = std::exchange(calendar_[cycle_ & (calendar_.size() - 1)], nobody);
      for (std::uint32_t k = head; k != nobody; k = linked_[k]) {
        poller_.work();
        Sender& sender = senders_[k];
        std::uint32_t* const aims = aims_.data() + sender.first;
        std::swap(aims[sender.left - 1], aims[upper(draw(), sender.left)]);
        aim(aims[sender.left - 1]);
      }
      for (std::uint32_t k = head; k != nobody;) {
        const std::uint32_t next = linked_[k];
        Sender& sender = senders_[k];
        if (succeeds(aims_[sender.first + sender.left - 1])) {
          sender.wait = 1;
          --sender.left;
        } else {
          sender.wait = std::min(sender.wait * 2, longest);
        }
        if (sender.left > 0) enter(k, cycle_ + 1 + (sender.wait == 1 ? 0 : upper(draw(), sender.wait)));
        k = next;
      }
    }
    return last_arrival_ - start_;
  }

  /// Sends component by component, one message each, until none is left, which bounds the time of every batch. Chance
  /// has left next to nothing for this order.
  std::uint64_t by_component(std::uint32_t components) const {
    std::uint64_t last = 0;
    for (const Sender& sender : senders_)
      last = std::max(last, (sender.left - std::uint64_t{1}) * components + sender.component + 1);
    return cycle_ - start_ + last;
  }

  /// @returns how many messages are aimed at it in this cycle so far
  std::uint64_t aim(std::uint32_t destination) {
    Heard& heard = heard_[destination];
    if (heard.cycle != cycle_) heard = {cycle_, 0};
    return ++heard.messages;
  }

  bool succeeds(std::uint32_t destination) {
    if (heard_[destination].messages > 1) return false;
    last_arrival_ = cycle_;
    --undelivered_;
    return true;
  }

  /// The last message that came to a receiver.
  struct Heard {
    std::uint64_t cycle = 0;
    std::uint64_t messages = 0;
  };

  static constexpr std::uint32_t delivered = ~0U;  // no component
  static constexpr std::uint32_t nobody = ~0U;

  std::uint64_t seed_ = 0;
  std::uint64_t drawn_ = 0;
  std::uint64_t start_ = 0;  // the cycle before the phase
  std::uint64_t cycle_ = 0;
  std::uint64_t last_arrival_ = 0;
  std::uint64_t undelivered_ = 0;
  std::uint64_t largest_ = 0;        // h = max(q, r)
  std::vector<std::uint32_t> aims_;  // destination of every message
  std::vector<Sender> senders_;
  std::vector<Heard> heard_;
  std::vector<Attempt> sent_;
  std::vector<std::uint32_t> slot_;
  std::vector<std::uint32_t> begins_;
  std::vector<Attempt> by_cycle_;
  std::vector<std::uint32_t> calendar_;
  std::vector<std::uint32_t> linked_;
  Poller poller_;
};

/// The optical communication parallel computer (Valiant's S*PRAM), which charges the cycles that a phase takes by a
/// protocol of retries. As on the router, all components know h before they start, and know without charge when all
/// messages have arrived.
class OpticalCrossbar : public Network {
 public:
  OpticalCrossbar(std::uint32_t components, const CrossbarOptions& options)
      : components_(components),
        options_(options),
        sampled_(components, 3, std::max<std::uint64_t>(64, 64 * std::uint64_t{components}), 0) {}

  std::string name() const override {
    std::string options = option_table().text(options_);
    if (!options.empty()) options.front() = ':';
    return "ocpc" + options;
  }

  std::uint32_t components() const override { return components_; }

  bool wants_messages() const override { return true; }

  bool remembers_phases() const override { return true; }  // each has random cycles of its own

  std::uint64_t carry(const Traffic& phase) override {
    const std::uint64_t time = contention_.run(phase, options_.retry, seeded_hash(phases_ + 1, options_.seed));
    ++phases_;  // an interrupted phase does not count
    return time;
  }

  std::optional<LeastCharge> least_charge() const override { return LeastCharge{1, 0, false}; }

  /// Measured: the mean over a few runs with random destinations. There are enough runs to have some ten thousand
  /// messages.
  double distinct_charge(std::uint64_t messages, std::uint32_t largest_sent) const override {
    if (messages == 0) return largest_sent;
    const double charge = sampled_(
        messages, [](std::uint64_t size) { return std::clamp<std::uint64_t>(16384 / size, 2, 64); },
        [&](std::span<const std::uint32_t> source, std::span<const std::uint32_t> destination, std::uint64_t stream) {
          return sample_.run({components_, source.size(), 0, 0, source, destination, {}, {}}, options_.retry,
                             seeded_hash(stream, 0));
        });
    return std::max<double>(charge, largest_sent);
  }

  std::unique_ptr<RandomAccess> random_access(const Spec& sorting, std::uint32_t components) const override {
    return make_network_routines(std::make_unique<OpticalCrossbar>(components_, options_), components,
                                 sort_options_from(sorting));
  }

 private:
  std::uint32_t components_;
  CrossbarOptions options_;
  std::uint64_t phases_ = 0;  // carried so far: each has random numbers of its own
  Contention contention_;
  mutable Contention sample_;
  mutable detail::SampledCharge sampled_;
};

std::unique_ptr<Network> make_ocpc(const Spec& spec, std::uint32_t components) {
  if (!spec.values.empty()) spec.refuse("network", "ocpc, or ocpc:seed=S,retry=thinning|backoff");
  return std::make_unique<OpticalCrossbar>(components, option_table().read(spec));
}

}  // namespace

NetworkEntry ocpc_network() {
  return {"ocpc",
          "optical crossbar, S*PRAM: gets what alone is aimed at it in a cycle; ocpc:seed=S,retry=thinning|backoff",
          make_ocpc};
}

}  // namespace pram
