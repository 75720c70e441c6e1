#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <pram/detail/ranks/transport.hpp>
#include <pram/ranks.hpp>

namespace pram::detail {

/// The bytes that each rank has brought, those of rank 0 first.
using GatheredBytes = std::vector<std::vector<std::byte>>;

/// What ranks do together. Every operation begins by a comparison of what the ranks are about to do, so that ranks that
/// part ways, or of which one has failed, all know at once and none waits.
class RankGroup {
 public:
  explicit RankGroup(std::unique_ptr<Transport> transport) : transport_(std::move(transport)) {}

  std::uint32_t rank() const { return transport_->rank(); }
  std::uint32_t ranks() const { return transport_->ranks(); }

  /// Notes a call of host code, which all ranks must make alike. Sends nothing: the next operation compares.
  /// @param what   as an error names it: "get()", "a pardo of 16 at sort.cpp:12"
  /// @param value  a hash of all that the call was given
  void call(std::string what, std::uint64_t value);

  /// Every rank has come so far.
  /// @throws Error if ranks part ways; what a rank has failed with
  void meet() { begin(Kind::meeting, 0); }
  /// @returns whether any rank says so
  bool any(bool mine);
  std::uint64_t sum(std::uint64_t mine);
  std::uint64_t least(std::uint64_t mine);
  /// Adds numbers up over all ranks.
  void add(std::span<std::uint64_t> numbers);
  GatheredBytes gather(std::span<const std::byte> mine);
  /// Sends each rank its bytes; in[r] has the size of what comes from rank r.
  void exchange(std::span<const std::span<const std::byte>> out, std::span<const std::span<std::byte>> in);
  /// The same where what the ranks gathered last has told all of them that they exchange, and how much: nothing is
  /// compared. A rank that has failed since, for want of memory, calls exchange_nothing() before it fails.
  void exchange_agreed(std::span<const std::span<const std::byte>> out, std::span<const std::span<std::byte>> in) {
    carry(out, in);
  }
  /// Takes part in an exchange without room for it.
  /// @param out  bytes per rank, which have no meaning
  /// @param in   bytes per rank, which are lost
  void exchange_nothing(std::span<const std::size_t> out, std::span<const std::size_t> in);
  /// Gives every rank the bytes of one.
  void broadcast(std::uint32_t from, std::span<std::byte> bytes);

  /// Counts a step in which requests went from rank to rank.
  void count_crossing() { ++crossings_; }
  /// What all ranks had sent when they last met.
  RankTraffic traffic() const;

  /// Runs what all ranks run. What is thrown on one rank is thrown on all: of several failures that of the lowest
  /// rank. Each keeps its class, text and facts.
  template <class Act>
  void together(const Act& act) {
    agreed_ = false;
    try {
      act();
    } catch (...) {
      if (agreed_) throw;  // all ranks throw it
      fail(std::current_exception(), first_of_rank);
    }
  }
  /// Throws on all ranks what one of them, at least, has failed with: the failure of the lowest number.
  /// @param error   null: this rank has not failed
  /// @param number  of the failure; those of the same number go by their ranks
  [[noreturn]] void fail(const std::exception_ptr& error, std::uint64_t number);

  /// The program of this rank has ended. @throws nothing; says on standard error where ranks have parted
  void end() noexcept;

  /// The ranks have not done the same, and do nothing together any more.
  bool parted() const { return !parted_.empty(); }
  /// What was thrown last was thrown on all ranks, and no call of host code has followed.
  bool agreed() const { return agreed_; }

 private:
  enum class Kind : std::uint32_t { meeting, any, sum, least, add, gather, exchange, broadcast, failure, end };

  /// A failure that has no processor's number.
  static constexpr std::uint64_t first_of_rank = UINT64_MAX;
  /// What is gathered goes with the headers if no rank has more bytes: enough for what 64 processors ask for.
  static constexpr std::size_t most_with_header = 592;

  struct Header {
    std::uint64_t calls = 0;     ///< of host code so far
    std::uint64_t hash = 0;      ///< of all of them
    std::uint64_t size = 0;      ///< bytes, or a value
    std::uint64_t messages = 0;  ///< that the rank has sent before
    std::uint64_t bytes = 0;     ///< in these
    Kind kind = Kind::meeting;
    std::uint32_t unused = 0;
    std::array<std::byte, most_with_header> gathered;
  };

  /// @param mine  what is gathered
  void begin(Kind kind, std::uint64_t size, std::span<const std::byte> mine = {});
  void meet_headers(Kind kind, std::uint64_t size, std::span<const std::byte> mine = {});
  /// What all ranks that have met bring.
  GatheredBytes gathered(std::span<const std::byte> mine);
  void check_together(const std::exception_ptr& error);
  /// Has the transport exchange, and counts what this rank sends.
  void carry(std::span<const std::span<const std::byte>> out, std::span<const std::span<std::byte>> in);
  void count_sent(std::uint64_t messages, std::uint64_t bytes);
  bool some_have_ended() const;
  [[noreturn]] void part(Kind kind, const std::exception_ptr& error);
  [[noreturn]] void throw_failure(const std::exception_ptr& mine, std::uint64_t number);

  std::unique_ptr<Transport> transport_;
  std::uint64_t calls_ = 0;
  std::uint64_t hash_ = 0;
  std::string last_call_ = "its beginning";
  std::vector<Header> headers_;
  std::string parted_;   // what ranks that have parted throw; empty: they have not
  bool agreed_ = false;  // what is being thrown is thrown by all ranks
  std::uint64_t crossings_ = 0;
  std::uint64_t messages_ = 0;  // that this rank has sent
  std::uint64_t bytes_ = 0;     // in them
};

/// The ranks that run the program of the calling host thread; null: it is the only one.
const std::shared_ptr<RankGroup>& ranks_here() noexcept;

/// The same for what runs with ranks or without.
template <class Act>
void together(const std::shared_ptr<RankGroup>& group, const Act& act) {
  if (group == nullptr) [[likely]] {
    act();
  } else {
    group->together(act);
  }
}

}  // namespace pram::detail
