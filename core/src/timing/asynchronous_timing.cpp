#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <pram/detail/memory_account.hpp>
#include <pram/detail/routing/asynchronous.hpp>
#include <pram/error.hpp>
#include <pram/ledger.hpp>

#include "component_ports.hpp"

namespace pram {

namespace {

/// @returns whether `value` changes
bool follow_up(Follow follow, std::uint64_t& value, std::uint64_t with) {
  const std::uint64_t before = value;
  switch (follow) {
    case Follow::attach: return false;
    case Follow::least: value = std::min(value, with); break;
    case Follow::unite: value |= with; break;
    case Follow::second: value = 1; break;
  }
  return value != before;
}

}  // namespace

/// Numbers the messages of all phases in a row, and the records at home after them.
class AsynchronousTiming::Simulation {
 public:
  explicit Simulation(Port port) : port_(port), ports_({std::max<std::uint64_t>(port.gap, 1), port.latency}) {}

  std::vector<AsynchronousPhase> run(const MessageTree& tree) {
    begin(tree);
    std::vector<AsynchronousPhase> phases(tree.phases.size());
    forward(tree);
    count(tree, phases);
    std::uint64_t latest = 0;
    for (std::size_t i = 0; i < phases.size(); ++i) phases[i].charge = later(last_taken_[i], latest);
    back(tree);
    latest = 0;
    for (std::size_t i = phases.size(); i-- > 0;) phases[i].charge_back = later(last_taken_[i], latest);
    return phases;
  }

  /// Counts the messages of a phase, with corrections.
  void count(std::size_t phase, std::span<std::uint32_t> sent, std::span<std::uint32_t> received) const {
    const std::uint32_t first = first_[phase];
    const std::size_t end = phase + 1 < first_.size() ? first_[phase + 1] : source_.size();
    const auto add = [&](std::uint32_t message) {
      ++sent[source_[message]];
      ++received[destination_[message]];
    };
    for (std::uint32_t k = first; k < end; ++k) add(k);
    std::for_each(std::ranges::lower_bound(corrections_, first), std::ranges::lower_bound(corrections_, end), add);
  }

  std::vector<std::uint64_t> delivered() const {
    return {value_.begin() + home_, value_.begin() + home_ + static_cast<std::ptrdiff_t>(records_)};
  }

  std::vector<std::uint64_t> carried(std::size_t phase) const {
    const auto end = phase + 1 < first_.size() ? static_cast<std::ptrdiff_t>(first_[phase + 1]) : home_;
    return {value_.begin() + static_cast<std::ptrdiff_t>(first_[phase]), value_.begin() + end};
  }

 private:
  enum class State : std::uint8_t { unknown, waiting, sent };

  /// Requests on their way.
  struct Forward {
    Simulation& all;

    std::uint32_t destination(std::uint32_t message) const { return all.destination_[message]; }
    std::uint64_t send(std::uint32_t message) {
      all.state_[message] = State::sent;
      return all.value_[message];
    }
    void taken(std::uint32_t message, std::uint64_t value, std::uint64_t now) { all.arrive(message, value, now); }
  };

  /// Replies, each under its request's number.
  struct Back {
    Simulation& all;

    std::uint32_t destination(std::uint32_t message) const { return all.source_[message]; }
    static std::uint64_t send(std::uint32_t) { return 0; }
    void taken(std::uint32_t message, std::uint64_t, std::uint64_t now) {
      all.last_taken_[all.phase_[message]] = now - all.start_;
      all.answer(message, all.source_[message], now);
    }
  };

  /// The time by which `time` exceeds the latest so far.
  static std::uint64_t later(std::uint64_t time, std::uint64_t& latest) {
    const std::uint64_t added = time > latest ? time - latest : 0;
    latest += added;
    return added;
  }

  void begin(const MessageTree& tree) {
    first_.clear();
    source_.clear();
    destination_.clear();
    into_.clear();
    phase_.clear();
    for (const MessageTree::Phase& phase : tree.phases) {
      first_.push_back(static_cast<std::uint32_t>(source_.size()));
      const auto next = static_cast<std::uint32_t>(source_.size() + phase.source.size());
      source_.insert(source_.end(), phase.source.begin(), phase.source.end());
      destination_.insert(destination_.end(), phase.destination.begin(), phase.destination.end());
      for (const std::uint32_t part : phase.merged_into) into_.push_back(next + part);
      phase_.insert(phase_.end(), phase.source.size(), static_cast<std::uint8_t>(first_.size() - 1));
    }
    home_ = static_cast<std::ptrdiff_t>(source_.size());
    records_ = tree.delivered;
    const std::size_t count = source_.size() + records_;
    state_.assign(count, State::unknown);
    value_.assign(count, 0);
    std::ranges::copy(tree.value, value_.begin());
    plain_ = tree.follow.empty();
    if (!plain_) {
      // Messages that merge are of one kind, so that any part shows it.
      follow_.resize(count);
      replies_.resize(count);
      std::ranges::copy(tree.follow, follow_.begin());
      std::ranges::copy(tree.replies, replies_.begin());
      for (std::size_t k = 0; k < source_.size(); ++k) {
        follow_[into_[k]] = follow_[k];
        replies_[into_[k]] = replies_[k];
      }
    }
    corrections_.clear();
    last_taken_.assign(tree.phases.size(), 0);
  }

  void forward(const MessageTree& tree) {
    if (port_.gap == 0) return in_lockstep();
    Forward events{*this};
    start_ = ports_.begin(tree.components, source_.size());
    for (std::uint32_t k = 0; k < tree.phases.front().source.size(); ++k) {
      state_[k] = State::waiting;
      ports_.offer(source_[k], k, start_);
    }
    ports_.run(events);
  }

  /// Where the ports set no limit, whole phases move together.
  void in_lockstep() {
    for (std::uint32_t k = 0; k < into_.size(); ++k) {
      merge(into_[k], value_[k]);
      last_taken_[phase_[k]] = (phase_[k] + std::uint64_t{1}) * port_.latency;
    }
  }

  /// @returns whether the message has to be sent, for the first time or again
  bool merge(std::uint32_t part, std::uint64_t value) {
    if (state_[part] != State::unknown) return !plain_ && follow_up(follow_[part], value_[part], value);
    state_[part] = State::waiting;
    value_[part] = value;
    return true;
  }

  void arrive(std::uint32_t message, std::uint64_t value, std::uint64_t now) {
    last_taken_[phase_[message]] = now - start_;
    const std::uint32_t part = into_[message];
    const State before = state_[part];
    if (!merge(part, value) || part >= source_.size()) return;
    if (before == State::waiting) return;  // what waits to be sent takes the news along
    if (before == State::sent) {
      state_[part] = State::waiting;
      corrections_.push_back(part);
    }
    ports_.offer(source_[part], part, now);
  }

  void back(const MessageTree& tree) {
    last_taken_.assign(tree.phases.size(), 0);
    if (port_.gap == 0) {
      for (std::uint32_t k = 0; k < into_.size(); ++k) {
        if (replied(k)) last_taken_[phase_[k]] = (tree.phases.size() - phase_[k]) * port_.latency;
      }
      return;
    }
    // The messages that became part of each, in the order of their numbers.
    parts_end_.assign(state_.size(), 0);
    for (std::uint32_t k = 0; k < into_.size(); ++k) parts_end_[into_[k]] += replied(k) ? 1 : 0;
    std::uint32_t place = 0;
    for (std::uint32_t& end : parts_end_) place += std::exchange(end, place);
    parts_.resize(place);
    for (std::uint32_t k = 0; k < into_.size(); ++k) {
      if (replied(k)) parts_[parts_end_[into_[k]]++] = k;
    }
    Back events{*this};
    start_ = ports_.begin(tree.components, source_.size());
    for (auto k = static_cast<std::uint32_t>(home_); k < state_.size(); ++k) {
      if (parts_begin(k) < parts_end_[k]) answer(k, destination_[parts_[parts_begin(k)]], start_);
    }
    ports_.run(events);
  }

  bool replied(std::uint32_t message) const { return plain_ || replies_[message] != 0; }
  std::uint32_t parts_begin(std::uint32_t message) const { return message == 0 ? 0 : parts_end_[message - 1]; }

  /// Sends the reply that has come to `component` on to all parts of the message that it was for.
  void answer(std::uint32_t message, std::uint32_t component, std::uint64_t now) {
    for (std::uint32_t k = parts_begin(message); k < parts_end_[message]; ++k) ports_.offer(component, parts_[k], now);
  }

  void count(const MessageTree& tree, std::vector<AsynchronousPhase>& phases) {
    if (counts_.size() < tree.components) counts_.resize(tree.components);
    std::ranges::sort(corrections_);
    for (std::size_t i = 0; i < phases.size(); ++i) {
      const auto end = static_cast<std::uint32_t>(first_[i] + tree.phases[i].source.size());
      const auto from = std::ranges::lower_bound(corrections_, first_[i]);
      const auto to = std::ranges::lower_bound(corrections_, end);
      phases[i].corrections = static_cast<std::uint64_t>(to - from);
      phases[i].messages = tree.phases[i].source.size() + phases[i].corrections;
      const auto largest = [&](const auto& component) {
        std::uint32_t most = 0;
        for (std::uint32_t k = first_[i]; k < end; ++k) most = std::max(most, ++counts_[component[k]]);
        for (auto k = from; k != to; ++k) most = std::max(most, ++counts_[component[*k]]);
        for (std::uint32_t k = first_[i]; k < end; ++k) counts_[component[k]] = 0;
        return most;
      };
      phases[i].largest_sent = largest(source_);
      phases[i].largest_received = largest(destination_);
    }
  }

  Port port_;
  detail::ComponentPorts ports_;
  std::uint64_t start_ = 0;
  bool plain_ = true;  // all attach, and all are replied to
  std::ptrdiff_t home_ = 0;
  std::size_t records_ = 0;

  std::vector<std::uint32_t> first_;  // message of each phase
  detail::CountedVector<std::uint32_t> source_;
  detail::CountedVector<std::uint32_t> destination_;
  detail::CountedVector<std::uint32_t> into_;
  detail::CountedVector<std::uint8_t> phase_;
  detail::CountedVector<State> state_;
  detail::CountedVector<Follow> follow_;
  detail::CountedVector<std::uint8_t> replies_;
  detail::CountedVector<std::uint64_t> value_;
  detail::CountedVector<std::uint32_t> corrections_;  // one entry each time that a message goes again
  detail::CountedVector<std::uint32_t> parts_;
  detail::CountedVector<std::uint32_t> parts_end_;
  std::vector<std::uint64_t> last_taken_;  // by phase
  std::vector<std::uint32_t> counts_;      // by component
};

void MessageTree::clear(std::uint32_t components_now, std::size_t phases_now) {
  components = components_now;
  phases.resize(phases_now);
  for (Phase& phase : phases) {
    for (auto* const list : {&phase.source, &phase.destination, &phase.merged_into}) list->clear();
  }
  delivered = 0;
  follow.clear();
  value.clear();
  replies.clear();
}

AsynchronousTiming::AsynchronousTiming(Port port) : simulation_(std::make_unique<Simulation>(port)) {}
AsynchronousTiming::~AsynchronousTiming() = default;
AsynchronousTiming::AsynchronousTiming(AsynchronousTiming&&) noexcept = default;
AsynchronousTiming& AsynchronousTiming::operator=(AsynchronousTiming&&) noexcept = default;

void AsynchronousPhase::enter(PhaseRecord& phase) const {
  phase.messages = messages;
  phase.largest_sent = largest_sent;
  phase.largest_received = largest_received;
  phase.charge = charge;
  phase.charge_back = charge_back;
  phase.count_all_as_leaving();
}

std::vector<AsynchronousPhase> AsynchronousTiming::run(const MessageTree& tree) { return simulation_->run(tree); }

void AsynchronousTiming::count(std::size_t phase, std::span<std::uint32_t> sent,
                               std::span<std::uint32_t> received) const {
  simulation_->count(phase, sent, received);
}

std::vector<std::uint64_t> AsynchronousTiming::delivered() const { return simulation_->delivered(); }

std::vector<std::uint64_t> AsynchronousTiming::carried(std::size_t phase) const { return simulation_->carried(phase); }

bool first_arrival_wins(const AccessProtocol& protocol) {
  const auto* const settles = dynamic_cast<const SettlesWinners*>(&protocol);
  return protocol.asynchronous() && settles != nullptr && settles->first_arrival_wins();
}

Port port_of(const AccessProtocol& protocol, const Network& network) {
  const std::optional<Port> port = network.port();
  if (!port.has_value()) {
    throw ConfigError("access", protocol.name(),
                      "on network " + network.name() +
                          " only with timing=synchronous: asynchronous messages are timed by the components' ports, as "
                          "on router or ideal");
  }
  return *port;
}

}  // namespace pram
