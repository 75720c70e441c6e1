#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "../agreed_step.hpp"
#include "exchange.hpp"
#include "message_tree.hpp"

/// Records of several ranks in the order of one process. Each rank has the records of its own cells alone. A network
/// that asks for messages gets those of all ranks, and an adaptive routing sees those of a component one after the
/// other.
///
/// A component has its records in the order of their first arrivals, and messages arrive in the order of their sources.
/// So the records of a phase are numbered over all ranks, and a record's place in the next phase goes by the number of
/// the message that came first. To begin with it goes by the processor that asked first.
namespace pram::detail {

namespace {

/// Calls act(moves, first) for blocks of the records that an adaptive routing moves: from the `first` on.
template <class Act>
void visit_moves(std::span<const OrderedRecord> records, AccessPlan::Moves moves, const Act& act) {
  MovesBlock block;
  std::uint32_t source[MovesBlock::most];
  std::uint32_t arrivals[MovesBlock::most];
  for (std::size_t first = 0; first < records.size();) {
    std::size_t count = 0;
    for (; count < MovesBlock::most && first + count < records.size() && records[first + count].routed; ++count) {
      const OrderedRecord& record = records[first + count];
      source[count] = record.source;
      arrivals[count] = record.arrivals;
      block.home[count] = record.home;
      block.weight[count] = record.weight;
      block.address[count] = record.address;
      block.token[count] = token_of(record.address, record.source);
    }
    moves.source = {source, count};
    moves.home = {block.home, count};
    moves.address = {block.address, count};
    moves.token = {block.token, count};
    moves.weight = {block.weight, count};
    moves.arrivals = {arrivals, moves.phase > 0 ? count : 0};
    if (count > 0) act(moves, first);
    first += std::max<std::size_t>(count, 1);
  }
}

/// What all ranks have, rank by rank.
template <class One>
CountedVector<One> gather_all(RankGroup& group, const CountedVector<One>& mine) {
  CountedVector<One> all;
  for (const std::vector<std::byte>& bytes : group.gather(std::as_bytes(std::span(mine)))) {
    const std::size_t before = all.size();
    all.resize(before + bytes.size() / sizeof(One));
    if (!bytes.empty()) std::memcpy(all.data() + before, bytes.data(), bytes.size());
  }
  return all;
}

}  // namespace

/// Finds whether records are ordered in this step, and in which order they begin.
template <class Record>
void Exchange<Record>::begin_order() {
  ranked_.in_order = ranked_.several && (network_.wants_messages() || noting_ || routes_.adaptive_routing() != nullptr);
  if (!ranked_.in_order) return;
  for (std::uint32_t w = 0; w < team_.count(); ++w) {
    PhasedWorkerState<Record>& mine = workers_[w];
    mine.key.resize(mine.count);
    std::uint32_t number = 0;
    for (const Chunk& chunk : team_.workers[w]->chunks) {
      const std::uint32_t* const trace = mine.trace.data() + chunk.first;
      visit_first_requests(*team_.workers[w], chunk, trace, number, [&](std::uint32_t record, std::uint64_t processor) {
        mine.key[record] = processor;
        number = record + 1;
      });
    }
  }
}

/// Orders all records before an adaptive routing looks at them.
template <class Record>
void Exchange<Record>::order_records(const Step& step) {
  ranked_.records.clear();
  MovesBlock block;
  for (std::uint32_t w = 0; w < team_.count(); ++w) {
    const PhasedWorkerState<Record>& mine = workers_[w];
    AccessPlan::Moves moves = moves_of(phases_, step);
    for (std::uint32_t first = 0, count = 0; first < mine.count; first += count) {
      count = tell(w, first, block, moves);
      const bool routed = !routes_.has_own(species_of(mine.held[first].address));
      for (std::uint32_t k = 0; k < count; ++k) {
        ranked_.records.push_back({mine.key[first + k], block.address[k], mine.component[first + k], AccessPlan::stay,
                                   block.home[k], block.weight[k], moves.arrivals.empty() ? 0 : moves.arrivals[k],
                                   Awaits::nothing, routed});
      }
    }
  }
  ranked_.here = team_.agreed->order->gather(ranked_.records);
}

/// Takes over the number of each record, and where it goes.
/// @param routed  whether the answers say where
template <class Record>
void Exchange<Record>::take_answers(std::span<const OrderedAnswer> answers, bool routed) {
  auto answer = answers.begin();
  for (PhasedWorkerState<Record>& mine : workers_) {
    mine.number.resize(mine.count);
    for (std::uint32_t k = 0; k < mine.count; ++k, ++answer) {
      mine.number[k] = answer->number;
      if (routed) mine.routed[k] = answer->destination;
    }
  }
}

/// Has the adaptive routing see the records of this rank's components.
template <class Record>
void Exchange<Record>::look_in_order(const Step& step) {
  visit_moves(ranked_.here, moves_of(phases_, step),
              [&](const AccessPlan::Moves& moves, std::size_t) { routes_.adaptive_routing()->look(moves); });
}

/// Has it say where they go.
template <class Record>
void Exchange<Record>::route_in_order(const Step& step) {
  CountedVector<std::uint32_t> destination(ranked_.here.size(), AccessPlan::stay);
  visit_moves(ranked_.here, moves_of(phases_, step), [&](const AccessPlan::Moves& moves, std::size_t first) {
    routes_.adaptive_routing()->route(moves, std::span(destination).subspan(first, moves.source.size()));
  });
  take_answers(team_.agreed->order->answer(destination), true);
}

/// Numbers the records of all ranks, once it is known where each goes, and lists the messages.
template <class Record>
void Exchange<Record>::order_messages() {
  if (!network_.wants_messages() && !noting_) return;
  const std::uint32_t rank = team_.agreed->group->rank();
  ranked_.records.clear();
  for (std::uint32_t w = 0; w < team_.count(); ++w) {
    const PhasedWorkerState<Record>& mine = workers_[w];
    for (std::uint32_t k = 0; k < mine.count; ++k) {
      const Address address = mine.held[k].address;
      const Operation operation = team_.workers[w]->sites.species(species_of(address)).operation;
      ranked_.records.push_back({mine.key[k], key_on_rank(rank, address), mine.component[k], mine.routed[k],
                                 mine.held[k].home, mine.held[k].weight, 0, awaits(operation), false});
    }
  }
  team_.agreed->order->gather(ranked_.records);
  if (network_.wants_messages()) ranked_.messages = team_.agreed->order->messages(network_.combines());
  take_answers(team_.agreed->order->answer({}), false);
  if (!noting_) return;
  phases_ == 0 ? note_first() : note_moves(phases_ - 1);
  ranked_.moves.clear();
}

/// Orders the records that a phase has left by the messages that came first.
template <class Record>
void Exchange<Record>::pass_keys() {
  for (PhasedWorkerState<Record>& mine : workers_) mine.next_key.assign(mine.count, key_of_ranked);
  std::vector<std::uint32_t> next(team_.count());
  for (const PhasedWorkerState<Record>& mine : workers_) {
    const PhaseTrace<Record>& trace = mine.phases[phases_];
    std::ranges::fill(next, 0U);
    for (std::uint32_t k = 0; k < trace.sent; ++k) {
      const std::uint32_t owner = team_.owner_of(trace.destination[k]);
      const std::uint32_t landed = team_.count() == 1 ? trace.landed[k] : trace.outgoing[owner].landed[next[owner]++];
      std::uint64_t& key = workers_[owner].next_key[workers_[owner].phases[phases_].merged_into[landed]];
      key = std::min(key, mine.number[k]);
      if (!noting_) continue;
      // receive() has put the components of what was sent there.
      ranked_.moves.push_back({static_cast<std::uint32_t>(mine.number[k]), mine.merged_component[k],
                               trace.destination[k], owner, workers_[owner].phases[phases_].merged_into[landed]});
    }
  }
  for (std::uint32_t w = 0; w < team_.count(); ++w) {
    PhasedWorkerState<Record>& mine = workers_[w];
    for (std::uint32_t k = 0; routes_.keeps_order() && k < mine.count; ++k) {
      if (!keeps_rank(w, mine.held[k])) continue;
      mine.next_key[k] =
          key_of_ranked | team_.workers[w]->sites.species(species_of(mine.held[k].address)).fingerprint();
    }
    std::swap(mine.key, mine.next_key);
  }
}

/// Enters the messages of all ranks of a phase into the tree. The records that they have become part of are numbered.
template <class Record>
void Exchange<Record>::note_moves(std::uint32_t phase) {
  for (NotedMove& move : ranked_.moves)
    move.merged_into = static_cast<std::uint32_t>(workers_[move.owner].number[move.merged_into]);
  MessageTree::Phase& noted = tree_->phases[phase];
  for (const NotedMove& move : gather_all(*team_.agreed->group, ranked_.moves)) {
    const std::size_t room = std::max<std::size_t>(noted.source.size(), move.number + std::size_t{1});
    for (auto* const column : {&noted.source, &noted.destination, &noted.merged_into}) column->resize(room);
    noted.source[move.number] = move.source;
    noted.destination[move.number] = move.destination;
    noted.merged_into[move.number] = move.merged_into;
  }
}

/// Enters what the records that leave for the first phase ask for.
template <class Record>
void Exchange<Record>::note_first() {
  if constexpr (Record::carries_operand) {
    struct First {
      std::uint64_t number;
      std::uint64_t value;
      FirstWrite write;
      Follow follow;
      std::uint8_t replies;
    };
    NotedTree mine;
    mine.first_wins = tree_->first_wins;
    for (std::uint32_t w = 0; w < team_.count(); ++w) note_requests(mine, workers_[w], *team_.workers[w]);
    CountedVector<First> first;
    for (const PhasedWorkerState<Record>& worker : workers_) {
      for (std::uint32_t k = 0; k < worker.count; ++k) {
        const std::size_t at = first.size();
        const std::uint64_t value = mine.follow[at] == Follow::attach ? worker.number[k] : mine.value[at];
        const FirstWrite write = mine.first_wins ? mine.writes[at] : FirstWrite{};
        first.push_back({worker.number[k], value, write, mine.follow[at], mine.replies[at]});
      }
    }
    const CountedVector<First> all = gather_all(*team_.agreed->group, first);
    tree_->follow.resize(all.size());
    tree_->value.resize(all.size());
    tree_->replies.resize(all.size());
    if (tree_->first_wins) tree_->writes.resize(all.size());
    for (const First& one : all) {
      tree_->follow[one.number] = one.follow;
      tree_->value[one.number] = one.value;
      tree_->replies[one.number] = one.replies;
      if (tree_->first_wins) tree_->writes[one.number] = one.write;
    }
  }
}

/// Numbers the records that are at their homes, and enters the last messages into the tree.
template <class Record>
void Exchange<Record>::end_tree() {
  ranked_.records.clear();
  std::uint64_t delivered = 0;
  for (PhasedWorkerState<Record>& mine : workers_) {
    delivered += mine.count;
    for (std::uint32_t k = 0; k < mine.count; ++k) {
      ranked_.records.push_back({mine.key[k], mine.held[k].address, mine.component[k], AccessPlan::stay,
                                 mine.held[k].home, mine.held[k].weight, 0, Awaits::nothing, false});
    }
  }
  team_.agreed->order->gather(ranked_.records);
  take_answers(team_.agreed->order->answer({}), false);
  note_moves(phases_ - 1);
  ranked_.moves.clear();
  tree_->delivered = static_cast<std::uint32_t>(team_.agreed->group->sum(delivered));
}

// The members defined here; exchange.cpp has the others.
#define PRAM_ORDER(Record)                                                            \
  template void Exchange<Record>::begin_order();                                      \
  template void Exchange<Record>::order_records(const Step&);                         \
  template void Exchange<Record>::take_answers(std::span<const OrderedAnswer>, bool); \
  template void Exchange<Record>::look_in_order(const Step&);                         \
  template void Exchange<Record>::route_in_order(const Step&);                        \
  template void Exchange<Record>::order_messages();                                   \
  template void Exchange<Record>::note_moves(std::uint32_t);                          \
  template void Exchange<Record>::note_first();                                       \
  template void Exchange<Record>::end_tree();                                         \
  template void Exchange<Record>::pass_keys();
PRAM_ORDER(ReadRecord)
PRAM_ORDER(UpdateRecord)
#undef PRAM_ORDER

}  // namespace pram::detail
