#include <pram/perf/probe.hpp>

#include <chrono>
#include <cmath>

#include <pram/machines/patterns.hpp>
#include <pram/network.hpp>

namespace pram::perf {

namespace {

constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;

std::uint64_t charge_of(Network& network, std::uint32_t components, std::uint32_t h, std::uint64_t seed) {
  Traffic traffic{components, std::uint64_t{components} * h, h, h};
  Batch batch;
  if (network.wants_messages()) {
    batch = make_pattern("h-relation:" + std::to_string(h), components, seed);
    traffic.source = batch.source;
    traffic.destination = batch.destination;
  }
  return network.carry(traffic);
}

}  // namespace

Probe probe(const ProbeRequest& request) {
  const auto start = std::chrono::steady_clock::now();
  const std::unique_ptr<Network> network = networks().make(request.network, request.components);
  for (const std::uint32_t h : request.h) {
    if (h == 0 || std::uint64_t{request.components} * h > most_messages)
      throw ConfigError("h", std::to_string(h),
                        "from 1 to " + std::to_string(most_messages / request.components) + " for so many components");
  }
  Probe result;
  result.network = network->name();
  result.components = request.components;
  result.seed = request.seed;
  result.runs = request.runs;
  std::uint64_t done = 0;
  for (const std::uint32_t h : request.h) {
    ProbePoint point{h, {}};
    for (std::uint64_t run = 0; run < request.runs && !result.interrupted; ++run) {
      result.interrupted = request.progress && !request.progress(done, request.runs * request.h.size());
      if (result.interrupted) break;
      try {
        point.charge.add(static_cast<double>(charge_of(*network, request.components, h, request.seed + done * golden)));
        ++done;
      } catch (const Interrupted&) {
        result.interrupted = true;
      }
    }
    if (point.charge.count() > 0) result.points.push_back(point);
  }
  fit(result);
  result.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

void fit(Probe& probe) {
  const auto n = static_cast<double>(probe.points.size());
  if (probe.points.empty()) return;
  double mean_h = 0;
  double mean_charge = 0;
  for (const ProbePoint& point : probe.points) {
    mean_h += point.h / n;
    mean_charge += point.charge.mean() / n;
  }
  double products = 0;
  double squares = 0;
  for (const ProbePoint& point : probe.points) {
    products += (point.h - mean_h) * (point.charge.mean() - mean_charge);
    squares += (point.h - mean_h) * (point.h - mean_h);
  }
  probe.g = squares > 0 ? products / squares : mean_charge / mean_h;
  probe.l = squares > 0 ? mean_charge - probe.g * mean_h : 0;
  double residuals = 0;
  for (const ProbePoint& point : probe.points) {
    const double residual = point.charge.mean() - probe.fitted(point);
    residuals += residual * residual / n;
  }
  probe.deviation = std::sqrt(residuals);
}

}  // namespace pram::perf
