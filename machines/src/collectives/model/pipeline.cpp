#include "pipeline.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pram {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
/// How far from the real optimum a whole number is searched. The limit is reached only if τ is almost 0.
constexpr std::uint64_t farthest = 1 << 20;

/// Searches in both directions from a start, as long as a lower bound is below the best time found.
/// @param from, to  the least and the greatest candidate
template <class Bound, class Time>
std::uint64_t least_near(std::uint64_t start, std::uint64_t from, std::uint64_t to, Bound&& bound, Time&& time) {
  std::uint64_t best = start;
  double least = time(start);
  const auto look = [&](std::uint64_t at) {
    if (bound(at) >= least) return false;
    const double found = time(at);
    if (found < least) {
      least = found;
      best = at;
    }
    return true;
  };
  for (std::uint64_t at = start; at < to && at - start < farthest && look(at + 1);) ++at;
  for (std::uint64_t at = start; at > from && start - at < farthest && look(at - 1);) --at;
  return best;
}

double steps_of(Pipeline pipeline, double packets) {
  double steps = 0;
  for (const PipelineBound& bound : pipeline) steps = std::max(steps, bound.rate * packets + bound.latency);
  return steps;
}

double time_of(Pipeline pipeline, double packets, double words, const CollectiveModel& model) {
  return steps_of(pipeline, packets) * (model.startup + words / (packets * model.bandwidth));
}

/// The real optimum: that of one of the bounds, or a point where two of them are equal.
double real_packets(Pipeline pipeline, double words, const CollectiveModel& model) {
  const double most = std::max(words, 1.0);
  double best = 1;
  const auto consider = [&](double packets) {
    const double bounded = std::clamp(packets, 1.0, most);
    if (time_of(pipeline, bounded, words, model) < time_of(pipeline, best, words, model)) best = bounded;
  };
  for (const PipelineBound& one : pipeline) {
    consider(ideal_packets(one, words, model));
    for (const PipelineBound& other : pipeline) {
      if (one.rate != other.rate) consider((other.latency - one.latency) / (one.rate - other.rate));
    }
  }
  return best;
}

/// Packets and time of a number of steps on p paths.
class Split {
 public:
  Split(std::span<const std::uint64_t> lengths, double words, const CollectiveModel& model)
      : paths_(static_cast<double>(lengths.size())), words_(words), model_(model) {
    for (const std::uint64_t length : lengths) excess_ += static_cast<double>(length) - 1;
    least_ = static_cast<double>(lengths.back());
    most_ = (std::max(words, 1.0) + excess_) / paths_;
  }

  bool possible() const { return least_ <= most_; }
  double least() const { return least_; }
  double most() const { return most_; }
  double packets(double steps) const { return paths_ * steps - excess_; }
  double time(double steps, bool whole) const {
    const double each = words_ / packets(steps);
    return steps * (model_.startup + (whole ? std::ceil(each) : each) / model_.bandwidth);
  }
  double real_steps() const {
    const double packets = model_.startup > 0 ? std::sqrt(excess_ * words_ / (model_.bandwidth * model_.startup))
                           : excess_ > 0      ? infinite
                                              : 0;
    return std::clamp((packets + excess_) / paths_, least_, most_);
  }

 private:
  double paths_;
  double words_;
  const CollectiveModel& model_;
  double excess_ = 0;  // L
  double least_ = 0;
  double most_ = 0;
};

}  // namespace

double ideal_packets(const PipelineBound& bound, double words, const CollectiveModel& model) {
  if (bound.latency <= 0 || words <= 0) return 0;
  return model.startup > 0 ? std::sqrt(bound.latency * words / (bound.rate * model.bandwidth * model.startup))
                           : infinite;
}

double ideal_time(Pipeline pipeline, double words, const CollectiveModel& model) {
  return time_of(pipeline, real_packets(pipeline, words, model), words, model);
}

PacketPlan best_packets(Pipeline pipeline, std::uint64_t words, const CollectiveModel& model, bool whole) {
  const auto real = static_cast<double>(words);
  const auto bound = [&](std::uint64_t packets) {
    return time_of(pipeline, static_cast<double>(packets), real, model);
  };
  const auto time = [&](std::uint64_t packets) {
    const auto each = static_cast<double>((words + packets - 1) / packets);
    return whole ? steps_of(pipeline, static_cast<double>(packets)) * (model.startup + each / model.bandwidth)
                 : bound(packets);
  };
  const std::uint64_t most = std::max<std::uint64_t>(words, 1);
  const auto start = static_cast<std::uint64_t>(real_packets(pipeline, real, model));
  const std::uint64_t best = least_near(start, 1, most, bound, time);
  return {best, time(best)};
}

SplitPlan best_split_on_all(std::span<const std::uint64_t> lengths, std::uint64_t words, const CollectiveModel& model,
                            bool whole) {
  const Split split(lengths, static_cast<double>(words), model);
  if (!split.possible()) return {lengths.size(), 0, 0, infinite};
  const auto bound = [&](std::uint64_t steps) { return split.time(static_cast<double>(steps), false); };
  const auto time = [&](std::uint64_t steps) { return split.time(static_cast<double>(steps), whole); };
  const auto from = static_cast<std::uint64_t>(split.least());
  const auto to = static_cast<std::uint64_t>(split.most());
  const std::uint64_t steps =
      least_near(static_cast<std::uint64_t>(split.real_steps()), from, std::max(from, to), bound, time);
  return {lengths.size(), steps, static_cast<std::uint64_t>(split.packets(static_cast<double>(steps))), time(steps)};
}

SplitPlan best_split(std::span<const std::uint64_t> lengths, std::uint64_t words, const CollectiveModel& model,
                     bool whole) {
  SplitPlan best = best_split_on_all(lengths.first(1), words, model, whole);
  for (std::size_t paths = 2; paths <= lengths.size(); ++paths) {
    const SplitPlan plan = best_split_on_all(lengths.first(paths), words, model, whole);
    if (plan.time < best.time) best = plan;
  }
  return best;
}

double ideal_split_time_on_all(std::span<const std::uint64_t> lengths, double words, const CollectiveModel& model) {
  const Split split(lengths, words, model);
  return split.possible() ? split.time(split.real_steps(), false) : infinite;
}

double ideal_split_time(std::span<const std::uint64_t> lengths, double words, const CollectiveModel& model) {
  double best = infinite;
  for (std::size_t paths = 1; paths <= lengths.size(); ++paths)
    best = std::min(best, ideal_split_time_on_all(lengths.first(paths), words, model));
  return best;
}

}  // namespace pram
