#include "communication.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "group/splitting.hpp"

namespace pram::bsp::detail {

namespace {

// Fewer records than this are served by one host thread: a fork and a join cost more.
constexpr std::uint64_t spread_from = 4096;

ProcessLayout layout_of(const pram::detail::WorkerTeam& team, const pram::detail::BlockDistribution& distribution) {
  ProcessLayout layout;
  for (std::uint32_t w = 0; w <= team.count(); ++w)
    layout.first_process.push_back(static_cast<std::uint32_t>(distribution.first_of(team.first_component(w))));
  if (distribution.processors == distribution.components) return layout;
  layout.component.reserve(distribution.processors);
  for (std::uint64_t process = 0; process < distribution.processors; ++process)
    layout.component.push_back(distribution.component_of(process));
  return layout;
}

}  // namespace

Communication::Communication(const pram::detail::WorkerTeam& team, const pram::detail::BlockDistribution& distribution,
                             Rule rule, std::uint64_t seed, std::uint64_t collision_marker, const Network& network)
    : components_(distribution.components),
      layout_(layout_of(team, distribution)),
      run_({rule, seed, collision_marker, network.port(), network.wants_messages()}),
      slots_(team.count()),
      rounds_(run_, groups_, team.count()),
      traffic_(run_, distribution.components) {
  groups_.push_back(std::make_unique<ProcessGroup>(run_, layout_, slots_, 0, CountedVector<std::uint32_t>()));
}

std::string Communication::tag() const { return rounds_.tag(); }

std::vector<UnreadMessages> Communication::unread() const {
  std::vector<UnreadMessages> all;
  for (const ProcessGroup* const group : rounds_.ready()) {
    group->messages().visit_unread([&](const MessageServer::Unread& one) {
      const std::string name = run_.queue_name(one.queue);
      auto known = std::ranges::find(all, name, &UnreadMessages::queue);
      if (known == all.end()) known = all.insert(known, {name, 0, 0});
      known->messages += one.messages;
      known->of_another_type += one.looked_for;
    });
  }
  std::ranges::sort(all, {}, &UnreadMessages::queue);
  return all;
}

SuperstepRecord Communication::deliver(const pram::detail::WorkerTeam& team, Network& network, std::uint64_t number,
                                       bool shared, pram::detail::ComponentLoads* loads,
                                       std::vector<Observer::Transfer>* transfers) {
  SuperstepRecord record;
  record.superstep = number;
  record.tag = tag();
  std::uint64_t asked = 0;
  bool had_messages = false;
  bool splits = false;
  const std::vector<ProcessGroup*>& ready = rounds_.ready();
  for (ProcessGroup* const group : ready) {
    if (groups_.size() > 1) group->restore_order();
    group->begin_delivery();
    record.processes += group->count();
    asked += group->asked();
    had_messages |= group->messages().any();
    splits |= group->splits() > 0;
  }
  const bool worked = std::ranges::any_of(all().mailboxes(), [](const Mailbox& box) { return box.of_run.worked; });
  if (asked > 0 || had_messages) serve(team, asked);
  if (splits) {
    if (passed_by_.empty()) passed_by_.assign(layout_.processes(), passed_);
    for (ProcessGroup* const group : ready) {
      if (group->splits() > 0) split(*group);
    }
  }
  record.components = components_of_ready();
  traffic_.sum_by_line(ready);  // of a superstep that asked for nothing, too: what was summed before is forgotten
  if (asked > 0 || worked || splits) {
    traffic_.measure(record, all(), ready, loads);
    traffic_.charge(record, network);
  }
  // A superstep costs w + g h + l with h = 0, too. Every phase that travels has l in its charge.
  if (record.messages == 0 && !shared && run_.options().port) record.charge = run_.options().port->latency;
  if (transfers != nullptr) {
    for (const ProcessGroup* const group : ready) list_transfers(run_, *group, *transfers);
  }
  count_passed();
  for (ProcessGroup* const group : ready) group->end_delivery();
  run_.end_superstep();
  return record;
}

void Communication::serve(const pram::detail::WorkerTeam& team, std::uint64_t asked) {
  const std::vector<ProcessGroup*>& ready = rounds_.ready();
  const bool spread = team.count() > 1 && asked >= spread_from;
  const auto count = static_cast<unsigned>(team.count());
  team.host->run(count, spread, [&](unsigned w) {
    for (ProcessGroup* const group : ready) group->serve_gets(w);
  });
  team.host->run(count, spread, [&](unsigned w) {
    for (ProcessGroup* const group : ready) group->serve_puts_and_messages(w);
  });
  const Breach* lowest = nullptr;
  for (const ProcessGroup* const group : ready) {
    const Breach* const one = group->breach();
    if (one != nullptr && (lowest == nullptr || one->key < lowest->key)) lowest = one;
  }
  if (lowest != nullptr) lowest->raise();
}

void Communication::split(ProcessGroup& group) {
  const std::vector<SplitRequest> requests =
      take_split_requests(group.members(), group.mailboxes(), run_, group.in_superstep());
  visit_parts(requests, [&](std::span<const SplitRequest> part) {
    CountedVector<std::uint32_t> members;
    members.reserve(part.size());
    for (const SplitRequest& one : part) members.push_back(group.members().process_of(one.rank));
    const auto number = static_cast<std::uint32_t>(groups_.size());
    auto made = std::make_unique<ProcessGroup>(run_, layout_, slots_, number, std::move(members));
    for (std::uint32_t rank = 0; rank < made->count(); ++rank) {
      SplitRecord& record = *part[rank].record;
      record.rank = rank;
      record.count = made->count();
      record.group = &made->mailboxes()[made->members().worker_of(rank)];
    }
    groups_.push_back(std::move(made));
  });
}

void Communication::count_passed() {
  for (const ProcessGroup* const group : rounds_.ready()) {
    if (group->goes_on()) continue;
    if (passed_by_.empty()) ++passed_;
    for (std::uint32_t rank = 0; rank < group->count() && !passed_by_.empty(); ++rank)
      passed_ = std::max(passed_, ++passed_by_[group->members().process_of(rank)]);
  }
}

std::uint64_t Communication::components_of_ready() const {
  if (rounds_.ready().size() == 1 && rounds_.ready().front() == &all())
    return std::min(layout_.processes(), components_);
  std::vector<bool> seen(components_);
  for (const ProcessGroup* const group : rounds_.ready()) {
    for (std::uint32_t rank = 0; rank < group->count(); ++rank) seen[group->members().component_of(rank)] = true;
  }
  return static_cast<std::uint64_t>(std::ranges::count(seen, true));
}

ProgramError::Facts Communication::failure_of(std::uint32_t process) const {
  ProgramError::Facts facts = {process, run_.superstep(), {}, true};
  for (const ProcessGroup* const group :
       rounds_.ready()) {  // of the superstep before: one of them at most has the process
    if (!group->members().has_process(process) || group->passed().file == nullptr) continue;
    facts.line = {group->passed().file, group->passed().line};
    facts.tag = run_.tag(group->passed().tag);
  }
  return facts;
}

void Communication::end() {
  rounds_.check_awaited();
  // Which of several requests of a process is named must not depend on how many workers have parted them.
  std::tuple<std::uint32_t, std::string, std::uint32_t, std::string> first = {~0U, "", 0, ""};
  const char* what = nullptr;
  std::string name;
  for (const auto& group : groups_) {
    const auto look = [&](const auto& records, const char* does) {
      for (const auto& record : records) {
        const std::uint32_t process = group->members().process_of(record.source);
        if (process > std::get<0>(first)) continue;
        const SourceLine where = run_.line(record.line);
        const std::tuple one = {process, where.file, where.line, std::string(does)};
        if (!(one < first)) continue;
        first = one;
        what = does;
        name = group->members().name_of(record.source);
      }
    };
    for (const Mailbox& box : group->mailboxes()) {
      for (const Bucket& bucket : box.to) {
        look(bucket.puts.runs, "puts a value");
        look(bucket.gets.runs, "gets a value");
        look(bucket.messages.runs, "sends a message");
      }
    }
  }
  if (what == nullptr) {
    rounds_.end();
    for (const auto& group : groups_) group->messages().end();
    return;
  }
  throw Error(fmt::format("{} {}, at {}, {}, and ends without a sync: what a process asks for is done at the next sync",
                          name, what, to_string(SourceLine{std::get<1>(first), std::get<2>(first)}),
                          run_.in_superstep()));
}

}  // namespace pram::bsp::detail
