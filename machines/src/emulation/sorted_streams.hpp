#pragma once

#include <cstdint>
#include <span>

#include <pram/detail/memory_account.hpp>
#include <pram/machines/detail/ranade.hpp>

namespace pram::detail {

/// A request of the processor in a row, for a cell of the module in the row `home`.
struct StreamRequest {
  std::uint32_t row = 0;
  std::uint32_t home = 0;
  std::uint64_t address = 0;
};

/// Two groups of requests for one cell that became one. A group is named by its first request.
struct StreamMerge {
  std::uint32_t first = 0;
  std::uint32_t second = 0;  ///< all of its requests come behind those of `first`
};

/// Takes requests through a butterfly as sorted streams, step by step (Ranade 1991).
///
/// Rows are 0 … N - 1, levels 0 … n, N = 2^n. Processors are at level 0, modules at level n. The switch of row r at
/// level l < n settles bit l: its outputs lead to the rows that have r's other bits. So the requests that can reach a
/// switch come from consecutive rows, and a merge of two streams keeps the order of rows. Streams are sorted by home,
/// then by address. Of a home's bits the lowest counts most, which is Ranade's order with rows named by their bits
/// backwards; with Keys::last the highest does.
///
/// A switch behind level 0 has two queues, one for each row that leads there. In a step a switch with something in both
/// takes the smaller key, or both if they are equal. Levels take their turns from the modules back, so that a place
/// which becomes free is free in the same step; what is sent is there in the next.
class SortedStreams {
 public:
  SortedStreams(std::uint32_t rows, const RanadeOptions& options);

  /// Carries requests to their homes.
  /// @param requests  by ascending rows; requests of one row for one cell merge before they leave
  void run(std::span<const StreamRequest> requests);

  const RanadeCounts& counts() const { return counts_; }
  /// All merges, also those at processors, each behind those that made its groups.
  std::span<const StreamMerge> merges() const { return merges_; }
  /// The groups that arrived: where requests merge, one for each cell. Ascending homes; those of one cell in the order
  /// of their requests.
  std::span<const std::uint32_t> arrived() const { return arrived_; }

 private:
  static constexpr std::uint32_t ghost = 0xFFFFFFFF;  // as the request of a message
  static constexpr std::uint32_t end = 0xFFFFFFFF;    // as the rank of a message: the end of its stream

  struct Message {
    std::uint32_t rank = 0;  ///< of its key among those of all requests
    std::uint32_t request = ghost;
  };
  struct Queue {
    std::uint32_t first = 0;
    std::uint32_t size = 0;
    std::uint32_t held = 0;  ///< messages that take a place: all but a ghost
  };

  void begin(std::span<const StreamRequest> requests);
  void sort_by_home(std::span<const StreamRequest> requests);
  void fill_streams(std::span<const StreamRequest> requests);
  void step_processors();
  void step_switches(std::uint32_t level);
  void step_modules();
  void gather_arrivals(std::span<const StreamRequest> requests);

  /// Two queues, side by side, of a row at a level: of what comes from the lower row, and from the higher one.
  std::size_t queues_of(std::uint32_t level, std::uint32_t row) const {
    return (std::size_t{level - 1} * rows_ + row) * 2;
  }
  const Message& head(std::size_t queue) const { return places_[queue * places_each_ + queues_[queue].first]; }
  void drop_head(std::size_t queue);
  void push(std::size_t queue, Message message);
  /// The queue to which an output of a switch leads.
  std::size_t target(std::uint32_t level, std::uint32_t row, std::uint32_t output) const;
  bool has_room(std::size_t queue) const { return queues_[queue].held < options_.buffers; }
  bool send(std::uint32_t level, std::uint32_t row, Message message);
  bool send_end(std::uint32_t level, std::uint32_t row);
  void merge(std::uint32_t first, std::uint32_t second);

  std::uint32_t rows_;
  std::uint32_t levels_;
  RanadeOptions options_;
  std::uint32_t places_each_;  // of a queue: a power of two
  CountedVector<Queue> queues_;
  CountedVector<Message> places_;
  CountedVector<std::uint32_t> home_of_rank_;  // with its bits backwards, to be compared with bits of rows
  CountedVector<std::uint32_t> sorted_;        // requests by home and address
  CountedVector<std::uint32_t> counted_;       // first places of rows, or of homes
  CountedVector<Message> streams_;             // of processors, one behind the other
  CountedVector<std::uint32_t> next_;          // per row: the next message of its stream
  CountedVector<std::uint32_t> last_;          // per row: one behind its stream
  CountedVector<std::uint32_t> open_;          // per level: rows that the end has not left
  CountedVector<StreamMerge> merges_;
  CountedVector<std::uint32_t> arrived_;
  RanadeCounts counts_;
};

}  // namespace pram::detail
