#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <pram/detail/bsp/element_type.hpp>
#include <pram/detail/bsp/records.hpp>
#include <pram/error.hpp>
#include <pram/network.hpp>
#include <pram/rule.hpp>

namespace pram::bsp::detail {

/// What a machine says of a run of BSP processes before it begins.
struct RunOptions {
  Rule rule = Rule::crew;
  std::uint64_t seed = 0;
  std::uint64_t collision_marker = 0;
  std::optional<Port> port = {};  ///< what a message costs; none where the network has no such numbers
  bool lists_messages = false;    ///< the network asks for every message
};

/// What all groups of a run share: its options, the superstep under way, and the numbers by which records know queues,
/// tags and lines of the program. Host threads enter these as they meet them, so that no result may depend on a number.
class RunContext {
 public:
  explicit RunContext(const RunOptions& options);

  const RunOptions& options() const { return options_; }
  Rule rule() const { return options_.rule; }

  /// The number of the superstep under way, in this run.
  std::uint64_t superstep() const { return superstep_; }
  void end_superstep() { ++superstep_; }
  /// "in superstep 3", with its tag where that is known.
  std::string in_superstep(const std::string& tag = "") const;

  /// A line of the program that asks one coarray, queue or group for something.
  struct Line {
    Transfer transfer = Transfer::put;
    std::string subject;  ///< the name of a coarray or queue
    std::string file;
    std::uint32_t line = 0;
  };
  std::uint32_t enter_line(Transfer transfer, const std::string& subject, const char* file, std::uint32_t line);
  const std::deque<Line>& lines() const { return lines_; }
  SourceLine line(std::uint32_t number) const;
  std::string where(std::uint32_t line) const { return to_string(this->line(line)); }

  /// The number of a queue, which is entered if it is new.
  /// @throws Error: the name stands for another type already
  std::uint32_t queue_number(std::string_view name, const ElementType& type, std::uint32_t process, const char* file,
                             std::uint32_t line);
  std::string queue_name(std::uint32_t queue) const;
  const ElementType& queue_type(std::uint32_t queue) const { return *queues_[place_of_queue(queue)].type; }

  /// A queue, as several ranks know it.
  struct NamedQueue {
    std::string name;  ///< empty: of its type
    const ElementType* type = nullptr;
    std::uint32_t process = 0;  ///< the lowest one that has asked for it before any sync
    std::string file = {};      ///< where that was
    std::uint32_t line = 0;
  };
  /// The queues in the order of their places, that of collectives first. No process may run.
  const std::vector<NamedQueue>& queues() const { return queues_; }
  /// Enters a queue that another rank has, if it is new.
  /// @param type  of another rank's program
  /// @returns its place; none if this rank's processes have made a queue of that name for another type
  std::optional<std::uint32_t> enter_queue(const std::string& name, const ElementType& type);
  /// What a process of another rank is refused.
  static std::string other_type(const NamedQueue& asked, const ElementType& known, const std::string& in_superstep);
  /// From this place on queues are known to this rank alone.
  void agree_queues() { agreed_queues_ = queues_.size(); }

  /// The number of a tag, which is entered if it is new. 0 is that of the empty one.
  std::uint32_t tag_number(std::string_view tag);
  const std::string& tag(std::uint32_t number) const { return tags_[number]; }

 private:
  RunOptions options_;
  std::uint64_t superstep_ = 1;
  mutable std::mutex mutex_;
  std::vector<NamedQueue> queues_;
  std::size_t agreed_queues_ = ~std::size_t{0};  ///< those of several ranks
  std::deque<ElementType> types_elsewhere_;      ///< that other ranks have told
  std::set<std::string> type_names_;
  std::vector<std::string> tags_;
  std::deque<Line> lines_;
  std::map<std::tuple<std::string, std::uint32_t, Transfer, std::string>, std::uint32_t> line_numbers_;
};

}  // namespace pram::bsp::detail
