#include "communication.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "../request/call_sites.hpp"

namespace pram::bsp::detail {

namespace {

// Fewer records than this are served by one host thread: a fork and a join cost more.
constexpr std::uint64_t spread_from = 4096;

}  // namespace

Communication::Communication(const pram::detail::WorkerTeam& team, const pram::detail::BlockDistribution& distribution,
                             Rule rule, std::uint64_t seed, std::uint64_t collision_marker, const Network& network)
    : distribution_(distribution),
      rule_(rule),
      seed_(seed),
      collision_marker_(collision_marker),
      port_(network.port()),
      listed_(network.wants_messages()),
      slots_(team.count()),
      waiting_(team.count()),
      waiting_in_(team.count()),
      queues_{{"collectives", &element_type<std::byte>}},
      tags_{""} {
  if (distribution.processors != distribution.components) {
    components_of_.resize(distribution.processors);
    for (std::uint64_t process = 0; process < distribution.processors; ++process)
      components_of_[process] = distribution.component_of(process);
  }
  for (std::uint32_t w = 0; w <= team.count(); ++w)
    first_process_.push_back(static_cast<std::uint32_t>(distribution.first_of(team.first_component(w))));
  groups_.push_back(std::make_unique<ProcessGroup>(*this, 0, CountedVector<std::uint32_t>()));
  for (Mailbox& box : groups_.front()->mailboxes()) box.slots = &slots_[box.worker];
}

Communication::~Communication() = default;

std::uint32_t Communication::worker_of(std::uint32_t process) const {
  return static_cast<std::uint32_t>(std::ranges::upper_bound(first_process_, process) - first_process_.begin()) - 1;
}

std::string Communication::in_superstep(const std::string& tag) const {
  return tag.empty() ? fmt::format("in superstep {}", number_) : fmt::format("in superstep {} \"{}\"", number_, tag);
}

SourceLine Communication::line(std::uint32_t number) const {
  const std::scoped_lock lock(mutex_);
  return {lines_[number].file, lines_[number].line};
}

std::uint32_t Communication::enter_line(Transfer transfer, const std::string& subject, const char* file,
                                        std::uint32_t line) {
  const std::scoped_lock lock(mutex_);
  const auto [known, is_new] =
      line_numbers_.emplace(std::tuple(std::string(file), line, transfer, subject), lines_.size());
  if (is_new) lines_.push_back({transfer, subject, file, line});
  return known->second;
}

std::uint32_t Communication::queue_number(std::string_view name, const ElementType& type, std::uint32_t process,
                                          Where where) {
  const std::scoped_lock lock(mutex_);
  for (std::uint32_t k = 1; k < queues_.size(); ++k) {  // the first one is no program's, whatever it calls its own
    const StoredQueue& known = queues_[k];
    if (known.name != name) continue;
    if (known.type == &type) return queue_number_of(k, !name.empty());
    if (!name.empty()) {
      throw Error(fmt::format(
          "process {} asks for queue \"{}\" with messages of {} bytes a value, {}, at {}, but it was "
          "made for another type, of {} bytes: give each type a queue of its own name",
          process, name, type.bytes, in_superstep(), to_string(SourceLine{where.file, where.line}), known.type->bytes));
    }
  }
  queues_.push_back({std::string(name), &type});
  return queue_number_of(static_cast<std::uint32_t>(queues_.size() - 1), !name.empty());
}

std::string Communication::queue_name(std::uint32_t queue) const {
  const std::scoped_lock lock(mutex_);
  return has_name(queue) ? queues_[place_of_queue(queue)].name : "queue";
}

std::vector<UnreadMessages> Communication::unread() const {
  std::vector<UnreadMessages> all;
  for (const ProcessGroup* const group : ready_) {
    group->visit_unread([&](const ProcessGroup::Unread& one) {
      const std::string name = queue_name(one.queue);
      auto known = std::ranges::find(all, name, &UnreadMessages::queue);
      if (known == all.end()) known = all.insert(known, {name, 0, 0});
      known->messages += one.messages;
      known->of_another_type += one.looked_for;
    });
  }
  std::ranges::sort(all, {}, &UnreadMessages::queue);
  return all;
}

std::uint32_t Communication::tag_number(std::string_view tag) {
  if (tag.empty()) return 0;
  const std::scoped_lock lock(mutex_);
  for (std::uint32_t number = 0; number < tags_.size(); ++number) {
    if (tags_[number] == tag) return number;
  }
  tags_.emplace_back(tag);
  return static_cast<std::uint32_t>(tags_.size() - 1);
}

SuperstepRecord Communication::deliver(const pram::detail::WorkerTeam& team, Network& network, std::uint64_t number,
                                       bool shared, pram::detail::ComponentLoads* components,
                                       std::vector<Observer::Transfer>* told) {
  SuperstepRecord record;
  record.superstep = number;
  record.tag = tag();
  std::uint64_t asked = 0;
  bool had_messages = false;
  bool splits = false;
  for (ProcessGroup* const group : ready_) {
    if (groups_.size() > 1) group->restore_order();
    group->begin_delivery();
    record.processes += group->count();
    asked += group->asked();
    had_messages |= group->had_messages();
    splits |= group->splits() > 0;
  }
  const bool worked = std::ranges::any_of(groups_.front()->mailboxes(), [](const Mailbox& box) { return box.worked; });
  if (asked > 0 || had_messages) {
    const bool spread = team.count() > 1 && asked >= spread_from;
    const auto count = static_cast<unsigned>(team.count());
    team.host->run(count, spread, [this](unsigned w) {
      for (ProcessGroup* const group : ready_) group->serve_gets(w);
    });
    team.host->run(count, spread, [this](unsigned w) {
      for (ProcessGroup* const group : ready_) {
        group->place_gets(w);
        group->serve_puts(w);
        group->serve_messages(w);
      }
    });
    const Breach* lowest = nullptr;
    for (const ProcessGroup* const group : ready_) {
      const Breach* const one = group->breach();
      if (one != nullptr && (lowest == nullptr || one->key < lowest->key)) lowest = one;
    }
    if (lowest != nullptr) {
      if (lowest->conflict) throw ConflictError(*lowest->conflict);
      throw Error(lowest->sentence);
    }
  }
  if (splits) {
    if (passed_by_.empty()) passed_by_.assign(distribution_.processors, passed_);
    for (ProcessGroup* const group : ready_) {
      if (group->splits() > 0) split(*group);
    }
  }
  record.components = components_of_ready();
  sum_by_line();  // of a superstep that asked for nothing, too: it forgets the one before
  if (asked > 0 || worked || splits) {
    measure(record, components);
    record.charge = requests_.carried_by(network, false);
    record.charge_back = replies_.carried_by(network, true);
  }
  // A superstep costs w + g h + l with h = 0, too. Every phase that travels has l in its charge.
  if (record.messages == 0 && !shared && port_) record.charge = port_->latency;
  if (told != nullptr) {
    for (const ProcessGroup* const group : ready_) tell_transfers(*group, *told);
  }
  count_passed();
  for (ProcessGroup* const group : ready_) group->end_delivery();
  ++number_;
  return record;
}

void Communication::count_passed() {
  for (const ProcessGroup* const group : ready_) {
    if (group->goes_on()) continue;
    if (passed_by_.empty()) ++passed_;
    for (std::uint32_t rank = 0; rank < group->count() && !passed_by_.empty(); ++rank)
      passed_ = std::max(passed_, ++passed_by_[group->process_of(rank)]);
  }
}

std::uint64_t Communication::components_of_ready() const {
  if (ready_.size() == 1 && ready_.front() == groups_.front().get())
    return std::min<std::uint64_t>(distribution_.processors, distribution_.components);
  std::vector<bool> seen(distribution_.components);
  for (const ProcessGroup* const group : ready_) {
    for (std::uint32_t rank = 0; rank < group->count(); ++rank) seen[group->component_of(rank)] = true;
  }
  return static_cast<std::uint64_t>(std::ranges::count(seen, true));
}

ProgramError::Facts Communication::failure_of(std::uint32_t process) const {
  ProgramError::Facts facts = {process, number_, {}, true};
  for (const ProcessGroup* const group : ready_) {  // of the superstep before: one of them at most has the process
    if (!group->has_process(process) || group->passed().file == nullptr) continue;
    facts.line = {group->passed().file, group->passed().line};
    facts.tag = tags_[group->passed().tag];
  }
  return facts;
}

void Communication::end() {
  check_awaited();
  // Which of several requests of a process is told must not depend on how many workers have parted them.
  std::tuple<std::uint32_t, std::string, std::uint32_t, std::string> first = {~0U, "", 0, ""};
  const char* what = nullptr;
  std::string name;
  for (const auto& group : groups_) {
    const auto look = [&](const auto& records, const char* does) {
      for (const auto& record : records) {
        const std::uint32_t process = group->process_of(record.source);
        if (process > std::get<0>(first)) continue;
        const SourceLine where = line(record.line);
        const std::tuple one = {process, where.file, where.line, std::string(does)};
        if (!(one < first)) continue;
        first = one;
        what = does;
        name = group->name_of(record.source);
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
    ready_.clear();
    for (const auto& group : groups_) {
      group->end_inboxes();
      ready_.push_back(group.get());
    }
    return;
  }
  throw Error(fmt::format("{} {}, at {}, {}, and ends without a sync: what a process asks for is done at the next sync",
                          name, what, to_string(SourceLine{std::get<1>(first), std::get<2>(first)}), in_superstep()));
}

}  // namespace pram::bsp::detail
