#include <fmt/format.h>

#include <algorithm>

#include <pram/error.hpp>
#include <pram/perf/patterns/pattern_costs.hpp>

namespace pram::perf {

namespace {

using Basis = std::vector<std::uint32_t>;

class Factorisations {
 public:
  Factorisations(std::uint32_t p, std::uint32_t phases) : p_(p), most_(phases) {
    for (std::uint32_t b = 2; b <= p; ++b) {
      if (p % b == 0) divisors_.push_back(b);
    }
    extend(p);
  }

  std::vector<Basis> all() && {
    std::ranges::stable_sort(found_, {}, &Basis::size);
    return std::move(found_);
  }

 private:
  void extend(std::uint32_t rest) {
    if (rest == 1) {
      found_.push_back(basis_);
      if (found_.size() > most_candidates) {
        throw ConfigError(
            "phases", std::to_string(most_),
            fmt::format("fewer: {} components have more than {} bases of so many phases", p_, most_candidates));
      }
      return;
    }
    if (basis_.size() == most_) return;
    for (const std::uint32_t b : divisors_) {
      if (rest % b != 0) continue;
      basis_.push_back(b);
      extend(rest / b);
      basis_.pop_back();
    }
  }

  std::uint32_t p_;
  std::uint32_t most_;
  Basis divisors_;
  Basis basis_;
  std::vector<Basis> found_;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> factorisations(std::uint32_t p, std::uint32_t phases) {
  if (phases == 0) throw ConfigError("phases", "0", "at least 1");
  if (p <= 1) return {{1}};
  return Factorisations(p, phases).all();
}

}  // namespace pram::perf
