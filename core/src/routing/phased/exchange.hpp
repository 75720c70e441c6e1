#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../../host/channel.hpp"
#include "../component_counts.hpp"
#include "../delivery.hpp"
#include "../phase_messages.hpp"
#include "../source.hpp"
#include "../source_order.hpp"
#include "noted_tree.hpp"
#include "routes.hpp"

/// The phases of an access protocol after the first merge: records move from component to component and merge where
/// they meet.
namespace pram::detail {

/// Consecutive messages as the receiver meets them: a part of what another worker sends, or, with one worker, the
/// records where they lie.
template <class Record>
struct RecordRange {
  const Record* records;
  const std::uint32_t* destination;
  std::uint32_t* landed;  ///< per message: its place among all that the receiver got, for the reply
  std::uint32_t count;
};

/// The messages of one phase from one worker to another, in the order of their sources.
template <class Record>
struct Outgoing {
  std::uint32_t count = 0;
  std::uint32_t handed_over = 0;
  Pages<Record> records;
  Pages<std::uint32_t> destination;
  Pages<std::uint32_t> landed;
  std::deque<RecordRange<Record>> segments;  ///< what went through the channel

  void begin(std::uint32_t most) {
    count = handed_over = 0;
    segments.clear();
    records.reserve_addresses(most);
    destination.reserve_addresses(most);
    landed.reserve_addresses(most);
  }

  /// What has been added since the last call.
  RecordRange<Record>* next_segment() {
    records.count(count);
    destination.count(count);
    landed.count(count);
    segments.push_back({records.data() + handed_over, destination.data() + handed_over, landed.data() + handed_over,
                        count - handed_over});
    handed_over = count;
    return &segments.back();
  }
};

/// What the replies need to know of one phase.
template <class Record>
struct PhaseTrace {
  std::uint32_t sent = 0;
  Pages<std::uint32_t> destination;        ///< per record sent
  Pages<std::uint32_t> landed;             ///< per record sent, with one worker
  std::vector<Outgoing<Record>> outgoing;  ///< per receiver, with several

  std::uint32_t arrived = 0;
  Pages<std::uint32_t> merged_into;  ///< per message that arrived: the record that it became part of
  Pages<Word> before;                ///< what that record had combined before the message, in a step with fetches
  Pages<std::uint32_t> species;      ///< what the message asks for, likewise
  Pages<Word> reply;                 ///< the replies on their way back
};

/// A record that a plan sends to no component, or leaves away from its home.
struct Misroute {
  std::uint32_t phase = 0;
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  Address address = 0;
};

/// One worker's side of all phases: the records that its components hold now, component by component, to begin with
/// those of the first merge.
template <class Record>
struct PhasedWorkerState : SourceRecords<Record> {
  Pages<Word> reply;  ///< to each record held, on the way back

  std::vector<PhaseTrace<Record>> phases;
  std::vector<std::unique_ptr<Channel<RecordRange<Record>>>> from;
  std::vector<RecordRange<Record>> segments;

  Pages<Record> arrived;
  Pages<Record> merged;
  Pages<std::uint32_t> merged_component;
  Pages<std::uint32_t> merged_arrivals;  ///< messages that became each record, if the step's plan asks
  Pages<std::uint32_t> arrivals;         ///< the same of the records held now
  Pages<std::uint32_t> counts;           ///< per own component
  Pages<std::uint64_t> staying;          ///< per own component: records that stay, those that await a reply above
  bool any_stays = false;
  std::optional<Misroute> misroute;      ///< the first record of this step that was sent out of the machine
  CountedVector<std::uint32_t> stayed;   ///< in this phase, in an observed step
  CountedVector<std::uint64_t> order;    ///< destinations and numbers of few messages
  CountedVector<std::uint32_t> by_rank;  ///< messages of one component in the order in which they merge
  PhaseMessages messages;
  LineLoads busiest;  ///< of its components that received most, in a step that several lines share

  std::uint32_t run_source = 0;  ///< the component whose records are being counted
  std::uint32_t run = 0;
  std::uint32_t run_replying = 0;

  // Of a step of several ranks: what each component sends and receives here.
  ComponentCounts sent_here;
  ComponentCounts received_here;

  // Of one whose records are ordered: per record held.
  CountedVector<std::uint64_t> key;     ///< OrderedRecord::key
  CountedVector<std::uint64_t> number;  ///< OrderedAnswer::number
  CountedVector<std::uint32_t> routed;  ///< where it goes, stays included
  CountedVector<std::uint64_t> next_key;
};

/// A message of one of several ranks, as a tree of messages has it.
struct NotedMove {
  std::uint32_t number;  ///< OrderedAnswer::number
  std::uint32_t source;
  std::uint32_t destination;
  std::uint32_t owner;        ///< the worker that has the record that it became part of
  std::uint32_t merged_into;  ///< there; once the records are numbered, the record's number
};

/// What an Exchange knows of a step that several ranks share.
struct RankedStep {
  bool several = false;  ///< there are several ranks
  /// Whether all ranks' records are ordered as one process has them: the network asks for a list of messages, or
  /// adaptive routing counts the records of each component, or they are noted in a tree.
  bool in_order = false;
  CountedVector<OrderedRecord> records;  ///< of this rank
  std::span<const OrderedRecord> here;   ///< of this rank's components
  MessageList messages;                  ///< of the phase, on all ranks
  CountedVector<NotedMove> moves;        ///< of the phase before, to be noted in a tree
};

/// The Moves of a plan for a block of records.
struct MovesBlock {
  static constexpr std::uint32_t most = 1024;
  std::uint32_t home[most];
  std::uint32_t weight[most];
  std::uint64_t address[most];
  std::uint64_t token[most];
};

/// AccessPlan::Moves::token
inline std::uint64_t token_of(std::uint64_t address, std::uint32_t source) {
  return address ^ (std::uint64_t{source} * 0x9E3779B97F4A7C15U);
}

/// Which records of a step await a reply, and whether it changes on the way back.
enum class ReplyKind {
  none,     ///< no record awaits a reply
  all,      ///< every record awaits a reply, which passes unchanged
  various,  ///< some records await none, or replies of fetches change on the way
};

/// Moves one step's records through all phases and their replies back. Record is ReadRecord or UpdateRecord.
template <class Record>
class Exchange {
 public:
  /// @param lines  as in make_phased_delivery()
  Exchange(WorkerTeam& team, Network& network, const AccessProtocol& protocol, std::uint64_t seed, LineMemory* lines)
      : team_(team),
        network_(network),
        protocol_(protocol),
        separate_kinds_(protocol.planned() != nullptr &&
                        protocol.planned()->timing() == PlannedProtocol::Timing::separate),
        seed_(seed),
        workers_(team.count()),
        routes_(protocol, lines) {
    for (PhasedWorkerState<Record>& worker : workers_) {
      if (team.count() == 1) continue;
      for (std::uint32_t sender = 0; sender < team.count(); ++sender) {
        worker.from.push_back(std::make_unique<Channel<RecordRange<Record>>>());
      }
    }
  }

  std::vector<PhasedWorkerState<Record>>& workers() { return workers_; }

  /// Has the next steps note their messages in `tree`, by which the caller charges them. Null: the network charges each
  /// phase. The network also charges, and nothing is noted, where an array has a plan of its own, whose records may
  /// stay.
  void note_in(NotedTree* tree) { tree_ = tree; }

  /// Runs every phase; afterwards each record is at its home. Charges stand in step.phases.
  /// @param several_lines  of the program have records in the step
  /// @throws Error if a plan breaks its contract
  void forward(Step& step, ReplyKind replies, bool ordered, bool several_lines);

  /// Takes the replies of PhasedWorkerState::reply from the homes back to the records of the first merge.
  void back(Step& step, ReplyKind replies);

 private:
  std::uint32_t tell(std::uint32_t w, std::uint32_t first, MovesBlock& block, AccessPlan::Moves& moves) const;
  AccessPlan::Moves moves_of(std::uint32_t phase, const Step& step) const;
  bool begin_phase(std::uint32_t phase, Step& step);
  void look(std::uint32_t w, const Step& step);
  void begin_order();
  void order_records(const Step& step);
  void take_answers(std::span<const OrderedAnswer> answers, bool routed);
  void look_in_order(const Step& step);
  void route_in_order(const Step& step);
  void order_messages();
  void pass_keys();
  void note_moves(std::uint32_t phase);
  void note_first();
  void end_tree();
  void check_inside() const;
  void check_contract() const;
  [[noreturn]] void throw_misrouted(const Misroute& misroute, const std::string& where) const;
  void send(std::uint32_t w, std::uint32_t phase, const Step& step, ReplyKind replies, bool ordered);
  void list_messages(std::uint32_t w, std::uint32_t phase, std::uint32_t first, std::uint32_t count);
  void count_sent(std::uint32_t w, std::uint32_t phase, std::uint32_t first, std::uint32_t count, ReplyKind replies);
  void receive(std::uint32_t w, std::uint32_t phase, ReplyKind replies);
  void sort_arrivals(PhasedWorkerState<Record>& mine, PhaseTrace<Record>& trace, std::uint32_t first,
                     std::uint32_t last);
  template <bool ranked>
  void merge_run(std::uint32_t w, PhaseTrace<Record>& trace, std::uint32_t first, std::uint32_t last, std::uint32_t at,
                 ReplyKind replies);
  bool keeps_rank(std::uint32_t w, const Record& record) const;
  void number_ranks();
  void sort_by_ranks(std::uint32_t w, std::uint32_t first, std::uint32_t last);
  void count_lines(std::uint32_t w, std::uint32_t phase);
  void count_sources(std::uint32_t w, std::uint32_t phase, std::uint32_t first, std::uint32_t count);
  void note_loads(Step& step, const PhaseRecord& phase) const;
  void note_busiest(LineLoads& loads, const PhasedWorkerState<Record>& mine, const PhaseRecord& phase) const;
  void note_messages(MessageLog& log, std::uint32_t number);
  void note_replies(MessageLog& log, std::uint32_t phase) const;
  PhaseRecord charge(Step& step);
  void unite_counts(PhaseMessages& messages, PhaseRecord& phase);
  void send_replies(std::uint32_t w, std::uint32_t phase, ReplyKind replies);
  void collect_replies(std::uint32_t w, std::uint32_t phase);
  bool replies_to(std::uint32_t w, const Record& record) const {
    return team_.workers[w]->sites.species(species_of(record.address)).operation.replies();
  }

  WorkerTeam& team_;
  Network& network_;
  const AccessProtocol& protocol_;
  bool separate_kinds_;
  std::uint64_t seed_;
  NotedTree* tree_ = nullptr;
  bool noting_ = false;                   // in tree_, in this step
  bool several_lines_ = false;            // ask in this step
  ComponentLoads* components_ = nullptr;  // of a profile
  bool observed_ = false;                 // this step
  RankedStep ranked_;
  std::vector<std::size_t> first_noted_;  // per phase, in the observer's log
  std::vector<PhasedWorkerState<Record>> workers_;
  Routes routes_;
  std::uint32_t phases_ = 0;  ///< that the step has had
};

extern template class Exchange<ReadRecord>;
extern template class Exchange<UpdateRecord>;

}  // namespace pram::detail
