#include "registrations.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace pram::bsplib {

Registration& SharedRegistrations::registration(std::uint32_t number) {
  const std::scoped_lock lock(mutex_);
  while (all_.size() <= number) all_.emplace_back(processes_);
  return all_[number];
}

Registrations::Found Registrations::find(const void* address) {
  if (last_.bytes != nullptr && address == last_address_) return last_;
  const auto known = areas_.find(address);
  if (known == areas_.end()) return {};
  const auto& areas = known->second;
  const auto latest = std::find_if(areas.rbegin(), areas.rend(), [](const Area& area) { return !area.pending; });
  if (latest == areas.rend()) return {0, nullptr, !areas.empty()};
  last_address_ = address;
  last_ = {latest->number, latest->bytes, false};
  return last_;
}

std::uint32_t Registrations::push(std::uint64_t superstep, const void* address, std::uint64_t bytes) {
  std::uint32_t number = count_;
  if (free_.empty()) {
    ++count_;
  } else {
    number = free_.back();
    free_.pop_back();
  }
  Registration& shared = shared_->registration(number);
  shared.bytes[process_] = bytes;
  areas_[address].push_back({number, true, false, &shared.bytes});
  changed_.push_back(address);
  shared_->changes(superstep, process_).changes.push_back({number, false});
  return number;
}

bool Registrations::pop(std::uint64_t superstep, const void* address) {
  const auto known = areas_.find(address);
  if (known == areas_.end()) return false;
  auto& areas = known->second;
  const auto latest = std::find_if(areas.rbegin(), areas.rend(), [](const Area& area) { return !area.removed; });
  if (latest == areas.rend()) return false;
  auto& changes = shared_->changes(superstep, process_).changes;
  if (address == nullptr) {
    // NULL may stand for several registrations: settle() learns from the other processes which one is meant. Until then
    // the latest one counts as removed.
    changes.push_back({RegistrationChanges::not_known, true});
  } else {
    changes.push_back({latest->number, true});
  }
  latest->removed = true;
  changed_.push_back(address);
  return true;
}

std::uint32_t Registrations::meant_at(std::uint64_t superstep, std::size_t change) {
  for (std::uint32_t process = 0; process < shared_->processes(); ++process) {
    const auto& changes = shared_->changes(superstep, process).changes;
    if (change < changes.size() && changes[change].number != RegistrationChanges::not_known)
      return changes[change].number;
  }
  return RegistrationChanges::not_known;
}

std::string Registrations::compare(const RegistrationChanges& own, std::uint64_t superstep) {
  const RegistrationChanges& first = shared_->changes(superstep, 0);
  if (own.tag_bytes != first.tag_bytes) {
    return fmt::format(
        "process {} has set tags of {} bytes and process 0 of {}: all processes call bsp_set_tagsize "
        "with the same size",
        process_, own.tag_bytes, first.tag_bytes);
  }
  const auto count = [](const RegistrationChanges& of, bool removes) {
    return std::ranges::count(of.changes, removes, &RegistrationChanges::Change::removes);
  };
  bool same = own.changes.size() == first.changes.size();
  for (std::size_t k = 0; same && k < own.changes.size(); ++k) {
    same = own.changes[k].removes == first.changes[k].removes;
    if (!same || !own.changes[k].removes) continue;
    const std::uint32_t meant = meant_at(superstep, k);
    if (own.changes[k].number != RegistrationChanges::not_known && own.changes[k].number != meant) {
      return fmt::format(
          "process {} removes another registration than others do: all processes remove the same ones "
          "in the same order",
          process_);
    }
  }
  if (same) return {};
  return fmt::format(
      "process {} registers {} and removes {}, process 0 registers {} and removes {}, or in another "
      "order: all processes call bsp_push_reg and bsp_pop_reg in the same order",
      process_, count(own, false), count(own, true), count(first, false), count(first, true));
}

std::string Registrations::settle(std::uint64_t superstep) {
  RegistrationChanges& next = shared_->changes(superstep + 1, process_);
  const RegistrationChanges& own = shared_->changes(superstep, process_);
  next.changes.clear();
  next.tag_bytes = own.tag_bytes;
  const RegistrationChanges& first = shared_->changes(superstep, 0);
  if (own.changes.empty() && first.changes.empty() && own.tag_bytes == first.tag_bytes) return {};
  if (std::string wrong = compare(own, superstep); !wrong.empty()) return wrong;
  if (own.changes.empty()) return {};
  last_.bytes = nullptr;
  // pop() only guessed which registrations of NULL are removed: here the guesses are replaced by those that others
  // name.
  const auto null = areas_.find(nullptr);
  if (null != areas_.end()) {
    for (Area& area : null->second) area.removed = false;
    for (std::size_t k = 0; k < own.changes.size(); ++k) {
      if (own.changes[k].number != RegistrationChanges::not_known) continue;
      const std::uint32_t meant = meant_at(superstep, k);
      auto& areas = null->second;
      const auto area = std::find_if(areas.rbegin(), areas.rend(), [meant](const Area& one) {
        return !one.removed && (one.number == meant || meant == RegistrationChanges::not_known);
      });
      if (area == areas.rend()) {
        return fmt::format(
            "process {} removes a registration of NULL where others remove one that it has registered "
            "by an address",
            process_);
      }
      area->removed = true;
    }
  }
  std::vector<std::uint32_t> gone;
  for (const void* const address : changed_) {
    const auto known = areas_.find(address);
    if (known == areas_.end()) continue;
    for (Area& area : known->second) {
      area.pending = false;
      if (area.removed) gone.push_back(area.number);
    }
    std::erase_if(known->second, [](const Area& area) { return area.removed; });
    if (known->second.empty()) areas_.erase(known);
  }
  changed_.clear();
  // All processes must reuse numbers in the same order, and their addresses differ.
  std::ranges::sort(gone, std::greater<>());
  free_.insert(free_.end(), gone.begin(), gone.end());
  return {};
}

}  // namespace pram::bsplib
