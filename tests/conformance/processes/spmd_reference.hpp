#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "collective_reference.hpp"
#include "program.hpp"
#include "shared_cells.hpp"
#include "spmd_machine.hpp"
#include "superstep_accounts.hpp"

namespace pram::conformance::spmd {

inline std::string named(std::uint64_t process) { return "process " + std::to_string(process); }

/// A BSP machine without a network or threads: round by round, process by process, message by message. Where the
/// semantics leave a choice it follows the machine under test, after a look whether it may be.
class SpmdReference {
 public:
  /// @param network  its g and l
  SpmdReference(const SpmdCase& one, bsp::Parameters network);

  /// Runs a program and compares. @throws SpmdMismatch
  void run(const SpmdProgram& program, const SpmdSeen& seen);
  const SuperstepAccounts& accounts() const { return accounts_; }

 private:
  struct Asked {
    std::uint32_t source;  ///< rank
    const Deed* deed;
  };
  /// An element: what it is made of, the rank that has it, and its index.
  using Place = std::tuple<std::size_t, std::uint32_t, std::uint64_t>;
  struct Group {
    std::vector<std::vector<std::uint64_t>> blocks[elements];  ///< by rank
    std::vector<Asked> asked;
    /// Messages that lie there, by rank and element, and whether the process is going to look.
    struct Inbox {
      std::array<std::uint64_t, elements> messages{};
      std::array<bool, elements> looks{};
    };
    std::vector<Inbox> inboxes;
    std::map<Place, std::vector<std::uint64_t>> open;  ///< after a delivery: what an element may hold
  };
  struct Process {
    std::vector<std::size_t> stretches;  ///< of its groups
    std::vector<std::uint32_t> ranks;    ///< per group
    std::size_t done = 0;                ///< stretches behind it
    std::size_t stage = 0;               ///< of the collective at which it stands
    bool stands = false;                 ///< at a sync
    bool passed = false;                 ///< one in the round before
    bool ended = false;
    std::vector<const Deed*> shared;  ///< asked since its last sync
  };
  /// The error that must end a program.
  struct Failure {
    std::string type;
    std::vector<std::string> parts;  ///< of the sentence
  };
  /// What is wrong with what was asked of coarrays: the lowest is reported.
  struct Breach {
    std::array<std::uint64_t, 4> key;  ///< process asking, process asked, coarray, index
    Failure failure;
  };
  using Puts = std::map<Place, std::vector<std::pair<std::uint32_t, std::uint64_t>>>;  ///< source, value

  const Stretch& stretch_of(const Process& process) const;
  const std::vector<CollectiveStage>& stages_of_stretch(std::size_t stretch);
  std::string superstep(const std::string& tag) const;
  std::uint32_t process_of(std::uint32_t group, std::uint32_t rank) const { return program_->groups[group][rank]; }

  std::optional<Failure> round();
  std::optional<Failure> resume(std::uint32_t process);
  std::optional<Failure> perform(std::uint32_t process, const Stretch& stretch);
  std::optional<Failure> end(std::uint32_t process);
  std::optional<Failure> unfinished() const;
  std::optional<Failure> complete(const std::vector<std::uint32_t>& ready);
  /// The groups that stand as a whole, in the order of their lowest processes. @returns the error if one never will
  std::optional<Failure> find_ready(std::vector<std::uint32_t>& ready) const;
  std::vector<CellRequest> cell_requests(const std::vector<bool>& goes_on) const;
  std::optional<Breach> breach_of(std::uint32_t group) const;
  Puts puts_of(const Group& group) const;
  void deliver(std::uint32_t group);
  /// What lies in the group's inboxes is gone.
  void empty_inboxes(Group& group);
  void settle_puts(Group& group);
  void carry_asked(std::uint32_t group);
  std::vector<std::uint64_t> got_by(std::uint32_t group, std::uint32_t rank) const;
  void compare(std::uint32_t group, std::uint32_t rank, const std::vector<std::uint64_t>& got,
               const std::vector<std::vector<std::uint64_t>>& messages);

  const SpmdCase& case_;
  bsp::Parameters network_;
  SharedCells cells_;
  SuperstepAccounts accounts_;

  const SpmdProgram* program_ = nullptr;
  const SpmdSeen* seen_ = nullptr;
  std::vector<Process> processes_;
  std::vector<Group> groups_;
  std::map<std::size_t, std::vector<CollectiveStage>> stages_;
  std::uint64_t number_ = 1;  ///< of the superstep, in the run
  bool over_ = false;
};

}  // namespace pram::conformance::spmd
