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

ProcessLayout layout_of(const pram::detail::WorkerTeam& team, const pram::detail::BlockDistribution& distribution,
                        const pram::detail::RankGroup* ranks) {
  ProcessLayout layout;
  const auto begin_worker = [&](std::uint64_t component) {
    layout.first_process.push_back(static_cast<std::uint32_t>(distribution.first_of(component)));
  };
  const auto begin_rank = [&](std::uint32_t rank) {
    begin_worker(pram::detail::RankCuts::first_component(rank, ranks->ranks(), distribution.components));
  };
  if (ranks != nullptr) {
    layout.first_own = ranks->rank();
    for (std::uint32_t rank = 0; rank < ranks->rank(); ++rank) begin_rank(rank);
  }
  for (std::uint32_t w = 0; w <= team.count(); ++w) begin_worker(team.first_component(w));
  for (std::uint32_t rank = ranks == nullptr ? 0 : ranks->rank() + 1; ranks != nullptr && rank < ranks->ranks(); ++rank)
    begin_rank(rank + 1);
  if (distribution.processors == distribution.components) return layout;
  layout.component.reserve(distribution.processors);
  for (std::uint64_t process = 0; process < distribution.processors; ++process)
    layout.component.push_back(distribution.component_of(process));
  return layout;
}

}  // namespace

Communication::Communication(const pram::detail::WorkerTeam& team, const pram::detail::BlockDistribution& distribution,
                             Rule rule, std::uint64_t seed, std::uint64_t collision_marker, const Network& network,
                             pram::detail::RankGroup* ranks)
    : components_(distribution.components),
      layout_(layout_of(team, distribution, ranks)),
      run_({rule, seed, collision_marker, network.port(), network.wants_messages()}),
      slots_(layout_.workers()),
      rounds_(run_, groups_, team.count()),
      traffic_(run_, distribution.components) {
  groups_.push_back(std::make_unique<ProcessGroup>(run_, layout_, slots_, 0, CountedVector<std::uint32_t>()));
  if (ranks == nullptr) return;
  ranks_ = std::make_unique<RankedProcesses>(*ranks, run_, layout_, groups_);
  exchange_ = std::make_unique<RecordExchange>(*ranks_);
  rounds_.share(ranks_.get());
  traffic_.share(ranks_.get());
}

void Communication::agree(const pram::detail::WorkerTeam& team, RankedProcesses::Standing mine) {
  std::uint64_t standing = 0;
  for (const auto& group : groups_) {
    const auto [first, last] = ranks_->own_places(group->members());
    for (std::uint32_t place = first; place < last; ++place) {
      standing += group->mailboxes()[place].reached.count;
      const std::vector<Bucket>& buckets = group->mailboxes()[place].to;
      for (std::uint32_t to = 0; to < buckets.size(); ++to) {
        const std::uint64_t records = buckets[to].puts.size() + buckets[to].gets.size() + buckets[to].messages.size();
        mine.records += records;
        if (to < first || to >= last) mine.crossing += records;
      }
    }
  }
  for (const Mailbox& box : all().mailboxes()) mine.worked |= box.of_run.worked;
  const auto fails = [](const auto& check) {
    try {
      check();
    } catch (const Error&) {
      return true;
    }
    return false;
  };
  mine.never_awaited = fails([&] { rounds_.check_awaited(); });
  mine.other_request = standing < mine.live && fails([&] { rounds_.check_syncs(team); });
  ranks_->agree(team, mine);
}

std::string Communication::tag() const { return rounds_.tag(); }

std::vector<UnreadMessages> Communication::unread() {
  std::vector<UnreadMessages> all = own_unread();
  if (any_unread_) ranks_->unite(all);
  return all;
}

std::vector<UnreadMessages> Communication::own_unread() const {
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
  if (groups_.size() > 1) {
    for (ProcessGroup* const group : ready) group->restore_order();
  }
  if (ranks_ != nullptr && ranks_->standing().crossing > 0) exchange_->carry(ready);
  for (ProcessGroup* const group : ready) {
    group->begin_delivery();
    record.processes += group->count();
    asked += group->asked();
    had_messages |= group->messages().any();
    splits |= group->splits() > 0;
  }
  bool worked = std::ranges::any_of(all().mailboxes(), [](const Mailbox& box) { return box.of_run.worked; });
  const Breach* const breach = asked > 0 || had_messages || exchange_ != nullptr ? serve(team, asked) : nullptr;
  if (ranks_ != nullptr) {
    record.largest_operations = agree_served(breach);
    asked = ranks_->standing().records;
    worked = ranks_->standing().worked;
  } else if (breach != nullptr) {
    breach->raise();
  }
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

std::uint64_t Communication::agree_served(const Breach* breach) {
  RankedProcesses::Served served;
  served.breach = breach;
  served.unread = !own_unread().empty();
  const auto [first, last] = ranks_->members_of(all().members(), layout_.first_own);
  const ProcessState* const states = all().mailboxes().front().state;
  for (std::uint32_t process = first; process < last; ++process)
    served.largest_operations = std::max(served.largest_operations, states[process].work);
  served = ranks_->agree_served(served);
  any_unread_ = served.unread;
  return served.largest_operations;
}

const Breach* Communication::serve(const pram::detail::WorkerTeam& team, std::uint64_t asked) {
  const std::vector<ProcessGroup*>& ready = rounds_.ready();
  const bool spread = team.count() > 1 && asked >= spread_from;
  const auto count = static_cast<unsigned>(team.count());
  team.host->run(count, spread, [&](unsigned w) {
    for (ProcessGroup* const group : ready) group->serve_gets(layout_.first_own + w);
  });
  if (exchange_ != nullptr) exchange_->answer(ready);
  team.host->run(count, spread, [&](unsigned w) {
    for (ProcessGroup* const group : ready) group->serve_puts_and_messages(layout_.first_own + w);
  });
  const Breach* lowest = nullptr;
  for (const ProcessGroup* const group : ready) {
    const Breach* const one = group->breach();
    if (one != nullptr && (lowest == nullptr || one->key < lowest->key)) lowest = one;
  }
  return lowest;
}

void Communication::split(ProcessGroup& group) {
  if (ranks_ != nullptr) ranks_->tell_splits(group);
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
  if (ranks_ != nullptr) ranks_->ranks().meet();  // a rank where a process is in the wrong throws
  check_all_served();
  if (ranks_ != nullptr) ranks_->ranks().meet();
  rounds_.end();
  for (const auto& group : groups_) group->messages().end();
  if (ranks_ != nullptr) any_unread_ = ranks_->ranks().any(!own_unread().empty());
}

void Communication::check_all_served() const {
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
    for (const Mailbox& box : std::as_const(*group).mailboxes()) {
      for (const Bucket& bucket : box.to) {
        look(bucket.puts.runs, "puts a value");
        look(bucket.gets.runs, "gets a value");
        look(bucket.messages.runs, "sends a message");
      }
    }
  }
  if (what == nullptr) return;
  throw Error(fmt::format("{} {}, at {}, {}, and ends without a sync: what a process asks for is done at the next sync",
                          name, what, to_string(SourceLine{std::get<1>(first), std::get<2>(first)}),
                          run_.in_superstep()));
}

}  // namespace pram::bsp::detail
