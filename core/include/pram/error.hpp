#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

/// Everything that pram throws. Each error carries its facts in fields, and one sentence in what(): one line that a
/// terminal may be given, whatever stands in the names, paths and values of the user that it quotes. Control characters
/// and bytes that are not UTF-8 are escaped there as printable() does it, and in the fields they stay what they are.
namespace pram {

/// A line of the user's program that issued a request. `file` is empty where it is not known.
struct SourceLine {
  std::string file;
  std::uint32_t line = 0;

  friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

/// "name.cpp:12", with the folders of the path left out; "?" for an unknown line.
std::string to_string(const SourceLine& where);

/// Base of the family. The machine is usable after any of them; its memory is that of the last completed step.
class Error : public std::runtime_error {
 public:
  /// @param sentence  what() says it, escaped
  explicit Error(const std::string& sentence);
};

/// An option has a value that is not allowed.
class ConfigError : public Error {
 public:
  /// @param option   the option's name as the user wrote it
  /// @param value    the value given
  /// @param allowed  what would have been right, as a phrase
  ConfigError(std::string option, std::string value, std::string allowed);

  std::string option;
  std::string value;
  std::string allowed;
};

/// Two requests of one step, or superstep, that the machine's rule does not permit. No effect of it remains.
class ConflictError : public Error {
 public:
  struct Facts {
    std::string rule;    ///< the machine's rule, for example "EREW"
    std::string breach;  ///< what was breached, for example "two processors read one cell"
    std::uint64_t step = 0;
    std::string array;
    std::uint64_t index = 0;
    std::uint64_t processors[2] = {0, 0};  ///< the two lowest processors of the breach, ascending
    SourceLine lines[2];                   ///< the line of each
    std::string operations[2];             ///< what each asked for: "read", "write", "fetch_add", an operator's name
    bool processes = false;                ///< of BSP instead of processors, in a superstep; one may be both of the two
    std::string tag = {};                  ///< of the superstep
  };
  explicit ConflictError(Facts facts);

  Facts facts;
};

/// A processor named a cell outside its array.
class AddressError : public Error {
 public:
  struct Facts {
    std::string array;
    std::int64_t index = 0;  ///< as the program computed it; negative indices stay negative
    std::uint64_t size = 0;
    std::uint64_t processor = 0;
    std::uint64_t step = 0;
    SourceLine line;
    bool process = false;  ///< of BSP instead of a processor, in a superstep
  };
  explicit AddressError(Facts facts);

  Facts facts;
};

/// Wraps what a processor threw, or a process of BSP. The original exception is nested (std::rethrow_if_nested).
class ProgramError : public Error {
 public:
  struct Facts {
    std::uint64_t processor = 0;
    std::uint64_t step = 0;
    SourceLine line;       ///< of the last request that the processor had made; of the sync that the process came from
    bool process = false;  ///< of BSP instead of a processor, in a superstep
    std::string tag = {};  ///< of the sync that the process came from
  };
  ProgramError(Facts facts, const std::string& reason);
  ProgramError(std::uint64_t processor, std::uint64_t step, SourceLine line, const std::string& reason);

  std::uint64_t processor;
  std::uint64_t step;
  SourceLine line;
  bool process;
  std::string tag;
};

/// A network could not carry a phase; a machine adds in which of its steps or supersteps.
class NetworkError : public Error {
 public:
  /// @param names_phase  what() shall say the phase of the step, too, and the arrays that were asked for
  explicit NetworkError(const std::string& sentence, bool names_phase = false)
      : Error(sentence), names_phase_(names_phase) {}

  /// The machine's step or superstep that the phase belonged to; 0 where no machine used the network.
  std::uint64_t pram_step() const { return pram_step_; }
  /// The number of that superstep in its run, and its tag; 0 of a step.
  std::uint64_t superstep() const { return superstep_; }
  const std::string& tag() const { return tag_; }
  /// Says the phase of the step and the arrays that the step asked for in what(), if this error names phases.
  /// @param phase  from 1
  void happened_in_phase(std::size_t phase, const std::string& arrays);
  /// Notes the step, and says it in what().
  void happened_in(std::uint64_t step);
  /// The same of a superstep of BSP processes.
  /// @param superstep  its number in its run
  /// @param tag        as given to Process::sync()
  void happened_in(std::uint64_t step, std::uint64_t superstep, const std::string& tag);

 private:
  bool names_phase_ = false;
  std::uint64_t pram_step_ = 0;
  std::uint64_t superstep_ = 0;
  std::string tag_;
};

/// A limit was met: steps, memory (estimated before anything is allocated), processors, arrays.
class LimitError : public Error {
 public:
  LimitError(std::string limit, std::uint64_t asked, std::uint64_t allowed, const std::string& sentence);

  std::string limit;
  std::uint64_t asked;
  std::uint64_t allowed;
};

/// Machine::request_stop() ended the run. The memory is that of the last completed step.
class Interrupted : public Error {
 public:
  explicit Interrupted(std::uint64_t step);

  std::uint64_t step;  ///< steps completed
};

}  // namespace pram
