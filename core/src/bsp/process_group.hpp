#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pram/detail/bsp/mailbox.hpp>
#include <pram/error.hpp>

#include "put_rules.hpp"
#include "rank_counts.hpp"

namespace pram::bsp::detail {

/// What is wrong with a superstep: of several things the one that comes first by process asking, process asked,
/// coarray and index, so that it does not depend on who looked first.
struct Breach {
  using Key = std::array<std::uint64_t, 4>;

  Key key = {~std::uint64_t{0}, 0, 0, 0};
  std::string sentence;                                ///< of an Error
  std::optional<pram::ConflictError::Facts> conflict;  ///< of a ConflictError instead

  bool found() const { return key[0] != ~std::uint64_t{0}; }
};

/// A coarray as the machine sees it.
struct StoredCoarray {
  std::string name;
  std::uint64_t bytes_each = 0;
  WordType type = WordType::opaque;
  const ElementType* element = nullptr;  ///< of the process that made it first
  std::vector<Block> blocks;             ///< per rank
  /// Per rank, where puts may conflict: who put first into each element, in which superstep.
  struct Stamp {
    std::uint64_t superstep = 0;
    std::uint32_t source = 0;
    std::uint32_t line = 0;
    /// What the element held, where that may come back. Under the common rule the number of the dissent of the element
    /// that came last, counted from 1; 0: none.
    Word before = 0;
  };
  std::vector<std::vector<Stamp>> stamps;
};

/// Processes that synchronise by themselves: all of a run, or some of them that a split put together. A process has a
/// rank in its group, a number from 0 on in the order of the run's numbers. All that goes through the group's coarrays
/// and queues goes by rank, and is done when all of its processes stand at its sync.
class ProcessGroup {
 public:
  /// @param number   among the groups of the run; 0: the run itself
  /// @param members  their numbers in the run, ascending; empty for the run itself
  ProcessGroup(Communication& all, std::uint32_t number, CountedVector<std::uint32_t> members);
  ~ProcessGroup();
  ProcessGroup(const ProcessGroup&) = delete;
  ProcessGroup& operator=(const ProcessGroup&) = delete;

  std::uint32_t number() const { return number_; }
  std::uint32_t count() const { return first_rank_.back(); }
  std::uint32_t process_of(std::uint32_t rank) const { return members_.empty() ? rank : members_[rank]; }
  bool has_process(std::uint32_t process) const {
    return members_.empty() || std::binary_search(members_.begin(), members_.end(), process);
  }
  std::uint32_t component_of(std::uint32_t rank) const {
    return component_of_ == nullptr ? process_of(rank) : component_of_[rank];
  }
  bool same_component(std::uint32_t a, std::uint32_t b) const {
    return component_of_ == nullptr ? a == b : component_of_[a] == component_of_[b];
  }
  /// "process 7", with its rank where that is another number.
  std::string name_of(std::uint32_t rank) const;
  std::string in_superstep() const;

  /// The mailbox of a worker of the run that has some of its processes.
  Mailbox& mailbox(std::uint32_t worker) { return boxes_[worker - first_worker_]; }
  /// How many of its processes a worker has.
  std::uint32_t own_count(const Mailbox& box) const {
    const std::uint32_t w = box.worker - first_worker_;
    return first_rank_[w + 1] - first_rank_[w];
  }
  std::vector<Mailbox>& mailboxes() { return boxes_; }
  const std::vector<Mailbox>& mailboxes() const { return boxes_; }

  // Syncs.

  /// How many of its processes stand at a sync.
  std::uint64_t reached() const;
  /// The sync of the lowest process that stands at one.
  const Mailbox::SyncReached& first_reached() const;
  /// All processes stand at their sync: what was asked for is going to be done.
  void begin_delivery();
  /// The group's last sync, as its lowest process made it; no file: it has had none.
  const Mailbox::SyncReached& passed() const { return passed_; }
  /// Its last sync was a later one of a collective.
  bool goes_on() const { return goes_on_; }
  /// What was asked for is done.
  void end_delivery();
  /// Puts, gets and messages on their way.
  std::uint64_t asked() const;
  bool had_messages() const;
  /// Brings what processes asked for at different syncs of other groups into the order of the processes again.
  void restore_order();
  std::uint64_t splits() const;

  // What a worker of the run does for its processes, once all stand at a sync. Nothing if it has none.

  void serve_gets(std::uint32_t worker);
  /// Writes what gets have brought to where it is wanted.
  void place_gets(std::uint32_t worker);
  void serve_puts(std::uint32_t worker);
  void serve_messages(std::uint32_t worker);
  /// The first breach that was found while serving; null: there is none.
  const Breach* breach() const;

  /// Messages of one queue that came, and into which their processes have not looked.
  struct Unread {
    std::uint32_t queue = 0;
    std::uint64_t messages = 0;
    std::uint64_t looked_for = 0;  ///< of these: the process looked into an empty queue, both without a name
  };
  /// Those of the inboxes that the superstep has emptied, by worker and queue.
  template <class Visit>
  void visit_unread(const Visit& visit) const {
    for (const Inbox& inbox : inboxes_) std::ranges::for_each(inbox.unread, visit);
  }
  /// The run has ended: what still lies in the inboxes counts.
  void end_inboxes();

  /// Words that a process got from other components.
  std::uint64_t received(std::uint32_t rank) const { return received_.of(worker_of_[rank], rank); }
  /// Words that gets took from it.
  std::uint64_t answered(std::uint32_t rank) const { return answered_.of(worker_of_[rank], rank); }

  // What processes call, by way of the functions of the mailbox.

  std::uint32_t make_block(std::uint32_t rank, std::uint64_t size, const ElementType& element, const void* initial,
                           std::string_view name, const std::string& where);
  void free_block(std::uint32_t coarray, Block& block) noexcept;
  void borrow_block(std::uint32_t coarray, Block& block, void* data, std::uint64_t size) noexcept;
  StoredCoarray& coarray(std::uint32_t number) { return *place_of(number); }
  const StoredCoarray& coarray(std::uint32_t number) const { return *place_of(number); }
  std::span<const Arrival> arrivals(std::uint32_t rank, std::uint32_t queue);

 private:
  /// What a process has put into an element so far, unless it is what the lowest process leaves there.
  struct Dissent {
    std::uint32_t source = 0;
    std::uint32_t target = 0;
    std::uint32_t coarray = 0;
    std::uint32_t line = 0;
    std::uint64_t index = 0;
    bool settled = false;  ///< the process has put that, too, and later
  };
  /// The messages that have come for the processes of one worker.
  struct Arrived {
    RecordList<Arrival> arrivals;      ///< by process, queue and sender, then as sent
    std::vector<std::uint32_t> first;  ///< per own process: where its arrivals begin; one more at the end
    bool any = false;
    bool any_of_program = false;  ///< not of collectives alone
  };
  /// What the processes of one worker get.
  struct Inbox {
    Arrived arrived;
    Arrived arrived_later;       ///< with the supersteps of a collective but its first
    std::vector<Unread> unread;  ///< of what the last superstep has replaced
    Breach breach;
    CountedVector<Dissent> dissents;  ///< under the common rule, while puts are served
  };
  /// What is asked for.
  struct Range {
    std::uint32_t source = 0;
    std::uint32_t target = 0;
    std::uint32_t coarray = 0;
    std::uint32_t line = 0;
    std::uint64_t index = 0;
    std::uint64_t count = 0;
  };

  /// Do all processes stand at a later sync of one collective?
  /// @throws Error if some do and others do not
  bool all_go_on() const;
  /// Counts what lies unread before other messages take its place.
  void count_unread(std::uint32_t w);
  bool has(std::uint32_t worker) const { return worker - first_worker_ < boxes_.size(); }
  /// Gives back the memory of a block, unless it is the program's own.
  void give_back(std::uint32_t coarray, const Block& block) noexcept;
  /// Is the winner of concurrent puts found by their order alone?
  bool settled_by_order() const { return put_order_ != PutOrder::judged; }
  // Below, w is a worker's place among those that have processes of the group.
  /// @param same  where the records end that go to the same coarray
  template <class Load>
  void get_words(std::uint32_t w, Runs<GetRecord>& gets, std::size_t run, std::uint64_t same, const Load& load_element);
  void get_wide(std::uint32_t w, Bucket& bucket, std::size_t run);
  /// @param begin, end  runs
  void put_all(std::uint32_t w, Bucket& bucket, std::size_t begin, std::size_t end);
  template <class Store>
  void put_words(std::uint32_t w, Runs<PutRecord>& puts, std::size_t run, std::uint64_t same, const Store& store);
  void prefetch_range(const Bucket& bucket, const Run& common, const PutRecord& put) const;
  void put_wide(std::uint32_t w, Bucket& bucket, std::size_t run);
  void put_judged(std::uint32_t w, StoredCoarray& coarray, Block& block, const Range& put, const std::byte* from);
  /// Serves a put of one element into which another process has put in this superstep. The rule combines nothing.
  void put_second(std::uint32_t w, StoredCoarray& coarray, const Range& put, std::uint64_t index, std::byte* place,
                  const std::byte* from);
  /// The common rule: processes agree on an element if each leaves the same value there, whatever it has put before.
  /// The lowest process's puts come first.
  void put_common(std::uint32_t w, StoredCoarray& coarray, const Range& put, std::uint64_t index, std::byte* place,
                  const std::byte* from);
  /// Notes the dissents that are left once all puts are served.
  void end_common(std::uint32_t w);
  /// Notes a run of words for a coarray that is not there.
  template <class Record>
  void note_missing_run(std::uint32_t w, const Runs<Record>& list, std::size_t run, const char* what);
  /// The coarray, if there is such a block with such elements; else null, and the breach is noted.
  StoredCoarray* find(std::uint32_t w, const Range& asked, const char* what);
  void note_missing(std::uint32_t w, const Range& asked, const char* what);
  void note(std::uint32_t w, const Breach::Key& key, std::string sentence);
  /// Notes messages that were sent while a collective was under way.
  void note_sent_within(std::uint32_t w, const Runs<MessageRecord>& messages, std::size_t run);
  /// Notes that two processes have put into one element, which the rule does not allow.
  void note_conflict(std::uint32_t w, const StoredCoarray& coarray, const Range& put, std::uint64_t index,
                     const StoredCoarray::Stamp& first, const char* what);
  Breach::Key key_of(std::uint32_t source, std::uint32_t target, std::uint32_t coarray, std::uint64_t index) const;

  Communication& all_;
  PutOrder put_order_;  ///< by the machine's rule
  std::uint32_t number_;
  CountedVector<std::uint32_t> members_;
  CountedVector<std::uint32_t> own_components_;  ///< per rank; empty for the run itself, and for a process a component
  const std::uint32_t* component_of_ = nullptr;  ///< per rank; null: a process a component
  CountedVector<std::uint16_t> worker_of_;       ///< per rank: the place of its worker among those of the group
  std::uint32_t first_worker_ = 0;
  std::vector<std::uint32_t> first_rank_;  ///< per worker of the group; one more at the end
  CountedVector<ProcessState> states_;     ///< per rank
  RankCounts received_;
  RankCounts answered_;
  std::vector<Mailbox> boxes_;
  std::vector<Inbox> inboxes_;
  bool goes_on_ = false;
  std::uint64_t syncs_ = 0;  ///< without the later ones of collectives: what is drawn goes by them
  Mailbox::SyncReached passed_;
  std::string tag_;  ///< of the sync whose superstep is being served

  static constexpr std::uint32_t most_coarrays = 65536;
  std::mutex mutex_;
  /// In lists that never move, each twice as long as the one before: a process reads what it or a sync has entered,
  /// while others enter more.
  static constexpr std::uint32_t first_list = 8;
  std::array<std::unique_ptr<std::unique_ptr<StoredCoarray>[]>, 14> coarrays_;
  std::uint32_t coarray_count_ = 0;

  static std::uint32_t list_of(std::uint32_t number) {
    return static_cast<std::uint32_t>(std::bit_width(number / first_list + 1)) - 1;
  }
  std::unique_ptr<StoredCoarray>& place_of(std::uint32_t number) const {
    const std::uint32_t list = list_of(number);
    // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): a bit width of at least 1
    return coarrays_[list][number + first_list - (first_list << list)];
  }
};

}  // namespace pram::bsp::detail
