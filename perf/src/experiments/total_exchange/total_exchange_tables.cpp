#include "total_exchange_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <pram/error.hpp>
#include <pram/machines.hpp>
#include <pram/perf/experiment.hpp>
#include "parts/part.hpp"

namespace pram::perf {

namespace {

/// The part of a row that only an execution shows, and that --resume therefore keeps.
struct ExecutedTotalExchange {
  std::uint64_t steps = 0;
  std::uint64_t transfers = 0;
};

void kept_members(MaybeConst<ExecutedTotalExchange> auto& executed, const auto& member) {
  member("steps", executed.steps);
  member("transfers", executed.transfers);
}

using Ports = SwitchingOptions::Ports;

enum class Shape { path, plain_path, ring, complete };

struct Factor {
  Shape shape;
  std::uint32_t size;
};
using Factors = std::vector<Factor>;

std::string name_of(const Factor& factor) {
  const char* const name = factor.shape == Shape::ring ? "ring" : factor.shape == Shape::complete ? "complete" : "path";
  return fmt::format("{}:{}", name, factor.size);
}

/// The number of steps of one dimension, by its closed form.
std::uint64_t steps_of(const Factor& factor, Ports ports) {
  const std::uint64_t n = factor.size;
  const bool one = ports == Ports::one;
  switch (factor.shape) {
    case Shape::complete: return one ? n - 1 : 1;
    case Shape::ring: return one ? n * n / 4 : n % 2 == 1 ? n * n / 8 : (n * n + 7) / 8;
    default:
      if (!one) return n * n / 4;
      return n % 2 == 0 && n > 2 && factor.shape == Shape::path ? n * n / 2 - 1 : n == 2 ? 1 : 2 * (n * n / 4);
  }
}

TotalExchangePtr schedule_of(const Factor& factor, Ports ports) {
  if (factor.shape == Shape::ring) return total_exchange_on_ring(factor.size, ports);
  if (factor.shape == Shape::complete) return total_exchange_on_complete(factor.size, ports);
  return total_exchange_on_path(factor.size, ports, factor.shape == Shape::plain_path);
}

/// The name of a product as reports show it: "ring:4 x complete:5"; of equal factors "(path:3)^4".
std::string shown(const Factors& factors) {
  const auto same = [&](const Factor& factor) { return name_of(factor) == name_of(factors.front()); };
  if (factors.size() > 1 && std::ranges::all_of(factors, same))
    return fmt::format("({})^{}", name_of(factors.front()), factors.size());
  std::string text;
  for (const Factor& factor : factors) text += (text.empty() ? "" : " x ") + name_of(factor);
  return text;
}

class Measurement {
 public:
  Measurement(const Factors& factors, Ports ports, FinishedParts* parts)
      : factors_(factors), ports_(ports), parts_(parts) {
    std::string name;
    std::vector<TotalExchangeBounds> bounds;
    for (const Factor& factor : factors) {
      if (!name.empty()) name += ',';
      name += name_of(factor);
      schedules_.push_back(schedule_of(factor, ports));
      bounds.push_back(total_exchange_bounds(*make_topology(name_of(factor))));
    }
    graph_ = make_topology(factors.size() == 1 ? name : "product:" + name);
    bounds_ = total_exchange_bounds(bounds);
  }

  std::uint64_t nodes() const { return graph_->nodes(); }
  const std::vector<TotalExchangePtr>& schedules() const { return schedules_; }

  /// Every dimension's exchange as often as there are copies: Corollary 2; or that of the slowest.
  std::uint64_t summed() const {
    std::uint64_t steps = 0;
    for (const Factor& factor : factors_) steps += nodes() / factor.size * steps_of(factor, ports_);
    return steps;
  }
  std::uint64_t slowest() const {
    std::uint64_t steps = 0;
    for (const Factor& factor : factors_) steps = std::max(steps, nodes() / factor.size * steps_of(factor, ports_));
    return steps;
  }

  /// Algorithm A1 of two factors.
  std::uint64_t set_by_set() const {
    const std::uint64_t n1 = factors_[0].size;
    const std::uint64_t n2 = factors_[1].size;
    const std::uint64_t distances = total_exchange_bounds(*second()).total_status;
    return n2 * (n2 - 1) * (n1 - 1) + distances + n2 * steps_of(factors_[0], ports_);
  }
  std::shared_ptr<const Topology> second() const { return make_topology(name_of(factors_[1])); }

  TotalExchangeRow row(std::string algorithm, const TotalExchange& schedule, std::uint64_t formula) const {
    const std::string name =
        fmt::format("{}, {}, {} ports", shown(factors_), algorithm, ports_ == Ports::one ? "one" : "all");
    const auto run = part<ExecutedTotalExchange>(parts_, name, [&] {
      const TotalExchangeRun made = check_total_exchange(schedule, *graph_, ports_);
      return ExecutedTotalExchange{made.steps, made.transfers};
    });
    return {shown(factors_),
            std::move(algorithm),
            nodes(),
            ports_,
            run.steps,
            formula,
            ports_ == Ports::one ? bounds_.one_port() : bounds_.all_ports(),
            run.transfers};
  }

 private:
  Factors factors_;
  Ports ports_;
  FinishedParts* parts_;
  std::vector<TotalExchangePtr> schedules_;
  std::shared_ptr<const Topology> graph_;
  TotalExchangeBounds bounds_;
};

Factors cube(Shape shape, std::uint32_t size, std::size_t dimensions) { return Factors(dimensions, {shape, size}); }

std::vector<Factors> lines() {
  std::vector<Factors> all;
  for (const Shape shape : {Shape::path, Shape::ring}) {
    for (const std::uint32_t n : {2U, 3U, 4U, 5U, 6U, 7U, 8U, 9U, 10U, 16U, 32U}) {
      if (shape != Shape::ring || n > 2) all.push_back({{shape, n}});
    }
  }
  return all;
}

std::vector<Factors> one_port_products() {
  using enum Shape;
  std::vector<Factors> all;
  for (std::size_t d = 2; d <= 7; ++d) all.push_back(cube(path, 2, d));
  const std::vector<Factors> more = {{{ring, 3}, {ring, 3}},
                                     {{ring, 4}, {ring, 3}},
                                     {{ring, 4}, {ring, 4}},
                                     {{ring, 5}, {ring, 5}},
                                     {{ring, 8}, {ring, 8}},
                                     {{ring, 10}, {ring, 10}},
                                     cube(ring, 3, 3),
                                     cube(ring, 4, 3),
                                     {{ring, 3}, {ring, 4}, {ring, 5}},
                                     {{complete, 3}, {complete, 4}},
                                     cube(complete, 4, 3),
                                     {{complete, 2}, {complete, 3}, {complete, 5}},
                                     {{ring, 4}, {complete, 5}, {complete, 2}},
                                     {{plain_path, 3}, {plain_path, 3}},
                                     {{plain_path, 3}, {plain_path, 5}},
                                     {{plain_path, 4}, {plain_path, 4}},
                                     {{path, 4}, {path, 4}}};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

std::vector<Factors> homogeneous() {
  using enum Shape;
  std::vector<Factors> all;
  for (const std::uint32_t n : {2U, 3U, 4U, 5U, 6U, 8U, 9U, 10U}) all.push_back(cube(path, n, 2));
  for (const std::uint32_t n : {3U, 4U, 5U, 6U, 7U, 8U, 9U, 10U, 12U}) all.push_back(cube(ring, n, 2));
  for (const std::uint32_t n : {3U, 4U, 8U, 16U}) all.push_back(cube(complete, n, 2));
  for (const auto& more : {cube(path, 2, 4), cube(path, 3, 4), cube(path, 4, 4), cube(ring, 3, 4), cube(ring, 4, 4),
                           cube(complete, 3, 4), cube(path, 2, 8)}) {
    all.push_back(more);
  }
  return all;
}

std::vector<Factors> beyond_a3() {
  using enum Shape;
  return {cube(path, 2, 3),
          cube(path, 2, 5),
          cube(path, 2, 6),
          cube(path, 3, 3),
          cube(path, 4, 3),
          cube(ring, 3, 3),
          cube(ring, 4, 3),
          cube(complete, 4, 3),
          {{ring, 4}, {ring, 8}},
          {{path, 3}, {path, 5}},
          {{ring, 4}, {complete, 5}},
          {{ring, 3}, {ring, 4}, {ring, 5}},
          {{path, 2}, {path, 3}, {path, 4}}};
}

void measure_total_exchange(const std::function<bool(std::uint64_t, std::uint64_t)>& progress, FinishedParts* parts,
                            TotalExchangeTables& tables) {
  const auto all_lines = lines();
  const auto products = one_port_products();
  const auto cubes = homogeneous();
  const auto others = beyond_a3();
  std::uint64_t done = 0;
  const std::uint64_t of = 2 * all_lines.size() + products.size() + cubes.size() + others.size();
  const auto before = [&] {
    if (progress && !progress(done, of)) throw Interrupted(done);
    ++done;
  };
  for (const Factors& line : all_lines) {
    for (const Ports ports : {Ports::one, Ports::all}) {
      before();
      const Measurement made(line, ports, parts);
      tables.lines.push_back(made.row("one dimension", *made.schedules().front(), made.summed()));
    }
  }
  for (const Factors& factors : products) {
    before();
    const Measurement made(factors, Ports::one, parts);
    const bool plain = factors.front().shape == Shape::plain_path;
    if (factors.size() == 2 && !plain) {
      const TotalExchangePtr a1 = total_exchange_a1(made.schedules().front(), made.second());
      tables.products.push_back(made.row("A1", *a1, made.set_by_set()));
    }
    tables.products.push_back(made.row(plain ? "A2 plain" : "A2", *total_exchange_a2(made.schedules()), made.summed()));
  }
  for (const Factors& factors : cubes) {
    before();
    const Measurement made(factors, Ports::all, parts);
    const auto doublings = static_cast<std::uint32_t>(std::bit_width(factors.size()) - 1);
    tables.cubes.push_back(made.row("A3", *total_exchange_a3(made.schedules().front(), doublings), made.slowest()));
  }
  for (const Factors& factors : others) {
    before();
    const Measurement made(factors, Ports::all, parts);
    tables.others.push_back(made.row("matchings", *total_exchange_mixed(made.schedules()), made.slowest()));
  }
}

}  // namespace

TotalExchangeTables total_exchange_tables(const std::function<bool(std::uint64_t, std::uint64_t)>& progress,
                                          FinishedParts* parts) {
  register_machines();
  TotalExchangeTables tables;
  try {
    measure_total_exchange(progress, parts, tables);
  } catch (const Interrupted&) {  // what is done stands in the tables
  }
  return tables;
}

extern const Experiment total_exchange_experiment = {
    "total-exchange",
    "Total exchange in Cartesian products by Algorithms A2 and A3 of Dimakopoulos and Dimopoulos",
    {},
    [](const ExperimentRequest& asked) {
      return total_exchange_report(total_exchange_tables(asked.progress, asked.parts));
    }};

}  // namespace pram::perf
