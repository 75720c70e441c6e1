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

class PricedMessages final : public detail::MessageCarrier {
 public:
  explicit PricedMessages(const LogGops& given) : prices_(given) {}

  std::uint64_t overhead(std::uint64_t bytes) const override {
    return prices_.overhead + behind_first(bytes) * prices_.byte_overhead;
  }
  std::uint64_t gap(std::uint64_t bytes) const override { return prices_.gap + behind_first(bytes) * prices_.byte_gap; }
  std::optional<std::uint64_t> handshake(std::uint64_t bytes) const override {
    return bytes > prices_.longest_eager ? std::optional(prices_.latency + 2 * prices_.overhead) : std::nullopt;
  }
  std::uint64_t send(std::uint32_t /*operation*/, std::uint32_t /*source*/, std::uint32_t /*destination*/,
                     std::uint64_t bytes) override {
    return now_ + prices_.latency + behind_first(bytes) * prices_.byte_gap;
  }
  std::uint64_t next() override { return never; }
  std::span<const std::uint32_t> pass_to(std::uint64_t time) override {
    now_ = time;
    return {};
  }

 private:
  static std::uint64_t behind_first(std::uint64_t bytes) { return bytes - std::min<std::uint64_t>(bytes, 1); }

  LogGops prices_;
  std::uint64_t now_ = 0;
};

class NetworkMessages final : public detail::MessageCarrier {
 public:
  NetworkMessages(const OperationTrace& trace, std::shared_ptr<const Topology> topology,
                  const SwitchingOptions& options, std::uint64_t overhead, const Sink& sink)
      : overhead_(overhead), moving_(std::move(topology), options) {
    moving_.begin(static_cast<std::uint32_t>(trace.operations.size()), sink);
  }

  std::uint64_t overhead(std::uint64_t /*bytes*/) const override { return overhead_; }
  std::uint64_t gap(std::uint64_t /*bytes*/) const override { return 0; }
  std::optional<std::uint64_t> handshake(std::uint64_t /*bytes*/) const override { return std::nullopt; }
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
  std::uint64_t overhead_;
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
  PricedMessages messages(prices);
  return detail::Replayer(trace, messages).run();
}

ReplayResult replay(const OperationTrace& trace, std::shared_ptr<const Topology> topology,
                    const SwitchingOptions& options, std::uint64_t overhead, LinkLoad* load) {
  detail::check_lists(trace);
  make_switching(topology, options);  // refuses what contradicts each other
  topology = detail::checked(std::move(topology));
  check_network(trace, *topology, options);
  Sink sink;
  sink.load = load;
  if (load != nullptr) {
    load->busy.resize(std::size_t{topology->nodes()} * topology->ports());
    load->largest_queue.resize(load->busy.size());
  }
  NetworkMessages messages(trace, std::move(topology), options, overhead, sink);
  ReplayResult result = detail::Replayer(trace, messages).run();
  result.network = messages.statistics();
  return result;
}

}  // namespace pram
