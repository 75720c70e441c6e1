#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include <pram/machines/switching.hpp>
#include <pram/machines/topology.hpp>

/// Networks under steady traffic: messages that keep coming, whether those before them have arrived or not.
namespace pram {

/// What a terminal sends. All of it follows from the seed.
struct SteadyTraffic {
  double rate = 0;  ///< messages of one word that a terminal makes in a step, on average: each step makes one or none
  /// Where a message goes.
  /// @param draw  a random word for each message
  std::function<std::uint32_t(std::uint32_t source, std::uint64_t draw)> destination;
  std::uint64_t seed = 1;
};

/// How long a network is watched (Dally and Towles, Principles and Practices of Interconnection Networks, 2004,
/// chapter 23): messages that are made in the window count, and the traffic goes on until they have arrived. Where the
/// network does not keep up in the window it ends there.
struct MeasuredWindow {
  std::uint64_t warm_up = 1000;  ///< steps before the window
  std::uint64_t length = 1000;   ///< steps of the window
  std::uint64_t drain = 10'000;  ///< most steps behind the window; what has not arrived then counts as lost
};

/// What came of it. Times are steps of the network.
struct SteadyState {
  std::uint64_t made = 0;             ///< messages of the window
  std::uint64_t arrived = 0;          ///< of these
  std::uint64_t arrived_in_time = 0;  ///< messages that arrived in the window, whenever they were made
  double offered = 0;                 ///< messages that a terminal made in a step of the window
  double accepted = 0;                ///< messages that arrived in a step of the window, for each terminal
  double latency = 0;  ///< mean steps from being made to the arrival; 0, as the next two, if not all have arrived
  std::uint64_t latency_99 = 0;  ///< 99 of 100 took no longer
  std::uint64_t largest_latency = 0;
  std::uint64_t hops = 0;           ///< of all messages, while they were carried
  std::uint64_t largest_queue = 0;  ///< most messages at one link at a time

  /// The network accepts at least 95 % of what it is offered.
  bool keeps_up() const { return arrived_in_time * 20 >= made * 19; }
  bool all_arrived() const { return arrived == made; }
};

/// Carries steady traffic over one topology: store and forward, first come first served at every link, all ports at
/// once. A message to its own source arrives in the step in which it was made. It polls (pram/network/poll.hpp).
class OpenLoop {
 public:
  /// @throws ConfigError of option "network" for other options than routing and seed
  OpenLoop(std::shared_ptr<const Topology> topology, const SwitchingOptions& options);
  ~OpenLoop();
  OpenLoop(OpenLoop&&) noexcept;
  OpenLoop& operator=(OpenLoop&&) noexcept;

  /// The outcome depends on nothing but the arguments.
  /// @throws ConfigError of option "rate" if it is not from 0 to 1; TopologyError
  SteadyState run(const SteadyTraffic& traffic, const MeasuredWindow& window);

 private:
  class Links;
  std::unique_ptr<Links> links_;
};

}  // namespace pram
