#include "registrations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>

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

std::uint32_t Registrations::push(std::uint64_t superstep, const void* address, std::span<const std::byte> area) {
  std::uint32_t number = count_;
  if (free_.empty()) {
    ++count_;
  } else {
    number = free_.back();
    free_.pop_back();
  }
  Registration& shared = shared_->registration(number);
  shared.bytes[process_] = area.size();
  shared.places[process_] = area.data();
  if (address != nullptr) shared.given_an_address[superstep % 2].store(superstep, std::memory_order_relaxed);
  areas_[address].push_back({number, true, false, false, &shared.bytes});
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

std::uint32_t Registrations::named_at(std::uint64_t superstep, std::size_t change) const {
  for (std::uint32_t process = 0; process < shared_->processes(); ++process) {
    const auto& changes = shared_->changes(superstep, process).changes;
    if (change < changes.size() && changes[change].number != RegistrationChanges::not_known)
      return changes[change].number;
  }
  return RegistrationChanges::not_known;
}

std::string Registrations::compare_tags(const RegistrationChanges& own, const RegistrationChanges& first) const {
  if (own.set_tag_bytes == first.set_tag_bytes) return {};
  const std::size_t own_calls = own.set_tag_bytes.size();
  const std::size_t first_calls = first.set_tag_bytes.size();
  if (own_calls != first_calls) {
    return fmt::format(
        "process {} has called bsp_set_tagsize {} time{} and process 0 {} time{}: all processes call it "
        "together",
        process_, own_calls, own_calls == 1 ? "" : "s", first_calls, first_calls == 1 ? "" : "s");
  }
  const auto differ = std::ranges::mismatch(own.set_tag_bytes, first.set_tag_bytes);
  return fmt::format(
      "process {} has set tags of {} bytes and process 0 of {}: all processes call bsp_set_tagsize "
      "with the same size",
      process_, *differ.in1, *differ.in2);
}

std::string Registrations::compare(const RegistrationChanges& own, std::uint64_t superstep) const {
  const RegistrationChanges& first = shared_->changes(superstep, 0);
  if (std::string wrong = compare_tags(own, first); !wrong.empty()) return wrong;
  const auto count = [](const RegistrationChanges& of, bool removes) {
    return std::ranges::count(of.changes, removes, &RegistrationChanges::Change::removes);
  };
  bool same = own.changes.size() == first.changes.size();
  for (std::size_t k = 0; same && k < own.changes.size(); ++k) {
    same = own.changes[k].removes == first.changes[k].removes;
    if (!same || !own.changes[k].removes) continue;
    if (own.changes[k].number != RegistrationChanges::not_known && own.changes[k].number != named_at(superstep, k)) {
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

std::string Registrations::settle_null(const RegistrationChanges& own, std::uint64_t superstep) {
  const auto null = areas_.find(nullptr);
  if (null == areas_.end()) return {};
  auto& areas = null->second;
  auto made = areas.begin();  // behind those that are made before the change that is looked at
  for (Area& area : areas) {
    area.removed = false;  // pop() only guessed
    if (area.pending) {
      const Registration& shared = shared_->registration(area.number);
      area.of_nobody = shared.given_an_address[superstep % 2].load(std::memory_order_relaxed) != superstep;
    } else {
      ++made;
    }
  }
  for (std::size_t k = 0; k < own.changes.size(); ++k) {
    if (!own.changes[k].removes && changed_[k] == nullptr) ++made;
    if (own.changes[k].number != RegistrationChanges::not_known) continue;
    const std::uint32_t named = named_at(superstep, k);
    const bool by_all = named == RegistrationChanges::not_known;
    const auto area = std::find_if(std::make_reverse_iterator(made), areas.rend(), [&](const Area& one) {
      return !one.removed && (by_all ? one.of_nobody : one.number == named);
    });
    if (area == areas.rend()) {
      return by_all ? fmt::format(
                          "process {} removes a registration of NULL, as all others do, but there is none that all of "
                          "them have made with NULL: one of them gives its address",
                          process_)
                    : fmt::format(
                          "process {} removes a registration of NULL where others remove one that it has registered "
                          "by an address",
                          process_);
    }
    area->removed = true;
  }
  return {};
}

std::string Registrations::settle(std::uint64_t superstep) {
  RegistrationChanges& next = shared_->changes(superstep + 1, process_);
  const RegistrationChanges& own = shared_->changes(superstep, process_);
  next.changes.clear();
  next.tag_bytes = own.tag_bytes;
  next.set_tag_bytes.clear();
  const RegistrationChanges& first = shared_->changes(superstep, 0);
  if (own.changes.empty() && first.changes.empty() && own.set_tag_bytes.empty() && first.set_tag_bytes.empty())
    return {};
  if (std::string wrong = compare(own, superstep); !wrong.empty()) return wrong;
  if (own.changes.empty()) return {};
  last_.bytes = nullptr;
  if (std::string wrong = settle_null(own, superstep); !wrong.empty()) return wrong;
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
