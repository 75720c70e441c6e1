#pragma once

#include <array>
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

#include <pram/detail/bsp_mailbox.hpp>
#include <pram/error.hpp>
#include <pram/ledger.hpp>
#include <pram/network.hpp>
#include <pram/rule.hpp>

#include "../processors/worker_team.hpp"

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
  std::vector<Block> blocks;  ///< per process
  /// Per process, where puts may conflict: who put last into each element, in which superstep.
  struct Stamp {
    std::uint64_t superstep = 0;
    std::uint32_t source = 0;
    std::uint32_t line = 0;
    Word before = 0;  ///< what the element held, where that may come back
  };
  std::vector<std::vector<Stamp>> stamps;
};

/// All that the processes of one run send each other: coarrays, queues, and what is on its way at the end of a
/// superstep. Processes ask by their worker's Mailbox; deliver() does what was asked.
class Communication {
 public:
  Communication(const pram::detail::WorkerTeam& team, const pram::detail::BlockDistribution& distribution, Rule rule,
                std::uint64_t seed, std::uint64_t collision_marker, const Network& network);
  ~Communication();
  Communication(const Communication&) = delete;
  Communication& operator=(const Communication&) = delete;

  Mailbox& mailbox(std::uint32_t worker) { return boxes_[worker]; }

  /// All of them stand at a sync or have ended: serves gets, puts and messages.
  /// @returns what the ledger notes; charges are those of the network
  /// @throws Error: what breaks a rule, with the lowest process's line
  SuperstepRecord deliver(const pram::detail::WorkerTeam& team, Network& network, std::uint64_t number);

  /// All processes have ended.
  /// @throws Error if something was asked for that no sync follows
  void end() const;

  /// What the lines of the program transferred in the superstep delivered last.
  std::vector<TransferTotal> transfers() const;

  // What processes call, by way of the functions of the mailbox.
  std::uint32_t enter_line(Transfer transfer, std::uint32_t subject, const char* file, std::uint32_t line);
  std::uint32_t make_block(std::uint32_t process, ProcessState& state, std::uint64_t size, std::uint64_t bytes_each,
                           WordType type, const void* initial, std::string_view name, const std::string& where);
  void free_block(std::uint32_t coarray, Block& block) noexcept;
  /// What a message costs; none where the network has no such numbers.
  const std::optional<Port>& port() const { return port_; }
  StoredCoarray& coarray(std::uint32_t number) { return *coarrays_[number / coarray_block][number % coarray_block]; }
  const StoredCoarray& coarray(std::uint32_t number) const {
    return *coarrays_[number / coarray_block][number % coarray_block];
  }
  std::uint32_t queue_number(std::string_view name, const void* type, std::uint64_t bytes_each, std::uint32_t process);
  std::span<const Arrival> arrivals(std::uint32_t process, std::uint32_t queue) const;
  std::uint32_t tag_number(std::string_view tag);
  GetSlot* make_slot(std::uint32_t worker) { return &slots_[worker].emplace_back(); }
  std::string where(std::uint32_t line) const;
  std::string in_superstep() const;

 private:
  struct Line {
    Transfer transfer;
    std::uint32_t subject = 0;
    std::string file;
    std::uint32_t line = 0;
    std::uint64_t messages = 0;
    std::uint64_t words = 0;
  };
  struct StoredQueue {
    std::string name;
    const void* type = nullptr;
    std::uint64_t bytes_each = 0;
  };
  /// What one worker's processes get.
  struct Inbox {
    std::vector<std::uint64_t> received;  ///< words from other components, per own component
    std::vector<std::uint64_t> answered;  ///< words that gets take from each own component
    CountedVector<Arrival> arrivals;      ///< by process, then as sent
    std::vector<std::uint32_t> first;     ///< per own process: where its arrivals begin; one more at the end
    bool any = false;
    Breach breach;
  };
  /// Is the winner of concurrent puts found by their order alone?
  bool settled_by_order() const { return rule_ == Rule::arbitrary || rule_ == Rule::priority; }
  void check_all_reached(const pram::detail::WorkerTeam& team) const;
  void serve_gets(std::uint32_t w);
  void serve_puts(std::uint32_t w);
  void serve_messages(std::uint32_t w);
  /// Calls serve(record) for all records that go to a worker, in the order of their sources, beginning with `first`.
  template <class Records, class Serve>
  void in_order(std::uint32_t w, std::uint32_t first, const Records& records_of, const Serve& serve) const;
  void put_all(std::uint32_t w, const Bucket& bucket, std::size_t begin, std::size_t end);
  void put_one(std::uint32_t w, const Bucket& bucket, const PutRecord& put);
  void put_judged(std::uint32_t w, StoredCoarray& coarray, Block& block, const PutRecord& put, const std::byte* from,
                  std::uint64_t count);
  /// What is asked for.
  struct Range {
    std::uint32_t source = 0;
    std::uint32_t target = 0;
    std::uint32_t coarray = 0;
    std::uint32_t line = 0;
    std::uint64_t index = 0;
    std::uint64_t count = 0;
  };
  /// The coarray, if there is such a block with such elements; else null, and the breach is noted.
  StoredCoarray* find(std::uint32_t w, const Range& asked, const char* what);
  void note_missing(std::uint32_t w, const Range& asked, const char* what);
  void note(std::uint32_t w, const Breach::Key& key, std::string sentence);
  /// The most concurrent puts that no rule settles.
  void note_conflict(std::uint32_t w, const StoredCoarray& coarray, const PutRecord& put, std::uint64_t index,
                     const StoredCoarray::Stamp& first, const char* what);
  void count_received(std::uint32_t w, std::uint32_t source, std::uint32_t target, std::uint64_t words);
  bool same_component(std::uint32_t a, std::uint32_t b) const {
    return components_of_.empty() ? a == b : components_of_[a] == components_of_[b];
  }
  std::uint32_t component_of(std::uint32_t process) const {
    return components_of_.empty() ? process : components_of_[process];
  }
  /// What the processes did: what was asked for travels as one phase, then what gets bring as a second.
  void measure(SuperstepRecord& record);
  void sum_by_line();

  pram::detail::BlockDistribution seating_;
  Rule rule_;
  std::uint64_t seed_;
  std::uint64_t collision_marker_;
  std::optional<Port> port_;
  std::uint64_t number_ = 1;  ///< of the superstep under way, in this run
  std::string tag_;
  std::vector<std::uint16_t> worker_of_;      ///< per process
  std::vector<std::uint32_t> components_of_;  ///< per process; empty: a process a component
  std::vector<std::uint32_t> first_component_;
  std::vector<std::uint32_t> first_process_;
  std::vector<Mailbox> boxes_;
  std::vector<std::vector<ProcessState>> states_;
  std::vector<Inbox> inboxes_;
  std::vector<std::deque<GetSlot>> slots_;

  static constexpr std::uint32_t coarray_block = 256;
  static constexpr std::uint32_t most_coarrays = 256 * coarray_block;
  mutable std::mutex mutex_;
  /// By blocks that never move: a process reads what it or a sync has entered, while others enter more.
  std::array<std::unique_ptr<std::unique_ptr<StoredCoarray>[]>, 256> coarrays_;
  std::uint32_t coarray_count_ = 0;
  std::vector<StoredQueue> queues_;
  std::vector<std::string> tags_;
  std::deque<Line> lines_;
  std::map<std::tuple<std::string, std::uint32_t, Transfer, std::uint32_t>, std::uint32_t> line_numbers_;

  /// One way of a superstep: words by component, and the messages for networks that ask.
  struct Way {
    std::uint64_t messages = 0;
    std::vector<std::uint64_t> sent;      ///< words, per component
    std::vector<std::uint64_t> received;  ///< words, per component
    std::vector<std::uint32_t> source;
    std::vector<std::uint32_t> destination;
    std::vector<std::uint32_t> length;

    void begin(std::uint32_t components);
    std::uint64_t carried_by(Network& network) const;
  };
  Way requests_;
  Way replies_;
};

}  // namespace pram::bsp::detail
