#include "optimum.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace pram::testing {

namespace {

/// Which node has which pieces: bit node · pieces + piece.
using State = std::uint32_t;

/// Tries every set of messages that the rules of a step allow.
class StepSearch {
 public:
  StepSearch(const CollectiveModel& model, std::uint32_t pieces) : model_(model), pieces_(pieces) {
    const Topology& topology = *model.topology;
    for (std::uint32_t node = 0; node < topology.nodes(); ++node) {
      for (std::uint32_t port = 0; port < topology.ports(); ++port) {
        const std::uint32_t to = topology.neighbour(node, port);
        if (to != no_node && to != node) wires_.insert({node, to});
      }
    }
  }

  /// The states after a step, and the words of its largest message.
  std::set<std::pair<State, std::uint32_t>> after(State state) {
    found_.clear();
    before_ = state;
    sends_ = receives_ = 0;
    used_.clear();
    extend(wires_.begin(), state, 0);
    return found_;
  }

 private:
  using Wire = std::pair<std::uint32_t, std::uint32_t>;

  std::uint32_t at(State state, std::uint32_t node) const { return state >> node * pieces_ & ((1U << pieces_) - 1); }
  bool one_port(std::uint32_t node) const { return !model_.all_ports() && node < model_.nodes; }

  void extend(std::set<Wire>::const_iterator wire, State state, std::uint32_t largest) {
    if (wire == wires_.end()) {
      if (state != before_) found_.insert({state, largest});
      return;
    }
    const auto [from, to] = *wire;
    ++wire;
    extend(wire, state, largest);
    if (one_port(from) && (sends_ >> from & 1) != 0) return;
    if (one_port(to) && (receives_ >> to & 1) != 0) return;
    if (model_.half_duplex() && model_.topology->two_way() && used_.contains({to, from})) return;
    const std::uint32_t useful = at(before_, from) & ~at(before_, to);
    if (useful == 0) return;
    const auto saved = std::pair(sends_, receives_);
    sends_ |= 1U << from;
    receives_ |= 1U << to;
    used_.insert({from, to});
    for (std::uint32_t sent = useful; sent != 0; sent = (sent - 1) & useful)
      extend(wire, state | sent << to * pieces_, std::max(largest, static_cast<std::uint32_t>(std::popcount(sent))));
    used_.erase({from, to});
    std::tie(sends_, receives_) = saved;
  }

  const CollectiveModel& model_;
  std::uint32_t pieces_;
  std::set<Wire> wires_;
  State before_ = 0;
  std::uint32_t sends_ = 0;
  std::uint32_t receives_ = 0;
  std::set<Wire> used_;
  std::set<std::pair<State, std::uint32_t>> found_;
};

}  // namespace

double searched_optimum(const CollectiveModel& model, const CollectiveTask& task) {
  const bool broadcast = task.operation == Collective::broadcast;
  const std::uint32_t pieces = broadcast ? static_cast<std::uint32_t>(task.words) : model.nodes;
  State begin = 0;
  State end = 0;
  for (std::uint32_t piece = 0; piece < pieces; ++piece) {
    const bool from_one = broadcast || task.operation == Collective::scatter;
    begin |= 1U << ((from_one ? task.source : piece) * pieces + piece);
    for (std::uint32_t node = 0; node < model.nodes; ++node) {
      const bool wanted = broadcast || task.operation == Collective::all_gather ||
                          node == (task.operation == Collective::scatter ? piece : task.target);
      if (wanted) end |= 1U << (node * pieces + piece);
    }
  }
  StepSearch search(model, pieces);
  std::map<State, double> reached{{begin, 0}};
  std::set<std::pair<double, State>> open{{0, begin}};
  while (!open.empty()) {
    const auto [time, state] = *open.begin();
    if ((state & end) == end) return time;
    open.erase(open.begin());
    if (time > reached[state]) continue;
    for (const auto& [next, largest] : search.after(state)) {
      const double then = time + model.startup + largest / model.bandwidth;
      const auto [known, fresh] = reached.try_emplace(next, then);
      if (!fresh && known->second <= then) continue;
      known->second = then;
      open.insert({then, next});
    }
  }
  return -1;
}

}  // namespace pram::testing
