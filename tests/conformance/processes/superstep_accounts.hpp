#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pram/ledger.hpp>
#include <pram/network.hpp>

namespace pram::conformance::spmd {

/// What a ledger must say of supersteps: added up message by message.
class SuperstepAccounts {
 public:
  SuperstepAccounts(std::uint32_t components, std::uint32_t processes);

  void begin();
  void work(std::uint32_t process, std::uint64_t operations);
  /// So many words from one process to another, and then so many back; 0 back: there is no second message.
  void carry(const char* operation, const std::string& subject, std::uint32_t from, std::uint32_t to,
             std::uint64_t words, std::uint64_t back);
  /// @param goes_on  per process
  void end(const std::string& tag, const std::vector<bool>& goes_on, const SharedAccess& shared);

  /// Messages of a queue that nobody looked into.
  /// @param of_another_type  of these
  void leave_unread(const std::string& queue, std::uint64_t messages, std::uint64_t of_another_type);

  std::uint64_t supersteps() const { return rounds_.size(); }
  /// The first thing in which the ledger is wrong, or "".
  /// @param port  of a network where ports alone decide; none: charges are not looked at
  std::string complaint(const Ledger& ledger, const std::optional<Port>& port) const;

 private:
  struct Words {
    std::uint64_t messages = 0;
    std::uint64_t there = 0;
    std::uint64_t back = 0;
  };
  using LineName = std::pair<std::string, std::string>;  // operation, subject
  struct Round {
    SuperstepRecord record;
    std::map<LineName, Words> lines;
  };

  std::uint32_t component_of(std::uint64_t process) const {
    return static_cast<std::uint32_t>(process * components_ / processes_);
  }

  std::uint32_t components_;
  std::uint32_t processes_;
  Round now_;
  std::vector<std::uint64_t> work_, sent_, received_, sent_back_, received_back_;  ///< per component
  std::vector<std::uint64_t> operations_;                                          ///< per process
  std::vector<Round> rounds_;
  std::map<std::string, UnreadMessages> unread_;
};

}  // namespace pram::conformance::spmd
