#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <pram/detail/bsp/mailbox.hpp>
#include <pram/error.hpp>
#include <pram/ledger.hpp>
#include <pram/network.hpp>
#include <pram/observer.hpp>
#include <pram/rule.hpp>

#include "../ledger/profile/component_loads.hpp"
#include "../processors/worker_team.hpp"
#include "process_group.hpp"

namespace pram::bsp::detail {

/// All that the processes of one run send each other, in their groups: first that of all of them, then those that are
/// split off. The machine goes in rounds: every process runs until it stands at a sync, and deliver() does what was
/// asked for in the groups that stand there as a whole. The others' processes wait.
class Communication {
 public:
  Communication(const pram::detail::WorkerTeam& team, const pram::detail::BlockDistribution& distribution, Rule rule,
                std::uint64_t seed, std::uint64_t collision_marker, const Network& network);
  ~Communication();
  Communication(const Communication&) = delete;
  Communication& operator=(const Communication&) = delete;

  /// The mailbox of the run itself.
  Mailbox& mailbox(std::uint32_t worker) { return groups_.front()->mailbox(worker); }

  /// Keeps processes that wait from running, as long as it lives.
  class Waiting {
   public:
    Waiting(Communication& communication, const pram::detail::WorkerTeam& team);
    ~Waiting();
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;

   private:
    Communication& communication_;
    const pram::detail::WorkerTeam& team_;
  };

  /// Finds the groups whose processes all stand at their sync, and who waits.
  /// @throws Error if there is none, if one waits in vain, and if a process has made a sync that it did not await
  void find_ready(const pram::detail::WorkerTeam& team);
  /// The tags of the ready groups' syncs.
  std::string tag() const;
  /// The processes that wait for others: slots, per worker, ascending.
  const std::vector<std::vector<std::uint32_t>>& waiting() const { return waiting_; }

  /// Serves gets, puts and messages of the groups that are ready.
  /// @param shared  something was asked of shared arrays, which the machine charges by itself
  /// @param components  for a profile of the ledger: gets the words of every component
  /// @param told    gets what an observer is to be told of; null: nobody asks
  /// @returns what the ledger notes. Charges are those of the network: the latency of its ports where nothing travelled
  /// @throws Error: what breaks a rule, with the lowest process's line
  SuperstepRecord deliver(const pram::detail::WorkerTeam& team, Network& network, std::uint64_t number, bool shared,
                          pram::detail::ComponentLoads* components, std::vector<Observer::Transfer>* told);

  /// The most syncs that a process has come through in this run. A collective is one of them, whatever its supersteps.
  std::uint64_t passed() const { return passed_; }
  /// The same of each process of a worker; null: all have come through as many.
  const std::uint64_t* passed_by(std::uint32_t worker) const {
    return passed_by_.empty() ? nullptr : passed_by_.data() + first_process_[worker];
  }

  /// All processes have ended.
  /// @throws Error if something was asked for that no sync follows
  void end();

  /// What the lines of the program transferred in the superstep delivered last.
  std::vector<TransferTotal> transfers() const;
  /// Messages that it has replaced, or that the end of the run has, and into whose queues nobody had looked; by name.
  std::vector<UnreadMessages> unread() const;

  /// What is known of a process that fails in the superstep under way.
  ProgramError::Facts failure_of(std::uint32_t process) const;

  // What processes call, by way of the functions of the mailbox.
  std::uint32_t enter_line(Transfer transfer, const std::string& subject, const char* file, std::uint32_t line);
  /// What a message costs; none where the network has no such numbers.
  const std::optional<Port>& port() const { return port_; }
  struct Where {
    const char* file;
    std::uint32_t line;
  };
  std::uint32_t queue_number(std::string_view name, const ElementType& type, std::uint32_t process, Where where);
  std::string queue_name(std::uint32_t queue) const;
  std::uint32_t tag_number(std::string_view tag);
  SlotSupply& slots(std::uint32_t worker) { return slots_[worker]; }
  SourceLine line(std::uint32_t number) const;
  std::string where(std::uint32_t line) const { return to_string(this->line(line)); }
  /// "in superstep 3", with its tag where that is known.
  std::string in_superstep(const std::string& tag = "") const;

  // What groups ask.
  std::uint64_t processes() const { return distribution_.processors; }
  std::uint32_t workers() const { return static_cast<std::uint32_t>(slots_.size()); }
  std::uint32_t worker_of(std::uint32_t process) const;
  std::uint32_t first_process(std::uint32_t worker) const { return first_process_[worker]; }
  /// Per process; null: a process a component.
  const std::uint32_t* components_of() const { return components_of_.empty() ? nullptr : components_of_.data(); }
  bool lists_messages() const { return listed_; }
  Rule rule() const { return rule_; }
  std::uint64_t seed() const { return seed_; }
  const std::uint64_t& collision_marker() const { return collision_marker_; }
  /// Of the superstep under way, in this run.
  std::uint64_t number() const { return number_; }
  const std::string& tag(std::uint32_t number) const { return tags_[number]; }
  std::uint64_t queue_bytes(std::uint32_t queue) const { return queues_[place_of_queue(queue)].type->bytes; }

 private:
  struct Line {
    Transfer transfer;
    std::string subject;  ///< the name of a coarray or queue
    std::string file;
    std::uint32_t line = 0;
    std::uint64_t messages = 0;    ///< what its gets and splits bring, too
    std::uint64_t words = 0;       ///< of puts, messages and the requests of gets and splits
    std::uint64_t words_back = 0;  ///< of what its gets and splits bring
  };
  struct StoredQueue {
    std::string name;
    const ElementType* type = nullptr;
  };

  /// In serving/observed_transfers.cpp.
  void tell_transfers(const ProcessGroup& group, std::vector<Observer::Transfer>& told) const;

  // Who goes on, in rounds.cpp.

  /// @throws Error if a process has made a sync that it did not await
  void check_awaited();
  void find_ready_of_many(const pram::detail::WorkerTeam& team);
  /// @throws Error if a process awaits something else than a sync
  void check_syncs(const pram::detail::WorkerTeam& team) const;
  [[noreturn]] void refuse_idle() const;
  [[noreturn]] void refuse_sync(const ProcessGroup& waits, std::uint32_t missing, const std::string& why) const;
  [[noreturn]] void refuse_all_wait(const pram::detail::WorkerTeam& team) const;

  /// Counts the syncs that the ready groups come through.
  void count_passed();

  // In splitting.cpp.

  /// Makes the groups that the processes of one have asked for.
  void split(ProcessGroup& group);

  // What the superstep costs, in measuring.cpp.

  /// What was asked for travels as one phase, then what gets and splits bring as a second.
  void measure(SuperstepRecord& record, pram::detail::ComponentLoads* components);
  void measure(ProcessGroup& group);
  /// Lists what gets bring, message by message.
  void list_replies(const ProcessGroup& group, const Bucket& bucket);
  void measure_split(ProcessGroup& group);
  void sum_by_line();
  /// Components that have a process that goes on.
  std::uint64_t components_of_ready() const;

  pram::detail::BlockDistribution distribution_;
  Rule rule_;
  std::uint64_t seed_;
  std::uint64_t collision_marker_;
  std::optional<Port> port_;
  bool listed_;
  std::uint64_t number_ = 1;
  std::uint64_t passed_ = 0;
  CountedVector<std::uint64_t> passed_by_;    ///< per process, once there are several groups
  std::vector<std::uint32_t> components_of_;  ///< per process; empty: a process a component
  std::vector<std::uint32_t> first_process_;  ///< per worker; one more at the end
  std::vector<std::unique_ptr<ProcessGroup>> groups_;
  std::vector<ProcessGroup*> ready_;  ///< in the order of their lowest processes
  std::deque<SlotSupply> slots_;      ///< per worker

  // In use once there are several groups.
  std::vector<std::vector<std::uint32_t>> waiting_;               ///< slots, per worker
  std::vector<std::vector<std::coroutine_handle<>>> waiting_in_;  ///< the tasks of theirs that are to go on
  std::vector<std::uint64_t> looked_at_;                          ///< per group: the last superstep at whose end

  mutable std::mutex mutex_;
  std::vector<StoredQueue> queues_;
  std::vector<std::string> tags_;
  std::deque<Line> lines_;
  std::map<std::tuple<std::string, std::uint32_t, Transfer, std::string>, std::uint32_t> line_numbers_;

  /// One way of a superstep: words by component, and the messages for networks that ask.
  struct Way {
    std::uint64_t messages = 0;
    std::uint64_t charge = 0;             ///< the network's
    std::vector<std::uint64_t> sent;      ///< words, per component
    std::vector<std::uint64_t> received;  ///< words, per component
    std::vector<std::uint32_t> source;
    std::vector<std::uint32_t> destination;
    std::vector<std::uint32_t> length;

    void begin(std::uint32_t components);
    /// A message of a word.
    void add(std::uint32_t from, std::uint32_t to, bool listed);
    /// Brings the messages into the order of their sources.
    void sort();
    /// Has the network carry it.
    /// @param back  it is the replies
    /// @returns the charge
    std::uint64_t carried_by(Network& network, bool back);
  };
  Way requests_;
  Way replies_;
};

}  // namespace pram::bsp::detail
