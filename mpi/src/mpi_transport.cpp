#include "mpi_transport.hpp"

#include <sched.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <utility>
#include <vector>

namespace pram::mpi {

namespace {

/// Bytes a message: long ones go as many of these, so that none has more bytes than an int counts.
constexpr std::size_t most_bytes = std::size_t{256} << 10;
/// Numbers that are added up at once.
constexpr std::size_t most_numbers = std::size_t{1} << 20;
/// Messages each way that are on their way at once.
constexpr std::size_t most_on_the_way = 64;

/// Bytes of a message to one rank by the board. MPI copies longer ones once, where the board copies them twice.
constexpr std::size_t most_short_bytes = 4096;

constexpr int message_tag = 1;

/// Open MPI gives way itself, as start.cpp asks it to. MPICH polls for as long as it waits.
#ifdef OPEN_MPI
constexpr bool yields_itself = true;
#else
constexpr bool yields_itself = false;
#endif

/// Blocks of what goes to the ranks, or comes from them, in the order in which this rank turns to them.
template <class Byte>
class Blocks {
 public:
  /// @param forward  to the ranks that follow, or else from those that precede
  /// @param scratch  in place of bytes that a rank that has failed does not have
  Blocks(std::span<const std::span<Byte>> all, std::size_t rank, bool forward, std::span<Byte> scratch)
      : all_(all), rank_(rank), forward_(forward), scratch_(scratch) {
    skip_empty();
  }

  bool done() const { return distance_ == all_.size(); }
  /// How many there are, as long as none is taken.
  std::size_t count() const {
    std::size_t count = 0;
    for (std::size_t r = 0; r < all_.size(); ++r)
      count += r == rank_ ? 0 : (all_[r].size() + most_bytes - 1) / most_bytes;
    return count;
  }
  int other() const {
    return static_cast<int>(forward_ ? (rank_ + distance_) % all_.size()
                                     : (rank_ + all_.size() - distance_) % all_.size());
  }
  std::span<Byte> take() {
    const std::span<Byte> whole = all_[static_cast<std::size_t>(other())];
    const std::size_t first = begin_;
    begin_ = std::min(first + most_bytes, whole.size());
    if (whole.data() == nullptr) return scratch_.first(begin_ - first);
    return whole.subspan(first, begin_ - first);
  }
  /// Turns to the next rank if this one has all its blocks.
  void skip_empty() {
    while (!done() && begin_ == all_[static_cast<std::size_t>(other())].size()) {
      ++distance_;
      begin_ = 0;
    }
  }

 private:
  std::span<const std::span<Byte>> all_;
  std::size_t rank_;
  bool forward_;
  std::span<Byte> scratch_;
  std::size_t distance_ = 1;
  std::size_t begin_ = 0;  // of the next block
};

}  // namespace

MpiTransport::MpiTransport(bool gives_way)
    : gives_way_(gives_way && !yields_itself), nothing_(most_bytes), lost_(most_bytes) {
  int rank = 0;
  int ranks = 1;
  // The program's own messages, if it has any, are not among pram's.
  check(MPI_Comm_dup(MPI_COMM_WORLD, &world_), "MPI_Comm_dup");
  check(MPI_Comm_set_errhandler(world_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  check(MPI_Comm_rank(world_, &rank), "MPI_Comm_rank");
  check(MPI_Comm_size(world_, &ranks), "MPI_Comm_size");
  rank_ = static_cast<std::uint32_t>(rank);
  ranks_ = static_cast<std::uint32_t>(ranks);
  make_board(gives_way);
}

void MpiTransport::make_board(bool gives_way) {
  int here = 0;
  const auto rank = static_cast<int>(rank_);
  check(MPI_Comm_split_type(world_, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &host_), "MPI_Comm_split_type");
  check(MPI_Comm_size(host_, &here), "MPI_Comm_size");
  if (static_cast<std::uint32_t>(here) < ranks_ || ranks_ == 1) return;
  void* own = nullptr;
  // Containers may have no room for it.
  int made = static_cast<int>(MPI_Win_allocate_shared(static_cast<MPI_Aint>(HostBoard::part_bytes()), 1, MPI_INFO_NULL,
                                                      host_, static_cast<void*>(&own), &shared_) == MPI_SUCCESS);
  if (made != 0) std::memset(own, 0, HostBoard::part_bytes());
  // From here on every rank knows that the memory of all others is there, and zero.
  check(MPI_Allreduce(MPI_IN_PLACE, &made, 1, MPI_INT, MPI_MIN, world_), "MPI_Allreduce");
  if (made == 0) return;
  std::vector<std::byte*> parts;
  for (int r = 0; r < here; ++r) {
    MPI_Aint bytes = 0;
    int unit = 0;
    void* part = nullptr;
    check(MPI_Win_shared_query(shared_, r, &bytes, &unit, static_cast<void*>(&part)), "MPI_Win_shared_query");
    parts.push_back(static_cast<std::byte*>(part));
  }
  board_.emplace(std::move(parts), rank_, gives_way);
}

void MpiTransport::check(int code, const char* call) {
  if (code == MPI_SUCCESS) [[likely]]
    return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  std::fprintf(stderr, "pram: rank %u: %s fails: %s\n", rank_, call, text);
  abort(1);
}

void MpiTransport::meet(std::span<const std::byte> mine, std::span<std::byte> all) {
  if (board_ && mine.size() <= HostBoard::capacity) {
    std::memcpy(board_->mine().data(), mine.data(), mine.size());
    board_->leave();
    for (std::uint32_t r = 0; r < ranks_; ++r)
      std::memcpy(all.data() + r * mine.size(), board_->of(r).data(), mine.size());
    return;
  }
  const int count = static_cast<int>(mine.size());
  if (!gives_way_) {
    check(MPI_Allgather(mine.data(), count, MPI_BYTE, all.data(), count, MPI_BYTE, world_), "MPI_Allgather");
    return;
  }
  MPI_Request request = MPI_REQUEST_NULL;
  check(MPI_Iallgather(mine.data(), count, MPI_BYTE, all.data(), count, MPI_BYTE, world_, &request), "MPI_Iallgather");
  wait(request, "MPI_Iallgather");
}

void MpiTransport::exchange(std::span<const std::span<const std::byte>> out, std::span<const std::span<std::byte>> in) {
  if (in[rank_].data() != nullptr && in[rank_].data() != out[rank_].data() && !in[rank_].empty())
    std::memcpy(in[rank_].data(), out[rank_].data(), in[rank_].size());
  if (!board_) {
    exchange_long(out, in);
    return;
  }
  const std::size_t room = std::min(most_short_bytes, HostBoard::capacity / ranks_);
  // Sender and receiver know a message's size, and so both know its way.
  long_out_.assign(ranks_, {});
  long_in_.assign(ranks_, {});
  bool any_long = false;
  for (std::uint32_t r = 0; r < ranks_; ++r) {
    if (r == rank_) continue;
    if (out[r].size() > room) {
      long_out_[r] = out[r];
    } else if (out[r].data() != nullptr) {
      std::memcpy(board_->mine().data() + r * room, out[r].data(), out[r].size());
    }
    if (in[r].size() > room) long_in_[r] = in[r];
    any_long = any_long || out[r].size() > room || in[r].size() > room;
  }
  board_->leave();
  if (any_long) exchange_long(long_out_, long_in_);
  for (std::uint32_t r = 0; r < ranks_; ++r) {
    const std::span<const std::byte> left = board_->of(r);
    if (r != rank_ && in[r].size() <= room && in[r].data() != nullptr)
      std::memcpy(in[r].data(), left.data() + rank_ * room, in[r].size());
  }
}

/// A message of each rank that is not yet complete is, at its distance and in its place, the next of its sender and of
/// its receiver, whatever else these wait for: so the first of all can always go.
void MpiTransport::exchange_long(std::span<const std::span<const std::byte>> out,
                                 std::span<const std::span<std::byte>> in) {
  Blocks<const std::byte> sends(out, rank_, true, nothing_);
  Blocks<std::byte> receives(in, rank_, false, lost_);
  // As many as are on their way at once: mostly a few, and those that wait look at all.
  const std::size_t most_receives = std::min(most_on_the_way, receives.count());
  const std::size_t most_sends = std::min(most_on_the_way, sends.count());
  requests_.assign(most_receives + most_sends, MPI_REQUEST_NULL);
  free_receives_.resize(most_receives);
  free_sends_.resize(most_sends);
  std::iota(free_receives_.begin(), free_receives_.end(), std::size_t{0});
  std::iota(free_sends_.begin(), free_sends_.end(), most_receives);
  completed_.resize(requests_.size());
  for (;;) {
    for (; !receives.done() && !free_receives_.empty(); free_receives_.pop_back()) {
      const int from = receives.other();
      const std::span<std::byte> block = receives.take();
      check(MPI_Irecv(block.data(), static_cast<int>(block.size()), MPI_BYTE, from, message_tag, world_,
                      &requests_[free_receives_.back()]),
            "MPI_Irecv");
      receives.skip_empty();
    }
    for (; !sends.done() && !free_sends_.empty(); free_sends_.pop_back()) {
      const int to = sends.other();
      const std::span<const std::byte> block = sends.take();
      check(MPI_Isend(block.data(), static_cast<int>(block.size()), MPI_BYTE, to, message_tag, world_,
                      &requests_[free_sends_.back()]),
            "MPI_Isend");
      sends.skip_empty();
    }
    if (sends.done() && receives.done()) break;
    for (std::size_t left = wait_for_some(); left > 0; --left) {
      const auto slot = static_cast<std::size_t>(completed_[left - 1]);
      (slot < most_receives ? free_receives_ : free_sends_).push_back(slot);
    }
  }
  while (wait_for_some() > 0) {
  }
}

std::size_t MpiTransport::wait_for_some() {
  const int all = static_cast<int>(requests_.size());
  for (int count = 0;; ::sched_yield()) {
    if (gives_way_) {
      check(MPI_Testsome(all, requests_.data(), &count, completed_.data(), MPI_STATUSES_IGNORE), "MPI_Testsome");
    } else {
      check(MPI_Waitsome(all, requests_.data(), &count, completed_.data(), MPI_STATUSES_IGNORE), "MPI_Waitsome");
    }
    if (count == MPI_UNDEFINED) return 0;  // none is on its way
    if (count > 0) return static_cast<std::size_t>(count);
  }
}

void MpiTransport::wait(MPI_Request request, const char* call) {
  for (int done = 0; done == 0; ::sched_yield()) check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), call);
}

void MpiTransport::add(std::span<std::uint64_t> numbers) {
  if (board_ && numbers.size_bytes() <= most_short_bytes) {
    std::memcpy(board_->mine().data(), numbers.data(), numbers.size_bytes());
    board_->leave();
    std::ranges::fill(numbers, 0);
    for (std::uint32_t r = 0; r < ranks_; ++r) {
      const std::byte* const left = board_->of(r).data();
      for (std::size_t k = 0; k < numbers.size(); ++k) {
        std::uint64_t number = 0;
        std::memcpy(&number, left + k * sizeof number, sizeof number);
        numbers[k] += number;
      }
    }
    return;
  }
  while (!numbers.empty()) {
    const std::span<std::uint64_t> some = numbers.first(std::min(numbers.size(), most_numbers));
    const int count = static_cast<int>(some.size());
    MPI_Request request = MPI_REQUEST_NULL;
    if (!gives_way_) {
      check(MPI_Allreduce(MPI_IN_PLACE, some.data(), count, MPI_UINT64_T, MPI_SUM, world_), "MPI_Allreduce");
    } else {
      check(MPI_Iallreduce(MPI_IN_PLACE, some.data(), count, MPI_UINT64_T, MPI_SUM, world_, &request),
            "MPI_Iallreduce");
      wait(request, "MPI_Iallreduce");
    }
    numbers = numbers.subspan(some.size());
  }
}

void MpiTransport::abort(int code) noexcept {
  MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

void MpiTransport::finish() noexcept {
  // All ranks have a board, or none. Without one some have the memory, perhaps, which they do not free together.
  if (board_) MPI_Win_free(&shared_);
  board_.reset();
  MPI_Comm_free(&host_);
  MPI_Comm_free(&world_);
  MPI_Finalize();
}

}  // namespace pram::mpi
