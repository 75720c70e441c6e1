#include "members.hpp"

#include <fmt/format.h>

#include <utility>

namespace pram::bsp::detail {

GroupMembers::GroupMembers(const ProcessLayout& layout, CountedVector<std::uint32_t> members)
    : members_(std::move(members)) {
  const bool whole = members_.empty();
  const auto processes = static_cast<std::uint32_t>(whole ? layout.processes() : members_.size());
  first_worker_ = whole ? 0 : layout.worker_of(members_.front());
  const std::uint32_t last_worker = whole ? layout.workers() - 1 : layout.worker_of(members_.back());
  for (std::uint32_t w = first_worker_; w <= last_worker; ++w) {
    const std::uint32_t process = layout.first_process[w];
    first_rank_.push_back(
        whole ? process : static_cast<std::uint32_t>(std::ranges::lower_bound(members_, process) - members_.begin()));
  }
  first_rank_.push_back(processes);
  if (!layout.component.empty()) component_of_ = layout.component.data();
  if (component_of_ != nullptr && !whole) {
    for (const std::uint32_t process : members_) own_components_.push_back(component_of_[process]);
    component_of_ = own_components_.data();
  }
  worker_of_.resize(processes);
  for (std::uint32_t w = 0; w < workers(); ++w)
    std::fill_n(worker_of_.begin() + first_rank_[w], count_of(w), static_cast<std::uint16_t>(w));
}

std::string GroupMembers::name_of(std::uint32_t rank) const {
  if (members_.empty()) return fmt::format("process {}", rank);
  return fmt::format("process {} ({} of its group)", members_[rank], rank);
}

}  // namespace pram::bsp::detail
