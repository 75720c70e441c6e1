#pragma once

#include <string>
#include <vector>

#include <pram/machine.hpp>

#include "reference/reference_pram.hpp"
#include "scripts/script.hpp"

namespace pram::conformance {

/// What one script did on a machine.
struct Observation {
  Replies replies;
  std::vector<std::vector<std::uint32_t>> lines;  ///< per processor, the source line of each request that it made
  std::string error;  ///< all facts of the error that ended the script, as the exception has them; "" if none did

  friend bool operator==(const Observation&, const Observation&) = default;
};

/// The same facts as the reference expects them.
std::string expected_error(const std::optional<Failure>& failure, const Case& one, const Observation& seen);

/// The machine under test, with the arrays of a case: it runs scripts as coroutines, with real subtasks and real source
/// lines.
class ScriptMachine {
 public:
  /// @param memory   one.memory()
  /// Which of the arrays are declared hot is drawn from the case's seed.
  /// @param options  rule, components, seed and collision marker are taken from the case
  ScriptMachine(const Case& one, const Memory& memory, MachineOptions options);

  Observation run(const Script& script);
  Memory memory() const;
  pram::Observation observe(Observer& observer) { return machine_.observe(observer); }
  const Ledger& ledger() const { return machine_.ledger(); }
  const MachineOptions& options() const { return machine_.options(); }

  struct Arrays {
    Array<std::int32_t> a;
    Array<std::uint64_t> b;
    Array<std::int64_t> c;
    Array<std::uint8_t> d;
    Array<double> e;
    Array<float> f;
  };

 private:
  Machine machine_;
  Arrays arrays_;
};

}  // namespace pram::conformance
