#include <cmath>

#include <pram/detail/routing/collision_rounds.hpp>

namespace pram::detail {

namespace {

double binomial(std::uint32_t of, std::uint32_t chosen) {
  double ways = 1;
  for (std::uint32_t k = 0; k < chosen; ++k) ways = ways * (of - k) / (k + 1);
  return ways;
}

/// The chance that fewer than `needed` of `copies` modules have answered, each of which has not with chance q.
double fewer_answers(std::uint32_t copies, std::uint32_t needed, double q) {
  double chance = 0;
  for (std::uint32_t answers = 0; answers < needed && answers <= copies; ++answers)
    chance += binomial(copies, answers) * std::pow(1 - q, answers) * std::pow(q, copies - answers);
  return chance;
}

/// The chance of `least` or more, of a Poisson number of this mean.
double poisson_tail(double mean, std::uint32_t least) {
  double below = 0;
  double term = std::exp(-mean);
  for (std::uint32_t k = 0; k < least; ++k) {
    below += term;
    term *= mean / (k + 1);
  }
  return 1 - below;
}

/// The chance that a module never answers a message, others being unfinished by the same chance.
double never_answered(const CollisionOptions& options, double batch) {
  constexpr int most_iterations = 20'000;  // near the largest batch the fixed point is reached slowly
  constexpr double settled = 1e-12;
  double q = 1;
  for (int k = 0; k < most_iterations; ++k) {
    const double others = options.copies * batch * fewer_answers(options.copies - 1, options.needed, q);
    const double next = poisson_tail(others, options.collide);
    if (q - next < settled) return next;
    q = next;
  }
  return q;
}

}  // namespace

double unfinished_share(const CollisionOptions& options, double batch) {
  return fewer_answers(options.copies, options.needed, never_answered(options, batch));
}

double largest_batch(const CollisionOptions& options) {
  constexpr double none = 1e-4;  // a share of modules, of what rounding leaves
  double below = 0;
  double above = options.collide;  // copies of `needed` answers each are more messages than are ever answered at once
  while (above - below > 1e-6) {
    const double middle = (below + above) / 2;
    (never_answered(options, middle) > none ? above : below) = middle;
  }
  return below;
}

}  // namespace pram::detail
