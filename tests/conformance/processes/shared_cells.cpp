#include "shared_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace pram::conformance::spmd {

namespace {

using Kind = Deed::Kind;

/// What may meet at a cell beside reads.
int way_of(const Deed& deed) { return static_cast<int>(deed.kind == Kind::fetch_add ? Kind::add : deed.kind); }

/// Do the replies of fetches and the sums of updates follow from some order of them, in which each process keeps its
/// own? Where all of them fetch, that order is found; else each reply is looked at by itself. All requests add
/// something.
bool in_serial_order(std::uint64_t old, std::uint64_t now, const std::vector<CellRequest>& group) {
  std::map<std::uint64_t, std::uint64_t> by_reply;  // and what was added
  std::map<std::uint32_t, std::uint64_t> last;      // what a process's last fetch has seen
  bool all = true;
  for (const auto& [process, deed, reply] : group) {
    all = all && deed->kind != Kind::add && (deed->kind != Kind::fetch_add || reply);
    if (deed->kind != Kind::fetch_add || !reply) continue;
    if (*reply < old || *reply + deed->value > now) return false;
    if (last.contains(process) && *reply <= last[process]) return false;
    last[process] = *reply;
    if (!by_reply.emplace(*reply, deed->value).second) return false;
  }
  for (const auto& [reply, added] : by_reply) {
    if (all && reply != old) return false;
    old = reply + added;
  }
  return true;
}

}  // namespace

SharedCells::SharedCells(Rule rule, const std::array<std::vector<std::uint64_t>, 2>& memory) : rule_(rule) {
  for (std::size_t a = 0; a < memory.size(); ++a)
    for (const std::uint64_t word : memory[a]) cells_[a].push_back({word});
}

bool SharedCells::breaks_rule(const std::vector<CellRequest>& group) const {
  std::set<std::uint32_t> readers;
  std::map<std::uint32_t, std::uint64_t> written;  // what each process leaves
  std::set<int> ways;
  for (const auto& [process, deed, reply] : group) {
    if (deed->kind == Kind::read) {
      readers.insert(process);
    } else {
      written[process] = deed->value;
      ways.insert(way_of(*deed));
    }
  }
  if (ways.size() > 1) return true;
  if (rule_ == Rule::erew) return readers.size() + written.size() > 1;
  if (rule_ == Rule::crew) return !written.empty() && readers.size() + written.size() > 1;
  if (rule_ != Rule::common || !ways.contains(static_cast<int>(Kind::write))) return false;
  return std::ranges::any_of(written, [&](const auto& one) { return one.second != written.begin()->second; });
}

/// The values that a cell may hold after the superstep, for those that it may have held before and that fit the
/// replies.
SharedCells::Values SharedCells::served(const Values& before, const std::vector<CellRequest>& group) const {
  Values after;
  for (const std::uint64_t old : before) {
    bool fits = true;
    std::uint64_t now = old;
    std::uint64_t sum = 0;
    std::map<std::uint32_t, std::uint64_t> written;
    for (const auto& [process, deed, reply] : group) {
      switch (deed->kind) {
        case Kind::read: fits = fits && (!reply || *reply == old); break;
        case Kind::write:
          written[process] = deed->value;
          sum += deed->value;
          break;
        case Kind::maximum: now = std::max(now, deed->value); break;
        case Kind::multiprefix: fits = fits && (!reply || *reply == now); [[fallthrough]];
        default: now += deed->value; break;
      }
    }
    fits = fits && in_serial_order(old, now, group);
    if (!fits) continue;
    Values made = {now};
    if (!written.empty()) {
      made = {written.begin()->second};
      if (rule_ == Rule::sum) made = {sum};
      if (written.size() > 1 && rule_ == Rule::tolerant) made = {old};
      if (written.size() > 1 && rule_ == Rule::collision) made = {spmd_marker};
      if (rule_ == Rule::arbitrary) {
        made.clear();
        for (const auto& [process, value] : written) made.push_back(value);
      }
    }
    for (const std::uint64_t value : made) {
      if (std::ranges::find(after, value) == after.end()) after.push_back(value);
    }
  }
  return after;
}

SharedCells::Groups SharedCells::groups_of(const std::vector<CellRequest>& requests) {
  Groups groups;
  for (const CellRequest& one : requests) groups[{one.deed->target, one.deed->index}].push_back(one);
  for (auto& [cell, group] : groups) std::ranges::stable_sort(group, {}, &CellRequest::process);
  return groups;
}

std::optional<SharedCells::Cell> SharedCells::breach(const std::vector<CellRequest>& requests) const {
  for (const auto& [cell, group] : groups_of(requests)) {
    if (breaks_rule(group)) return cell;
  }
  return std::nullopt;
}

void SharedCells::serve(const std::vector<CellRequest>& requests) {
  const Groups groups = groups_of(requests);
  struct Made {
    std::uint64_t requests = 0, reads = 0, writes = 0;
  };
  std::map<std::uint32_t, Made> made;
  facts_ = {};
  for (const CellRequest& one : requests) {
    const Deed& deed = *one.deed;
    const bool fetches = deed.kind == Kind::fetch_add || deed.kind == Kind::multiprefix;
    const bool reads = deed.kind == Kind::read;
    ++(reads                      ? facts_.requests.reads
       : deed.kind == Kind::write ? facts_.requests.writes
       : fetches                  ? facts_.requests.fetches
                                  : facts_.requests.updates);
    Made& mine = made[one.process];
    ++mine.requests;
    if (reads || fetches) ++mine.reads;
    if (!reads) ++mine.writes;
  }
  for (const auto& [process, mine] : made) {
    facts_.largest_requests = std::max(facts_.largest_requests, mine.requests);
    facts_.largest_reads = std::max(facts_.largest_reads, mine.reads);
    facts_.largest_writes = std::max(facts_.largest_writes, mine.writes);
  }
  facts_.distinct = groups.size();
  for (const auto& [cell, group] : groups) {
    std::set<std::uint32_t> readers;
    std::set<std::uint32_t> writers;
    for (const CellRequest& one : group) (one.deed->kind == Kind::read ? readers : writers).insert(one.process);
    facts_.largest_read_degree = std::max<std::uint64_t>(facts_.largest_read_degree, readers.size());
    facts_.largest_write_degree = std::max<std::uint64_t>(facts_.largest_write_degree, writers.size());
  }
  for (const auto& [cell, group] : groups) {
    Values& may = cells_[cell.first][cell.second];
    may = served(may, group);
    if (may.empty())
      throw SpmdMismatch(fmt::format("no order gives the replies of {}[{}]", array_names[cell.first], cell.second));
  }
}

void SharedCells::settle(const std::array<std::vector<std::uint64_t>, 2>& seen) {
  for (std::size_t a = 0; a < cells_.size(); ++a) {
    for (std::size_t i = 0; i < cells_[a].size(); ++i) {
      Values& may = cells_[a][i];
      if (std::ranges::find(may, seen[a][i]) == may.end())
        throw SpmdMismatch(fmt::format("{}[{}] is {}, and may be {}", array_names[a], i, seen[a][i], may.front()));
      may = {seen[a][i]};
    }
  }
}

}  // namespace pram::conformance::spmd
