#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <pram/error.hpp>

#include "../coarrays/coarrays.hpp"
#include "../run/members.hpp"
#include "../run/run_context.hpp"

namespace pram::bsp::detail {

/// What is wrong with a superstep: of several things the one that comes first by process asking, process asked, coarray
/// and index, whoever looked first.
struct Breach {
  using Key = std::array<std::uint64_t, 4>;

  Key key = {~std::uint64_t{0}, 0, 0, 0};
  std::string sentence;                                ///< of an Error
  std::optional<pram::ConflictError::Facts> conflict;  ///< of a ConflictError instead

  bool found() const { return key[0] != ~std::uint64_t{0}; }
  /// @throws ConflictError or Error
  [[noreturn]] void raise() const;
};

/// Elements of one block, following each other, that a put or get asks for.
struct ElementAccess {
  std::uint32_t source = 0;  ///< rank
  std::uint32_t target = 0;  ///< rank
  std::uint32_t coarray = 0;
  std::uint32_t line = 0;
  std::uint64_t index = 0;
  std::uint64_t count = 0;
};

/// What is wrong with what a group's processes ask for, noted while it is served. Each worker notes apart, under its
/// place w.
class Breaches {
 public:
  /// @param tag  of the superstep that is served; outlives this
  Breaches(const RunContext& run, const GroupMembers& members, const Coarrays& coarrays, const std::string& tag)
      : run_(run), members_(members), coarrays_(coarrays), tag_(tag), first_(members.workers()) {}

  /// The first breach of all workers; null: there is none.
  const Breach* first() const;

  /// The coarray, if there is such a block with such elements; else null, and the breach is noted.
  /// @param what  "puts into"
  const StoredCoarray* find(std::uint32_t w, const ElementAccess& asked, const char* what) {
    if (asked.coarray < coarrays_.count()) [[likely]] {
      const StoredCoarray& found = coarrays_[asked.coarray];
      const Block& block = found.blocks[asked.target];
      if (block.data != nullptr && asked.index <= block.size && asked.count <= block.size - asked.index) [[likely]]
        return &found;
    }
    note_missing(w, asked, what);
    return nullptr;
  }
  void note_missing(std::uint32_t w, const ElementAccess& asked, const char* what);
  /// Notes a run of words for a coarray that is not there.
  template <class Record>
  void note_missing_run(std::uint32_t w, const Runs<Record>& list, std::size_t run, const char* what) {
    const Run& common = list.runs[run];
    for (std::uint64_t k = common.begin; k < list.end_of(run); ++k) {
      const Record& one = list.records[k];
      note_missing(w, {common.source, one.target, common.subject, common.line, one.index, 1}, what);
    }
  }
  /// Notes messages that were sent while a collective was under way.
  void note_sent_within(std::uint32_t w, const Runs<MessageRecord>& messages, std::size_t run);
  /// Notes that two processes have put into an element, which the rule does not allow.
  /// @param first  the other put
  void note_conflict(std::uint32_t w, const ElementAccess& put, std::uint64_t index, const StoredCoarray::Stamp& first,
                     const char* what);

 private:
  void note(std::uint32_t w, const Breach::Key& key, std::string sentence);
  Breach::Key key_of(const ElementAccess& asked, std::uint64_t index) const {
    return {members_.process_of(asked.source), members_.process_of(asked.target), asked.coarray, index};
  }

  const RunContext& run_;
  const GroupMembers& members_;
  const Coarrays& coarrays_;
  const std::string& tag_;
  std::vector<Breach> first_;  ///< per worker
};

}  // namespace pram::bsp::detail
