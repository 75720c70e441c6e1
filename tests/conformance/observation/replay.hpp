#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <pram/observer.hpp>

namespace pram::conformance {

/// A memory of its own that does what the processors asked for, as an observer gets it, and counts the messages.
/// Whatever does not fit is a complaint. Only the winner of `arbitrary` is taken from the cells that the observer gets.
class Replay : public Observer {
 public:
  /// @param left_by_collisions  MachineOptions::collision_marker
  explicit Replay(Word left_by_collisions) : marker_(left_by_collisions) {}

  void begin_run(const Run& run) override { rule_ = run.rule; }
  void array(const Array& array, std::span<const Word> cells) override;
  void begin_step(const Step& step) override;
  void request(const Request& request) override;
  void message(const Message& message) override;
  void cell(const Cell& cell) override;
  void end_step(const StepRecord& record) override;
  void breach(const ConflictError::Facts&) override { in_step_ = false; }

  /// The values of the array that was made as the k-th.
  const std::vector<Word>& values(std::uint64_t made) const { return memory_.at(made).values; }
  const CellType& type(std::uint64_t made) const { return memory_.at(made).type; }
  /// The first thing that was wrong; "" if nothing was.
  const std::string& complaint() const { return complaint_; }
  /// Messages that were reported, and phases in which some merged.
  std::uint64_t messages() const { return messages_; }
  std::uint64_t merging_phases() const { return merging_phases_; }

 private:
  struct StoredCells {
    CellType type;
    std::vector<Word> values;
  };
  struct Asked {
    std::uint64_t processor;
    Action action;
    std::string operation;
    Word operand;
    bool replied;
    Word reply;
  };
  struct Sent {
    std::uint64_t number;
    std::uint32_t to;
    std::uint64_t cell;
    std::uint32_t weight;
    std::uint64_t merged;
    bool stays;
    bool replies;
  };
  using Place = std::pair<std::uint64_t, std::uint64_t>;  // array and index

  void complain(const std::string& what) {
    if (complaint_.empty()) complaint_ = what;
  }
  void serve(const Place& place, const std::vector<Asked>& group);
  Word written(const Place& place, const CellType& type, Word old, const std::vector<Asked>& writers);
  void count(const StepRecord& record);

  Word marker_;
  Rule rule_ = Rule::erew;
  bool in_step_ = false;
  std::map<std::uint64_t, StoredCells> memory_;
  std::map<Place, std::vector<Asked>> asked_;
  std::map<Place, std::pair<Word, Word>> changed_;
  std::map<std::uint32_t, std::vector<Sent>> forward_;
  std::map<std::uint32_t, std::uint64_t> back_;
  std::uint64_t requests_ = 0;
  std::uint64_t messages_ = 0;
  std::uint64_t merging_phases_ = 0;
  std::string complaint_;
};

}  // namespace pram::conformance
