#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/machines/topology.hpp>

namespace pram {

/// The links of a topology as lists of neighbours, to be walked many times.
class SurveyGraph {
 public:
  explicit SurveyGraph(const Topology& topology);

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(first_.size()) - 1; }
  std::uint32_t terminals() const { return terminals_; }
  bool two_way() const { return two_way_; }
  bool terminals_pass_on() const { return terminals_pass_on_; }
  /// Each direction by itself.
  std::uint64_t links() const { return next_.size(); }

  /// The number of a node's first link; its others follow.
  std::uint64_t first_link(std::uint32_t node) const { return first_[node]; }
  std::span<const std::uint32_t> next(std::uint32_t node) const { return part(first_, next_, node); }
  /// The nodes whose wires lead here.
  std::span<const std::uint32_t> before(std::uint32_t node) const {
    return two_way_ ? next(node) : part(first_before_, before_, node);
  }

 private:
  static std::span<const std::uint32_t> part(const std::vector<std::uint64_t>& first,
                                             const std::vector<std::uint32_t>& all, std::uint32_t node) {
    return std::span(all).subspan(first[node], first[node + 1] - first[node]);
  }

  std::uint32_t terminals_;
  bool two_way_;
  bool terminals_pass_on_;
  std::vector<std::uint64_t> first_;
  std::vector<std::uint32_t> next_;
  std::vector<std::uint64_t> first_before_;
  std::vector<std::uint32_t> before_;
};

}  // namespace pram
