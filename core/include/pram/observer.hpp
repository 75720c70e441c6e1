#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <pram/detail/operation.hpp>
#include <pram/error.hpp>
#include <pram/ledger.hpp>
#include <pram/machine/cell_type.hpp>
#include <pram/rule.hpp>

namespace pram {

class Machine;

namespace detail {
struct ObserverLink;
}

/// Gets a report of all that a machine does, request by request: see Machine::observe().
///
/// One host thread makes the calls, and their sequence is the same for any number of the machine's threads. A step is
/// reported once it is complete: begin_step(), what processors show of themselves, the requests in the order of their
/// processors, the messages forward phase by phase, the replies phase by phase from the last to the first, the cells
/// that have changed, and end_step(). Of a step that breaks the rule the reports are begin_step(), what processors
/// show, the requests without replies, and breach(). A step that ends by another error is not reported.
///
/// An exception from an observer ends the pardo and passes through. The step that was reported stays. An observer may
/// start nothing on the machine that it observes. What an observer gets by reference lasts as long as the call, arrays
/// as long as they live.
class Observer {
 public:
  virtual ~Observer() = default;

  /// An array of the machine.
  struct Array {
    std::uint64_t number = 0;  ///< among all arrays that the machine has made, from 0
    std::string name;
    std::uint64_t size = 0;
    CellType type;
  };

  /// A pardo, a group of data-parallel processors, or a run of BSP processes.
  struct Run {
    enum class Kind : std::uint8_t { pardo, data_parallel, processes };
    Kind kind = Kind::pardo;
    std::uint64_t number = 0;  ///< among those of the machine, from 1
    std::uint64_t processors = 0;
    Rule rule = Rule::erew;
    std::string name = {};  ///< that the program gives it; "": none
    SourceLine where = {};  ///< that starts it
  };

  /// A step, or a superstep of BSP processes.
  struct Step {
    std::uint64_t number = 0;               ///< over the machine's life, from 1
    std::uint64_t run = 0;                  ///< Run::number
    std::uint64_t processors = 0;           ///< live, idle ones included; 0 in a step that breaks the rule
    std::vector<std::string> regions = {};  ///< that are open, outermost first
  };

  /// A value that a processor, or a process, shows of itself: Processor::show().
  struct Local {
    std::uint64_t processor = 0;
    const std::string& name;
    const CellType& type;
    Word value = 0;
    const SourceLine& where;
  };

  /// What a processor asks of a cell; in a superstep, all requests of one kind that a process has for a cell.
  struct Request {
    std::uint64_t processor = 0;
    const SourceLine& where;
    const Array& array;
    std::uint64_t index = 0;
    Action action = Action::read;
    const std::string& operation;  ///< "read", "write", "fetch_add", …
    Word operand = 0;              ///< of all but reads
    bool replied = false;          ///< the request has a reply
    Word reply = 0;
  };

  enum class Direction : std::uint8_t { forward, back };

  /// A message between components in a phase of the machine's access protocol, or its reply. Under access protocol
  /// sorting there are none: its phases are routines of the network.
  struct Message {
    std::uint32_t phase = 0;  ///< number in StepRecord::phases; phases in which a protocol counts have no messages here
    Direction direction = Direction::forward;
    std::uint64_t number = 0;  ///< among the phase's messages, from 0; a reply has that of its message
    std::uint32_t from = 0;    ///< component
    std::uint32_t to = 0;      ///< component
    const Array& array;
    std::uint64_t index = 0;
    const std::string& operation;
    std::uint32_t weight = 0;  ///< requests that it stands for
    /// The message of the next phase that it has become part of at its receiver; behind the last phase the request that
    /// the memory module served. Messages with the same number have merged.
    std::uint64_t merged = 0;
    bool stays = false;  ///< its component keeps the record for this phase, which is no message, and costs nothing
    Word value = 0;      ///< forward the operands as they are combined, 0 for reads; back the reply
  };

  /// What a BSP process puts, gets or sends. A get stands for its request and its reply.
  struct Transfer {
    enum class Kind : std::uint8_t { put, get, send };
    Kind kind = Kind::put;
    std::uint64_t from = 0;  ///< process that asks
    std::uint64_t to = 0;    ///< process that is asked, or gets the message
    std::uint32_t from_component = 0;
    std::uint32_t to_component = 0;
    std::string subject;      ///< name of the coarray or queue
    std::uint64_t index = 0;  ///< of the first element of a put or get
    std::uint64_t count = 1;  ///< elements
    std::uint64_t words = 1;  ///< on the network, of what is put, sent or brought
    SourceLine where;
    /// The first of the values that are put, sent or brought, at most `most_values`, as cells of their type show them.
    std::vector<std::string> values = {};
    bool are_numbers = false;  ///< the values' texts are those of numbers

    static constexpr std::size_t most_values = 16;
  };

  /// A cell whose value has changed.
  struct Cell {
    const Array& array;
    std::uint64_t index = 0;
    Word before = 0;
    Word after = 0;
  };

  /// Whether the observer wants arrays with their cells, and the cells that change. If not, array() gets no cells, and
  /// cell() is not called: then the machine keeps no copies of its arrays, which every run would compare.
  virtual bool wants_cells() const { return true; }

  virtual void begin_run(const Run& /*run*/) {}
  /// An array that the observer has not had before. Its cells come as words, one for each value.
  virtual void array(const Array& /*array*/, std::span<const Word> /*cells*/) {}
  virtual void begin_step(const Step& /*step*/) {}
  virtual void request(const Request& /*request*/) {}
  virtual void message(const Message& /*message*/) {}
  virtual void transfer(const Transfer& /*transfer*/) {}
  /// By array and index. Within a step the step has changed the cell, else the host's code or a collective, which is
  /// reported when the next run or data-parallel step begins.
  virtual void cell(const Cell& /*cell*/) {}
  /// The host's code, or a collective, reads `count` cells of an array that the observer has had, from `first` on.
  /// Called at once, between the reports of steps.
  virtual void host_reads(const Array& /*array*/, std::uint64_t /*first*/, std::uint64_t /*count*/) {}
  /// By processor, and of one processor in its order. A processor shows values before it makes its request of the step.
  virtual void local(const Local& /*local*/) {}
  /// The record is as the ledger has it.
  virtual void end_step(const StepRecord& /*record*/) {}
  virtual void end_superstep(const SuperstepRecord& /*record*/) {}
  virtual void breach(const ConflictError::Facts& /*facts*/) {}
};

/// While an Observation lives, its observer gets reports of what the machine does; made by Machine::observe(). An
/// Observation may outlive its machine. Assigning another to it ends what it stood for.
class [[nodiscard("the observation lasts as long as this object: give it a name")]] Observation {
 public:
  Observation(Observation && other) noexcept : link_(std::move(other.link_)) {}
  Observation& operator=(Observation&& other) noexcept {
    Observation taken(std::move(other));  // what was observed here ends with it
    std::swap(link_, taken.link_);
    return *this;
  }
  ~Observation();

 private:
  friend class Machine;
  explicit Observation(std::shared_ptr<detail::ObserverLink> link) : link_(std::move(link)) {}

  std::shared_ptr<detail::ObserverLink> link_;
};

}  // namespace pram
