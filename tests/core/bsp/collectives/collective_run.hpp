#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "../thread_counts.hpp"
#include "collective_call.hpp"

/// Collectives run by all numbers of threads, and what the ledger says of them beside what their formulas do.
namespace pram::testing {

inline bsp::Parameters parameters_of_call(const Call& call) {
  if (call.options.parameters) return *call.options.parameters;
  return {static_cast<double>(call.gap), static_cast<double>(call.latency)};
}

/// What the ledger measured, the superstep after the collective included.
struct MeasuredCollective {
  std::uint64_t supersteps = 0;
  std::uint64_t relation = 0;
  std::uint64_t work = 0;
};

inline MeasuredCollective measured_collective(const Machine& machine) {
  MeasuredCollective sum;
  for (const SuperstepRecord& record : machine.ledger().superstep_records()) {
    if (record.tag != "after") ++sum.supersteps;
    sum.relation += record.relation();
    sum.work += record.largest_work;
  }
  return sum;
}

inline void check_collective_cost(const Machine& machine, const Call& call, const bsp::CollectiveCost& cost) {
  const MeasuredCollective had = measured_collective(machine);
  CHECK(had.supersteps == cost.supersteps);
  CHECK(had.relation == cost.relation);
  CHECK(had.work == cost.work);
  std::uint64_t charge = 0;
  for (const SuperstepRecord& record : machine.ledger().superstep_records()) {
    // A superstep in which nothing travels costs the latency, too.
    charge += call.gap * record.relation() + call.latency;
  }
  CHECK(machine.ledger().superstep_charge() == charge);
}

/// Runs a collective on values of a type, for all numbers of threads that are given.
/// @param cost  what the ledger is to say; none: it is not asked
/// @param collective  (Process, values of this process) → Task<>, in place
template <class T, class Collective>
All<T> values_after(const Call& call, const All<T>& given, const std::optional<bsp::CollectiveCost>& cost,
                    const Collective& collective, std::span<const unsigned> threads_tried = thread_counts) {
  std::optional<All<T>> first;
  std::optional<std::uint64_t> charge;
  for (const unsigned threads : threads_tried) {
    Machine machine = machine_of(call, threads);
    All<T> values = given;
    machine.spmd(call.processes, [&](bsp::Process self) -> Task<> {
      co_await collective(self, values[self.id()]);
      co_await self.sync("after");
    });
    CAPTURE(threads);
    CAPTURE(call.processes);
    CAPTURE(call.values);
    CAPTURE(call.root);
    CAPTURE(to_string(call.options.algorithm.algorithm()));
    if (!first) {
      first = values;
      charge = machine.ledger().superstep_charge();
      if (cost) check_collective_cost(machine, call, *cost);
    } else {
      CHECK(values == *first);
      CHECK(machine.ledger().superstep_charge() == *charge);
    }
  }
  return *first;
}

}  // namespace pram::testing
