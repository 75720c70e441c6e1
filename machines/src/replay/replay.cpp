#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include <pram/machines/replay.hpp>

#include "replayer.hpp"
#include "switching/store_and_forward/moving_messages.hpp"
#include "topology/check/checked_topology.hpp"
#include "trace_checks.hpp"

namespace pram {

namespace {

class NetworkMessages final : public detail::MessageCarrier {
 public:
  NetworkMessages(const OperationTrace& trace, std::shared_ptr<const Topology> topology,
                  const SwitchingOptions& options, const Sink& sink)
      : moving_(std::move(topology), options) {
    moving_.begin(static_cast<std::uint32_t>(trace.operations.size()), sink);
  }

  std::uint64_t send(std::uint32_t operation, std::uint32_t source, std::uint32_t destination,
                     std::uint64_t bytes) override {
    if (source == destination) return moving_.now();
    moving_.send(operation, source, destination, static_cast<std::uint32_t>(std::max<std::uint64_t>(bytes, 1)));
    return never;
  }
  std::uint64_t next() override { return moving_.start(); }
  std::span<const std::uint32_t> pass_to(std::uint64_t time) override { return moving_.pass_to(time); }

  const DeliveryStatistics& statistics() { return moving_.statistics(); }

 private:
  detail::MovingMessages moving_;
};

void check_network(const OperationTrace& trace, const Topology& topology, const SwitchingOptions& options) {
  const auto refuse = [&](const std::string& value, const std::string& allowed) {
    throw ConfigError("network", topology.name() + value, allowed);
  };
  if (options.combining != SwitchingOptions::Combining::none)
    refuse(",combining=…", "a network whose switches do not combine: messages of a trace stay apart");
  if (options.switching == SwitchingOptions::Technique::wormhole)
    refuse(",switching=wormhole", "switching=store-and-forward or cut-through to replay a trace");
  if (topology.terminals() < trace.ranks())
    refuse("", fmt::format("a network of at least {} terminals: the trace has so many ranks", trace.ranks()));
  constexpr std::uint64_t most_words = std::numeric_limits<std::uint32_t>::max();
  for (std::uint32_t one = 0; one < trace.operations.size(); ++one) {
    const TraceOperation& operation = trace.operations[one];
    if (operation.kind != TraceOperation::Kind::send || operation.amount <= most_words) continue;
    throw TraceError(trace.file, operation.line,
                     fmt::format("{}: a message of {} bytes: a network carries at most {}",
                                 detail::in_words(trace, one), operation.amount, most_words),
                     false);
  }
}

}  // namespace

ReplayResult replay(const OperationTrace& trace, const LogGops& prices) {
  detail::check_lists(trace);
  return detail::Replayer(trace, prices, nullptr).run();
}

ReplayResult replay(const OperationTrace& trace, std::shared_ptr<const Topology> topology,
                    const SwitchingOptions& options, std::uint64_t overhead, const Sink& sink) {
  detail::check_lists(trace);
  make_switching(topology, options);  // refuses what contradicts each other
  topology = detail::checked(std::move(topology));
  check_network(trace, *topology, options);
  if (sink.load != nullptr) {
    sink.load->busy.resize(std::size_t{topology->nodes()} * topology->ports());
    sink.load->largest_queue.resize(sink.load->busy.size());
  }
  NetworkMessages messages(trace, std::move(topology), options, sink);
  const LogGops ends = {.latency = 0,
                        .overhead = overhead,
                        .gap = 0,
                        .byte_gap = 0,
                        .byte_overhead = 0,
                        .longest_eager = std::numeric_limits<std::uint64_t>::max()};
  ReplayResult result = detail::Replayer(trace, ends, &messages).run();
  result.network = messages.statistics();
  return result;
}

}  // namespace pram
