#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <source_location>
#include <span>
#include <string>
#include <utility>

#include <pram/machine.hpp>
#include <pram/network/poll.hpp>

#include "context/step_context.hpp"
#include "data_parallel.hpp"
#include "pardo.hpp"
#include "stations/stations.hpp"
#include "superstep.hpp"

namespace pram::detail {

/// The machine at work: a runner for each kind of steps, and collectives between them.
class Engine {
 public:
  explicit Engine(MachineOptions options) : context_(std::move(options)) {}

  StepContext& context() { return context_; }
  PardoRunner& pardos() { return pardos_; }
  SuperstepRunner& supersteps() { return supersteps_; }
  DataParallelRunner& data_parallel() { return data_parallel_; }

  /// The parts that the next step uses.
  const Network& network();
  const AccessProtocol& protocol();
  /// @throws Error (a processor asks), ConfigError (no name)
  std::shared_ptr<std::atomic<bool>> open_region(std::string name);
  /// @throws Error: see Machine::observe()
  std::shared_ptr<ObserverLink> observe(Observer& observer);
  MemoryUse memory_use() const { return {context_.account->taken(), context_.account->most_taken()}; }
  /// @param count  of the elements, which have so many bytes together
  void unite(std::span<std::byte> elements, std::uint64_t count, const ElementOwners& owners,
             const std::source_location& where);
  void collective(const CollectiveCall& call, const ArrayHandle& from, const ArrayHandle& to);

 private:
  void exchange(const CollectiveCall& call, const ArrayHandle& from, const ArrayHandle& to);

  StepContext context_;
  Stations stations_{context_};
  PardoRunner pardos_{context_, stations_};
  SuperstepRunner supersteps_{context_, stations_};
  DataParallelRunner data_parallel_{context_, stations_};
};

}  // namespace pram::detail
