#include "communication.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "../request/call_sites.hpp"

namespace pram::bsp::detail {

namespace {

// Fewer records than this are served by one host thread: a fork and a join cost more.
constexpr std::uint64_t spread_from = 4096;

}  // namespace

Communication::Communication(const pram::detail::WorkerTeam& team, const pram::detail::BlockDistribution& distribution,
                             Rule rule, std::uint64_t seed, std::uint64_t collision_marker, const Network& network)
    : seating_(distribution),
      rule_(rule),
      seed_(seed),
      collision_marker_(collision_marker),
      port_(network.port()),
      worker_of_(distribution.processors),
      boxes_(team.count()),
      states_(team.count()),
      inboxes_(team.count()),
      slots_(team.count()),
      tags_{""} {
  if (distribution.processors != distribution.components) {
    components_of_.resize(distribution.processors);
    for (std::uint64_t process = 0; process < distribution.processors; ++process)
      components_of_[process] = distribution.component_of(process);
  }
  for (std::uint32_t w = 0; w < team.count(); ++w) {
    const auto first = static_cast<std::uint32_t>(distribution.first_of(team.first_component(w)));
    const auto last = static_cast<std::uint32_t>(distribution.first_of(team.first_component(w + 1)));
    first_component_.push_back(team.first_component(w));
    first_process_.push_back(first);
    std::fill(worker_of_.begin() + first, worker_of_.begin() + last, static_cast<std::uint16_t>(w));
    states_[w].resize(last - first);
    Mailbox& box = boxes_[w];
    box.all = this;
    box.worker = w;
    box.processes = distribution.processors;
    box.worker_of = worker_of_.data();
    box.component_of = components_of_.empty() ? nullptr : components_of_.data();
    box.state = states_[w].data();
    box.to.resize(team.count());
    box.before.resize(team.count());
    box.listed = network.wants_messages();
    const std::uint32_t components = team.first_component(w + 1) - team.first_component(w);
    inboxes_[w].received.resize(components);
    inboxes_[w].answered.resize(components);
  }
  first_component_.push_back(team.components);
  first_process_.push_back(static_cast<std::uint32_t>(distribution.processors));
}

Communication::~Communication() {
  for (std::uint32_t number = 0; number < coarray_count_; ++number) {
    for (Block& block : coarray(number).blocks) free_block(number, block);
  }
  for (auto& slots : slots_) {
    for (GetSlot& slot : slots) {
      if (slot.data != nullptr) pram::detail::CountingAllocator<std::byte>().deallocate(slot.data, slot.word);
    }
  }
}

std::string Communication::in_superstep() const {
  return tag_.empty() ? fmt::format("in superstep {}", number_) : fmt::format("in superstep {} \"{}\"", number_, tag_);
}

std::string Communication::where(std::uint32_t line) const {
  const std::scoped_lock lock(mutex_);
  return to_string(SourceLine{lines_[line].file, lines_[line].line});
}

std::uint32_t Communication::enter_line(Transfer transfer, std::uint32_t subject, const char* file,
                                        std::uint32_t line) {
  const std::scoped_lock lock(mutex_);
  const auto [known, is_new] =
      line_numbers_.emplace(std::tuple(std::string(file), line, transfer, subject), lines_.size());
  if (is_new) lines_.push_back({transfer, subject, file, line});
  return known->second;
}

std::uint32_t Communication::queue_number(std::string_view name, const void* type, std::uint64_t bytes_each,
                                          std::uint32_t process) {
  const std::scoped_lock lock(mutex_);
  for (std::uint32_t number = 0; number < queues_.size(); ++number) {
    const StoredQueue& known = queues_[number];
    if (known.name != name) continue;
    if (known.type == type) return number;
    if (!name.empty()) {
      throw Error(
          fmt::format("process {} asks for queue \"{}\" with messages of {} bytes a value, {}, but it was made "
                      "for another type, of {} bytes: give each type a queue of its own name",
                      process, name, bytes_each, in_superstep(), known.bytes_each));
    }
  }
  queues_.push_back({std::string(name), type, bytes_each});
  return static_cast<std::uint32_t>(queues_.size() - 1);
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

std::span<const Arrival> Communication::arrivals(std::uint32_t process, std::uint32_t queue) const {
  const Inbox& inbox = inboxes_[worker_of_[process]];
  if (!inbox.any) return {};
  const std::uint32_t at = process - first_process_[worker_of_[process]];
  const std::span<const Arrival> all(inbox.arrivals.data() + inbox.first[at], inbox.first[at + 1] - inbox.first[at]);
  const auto [begin, end] = std::ranges::equal_range(all, queue, {}, &Arrival::queue);
  return {begin, end};
}

void Communication::check_all_reached(const pram::detail::WorkerTeam& team) const {
  std::uint64_t at_sync = 0;
  for (const Mailbox& box : boxes_) at_sync += box.reached;
  if (at_sync == seating_.processors) return;
  // Who stands at a sync asks for nothing.
  std::uint64_t other = seating_.processors;
  bool ended = false;
  for (const auto& worker : team.workers) {
    for (std::uint32_t slot = 0; slot < worker->slots; ++slot) {
      if (worker->index[slot] == pram::detail::no_request || worker->first_processor + slot >= other) continue;
      other = worker->first_processor + slot;
      ended = worker->index[slot] == pram::detail::finished_processor;
    }
  }
  const auto waits = std::ranges::find_if(boxes_, [](const Mailbox& box) { return box.reached > 0; });
  if (waits == boxes_.end()) {
    throw Error(
        fmt::format("process {} awaits something else than a sync, in superstep {}: a BSP process reads and "
                    "writes by coarrays, messages and futures",
                    other, number_));
  }
  throw Error(fmt::format("process {} stands at a sync{}, at {}, that process {} does not reach in superstep {}: it {}",
                          waits->first_process, waits->tag == 0 ? "" : fmt::format(" \"{}\"", tags_[waits->tag]),
                          to_string(SourceLine{waits->sync_file, waits->sync_line}), other, number_,
                          ended ? "has ended" : "awaits something else"));
}

SuperstepRecord Communication::deliver(const pram::detail::WorkerTeam& team, Network& network, std::uint64_t number) {
  check_all_reached(team);
  tag_ = tags_[boxes_.front().tag];
  SuperstepRecord record;
  record.superstep = number;
  record.tag = tag_;
  std::uint64_t asked = 0;
  bool had_messages = false;
  bool worked = false;
  for (const Mailbox& box : boxes_) {
    worked |= box.worked;
    for (const Bucket& bucket : box.to) asked += bucket.puts.size() + bucket.gets.size() + bucket.messages.size();
  }
  for (const Inbox& inbox : inboxes_) had_messages |= inbox.any;
  if (asked > 0 || worked) {
    for (Inbox& inbox : inboxes_) {
      std::ranges::fill(inbox.received, 0);
      std::ranges::fill(inbox.answered, 0);
    }
  }
  if (asked > 0 || had_messages) {
    const bool spread = team.count() > 1 && asked >= spread_from;
    const auto count = static_cast<unsigned>(team.count());
    team.host->run(count, spread, [this](unsigned w) { serve_gets(w); });
    team.host->run(count, spread, [this](unsigned w) {
      serve_puts(w);
      serve_messages(w);
    });
    const Breach* lowest = nullptr;
    for (const Inbox& inbox : inboxes_) {
      if (inbox.breach.found() && (lowest == nullptr || inbox.breach.key < lowest->key)) lowest = &inbox.breach;
    }
    if (lowest != nullptr) {
      if (lowest->conflict) throw ConflictError(*lowest->conflict);
      throw Error(lowest->sentence);
    }
  }
  record.processes = seating_.processors;
  sum_by_line();  // of a superstep that asked for nothing, too: it forgets the one before
  if (asked > 0 || worked) {
    measure(record);
    record.charge = requests_.carried_by(network);
    record.charge_back = replies_.carried_by(network);
  }
  for (Mailbox& box : boxes_) {
    if (asked > 0 || had_messages) {
      std::swap(box.to, box.before);
      for (Bucket& bucket : box.to) bucket.clear();
    }
    box.worked = false;
    box.messages = 0;
    box.reached = 0;
    box.source.clear();
    box.destination.clear();
    box.words.clear();
  }
  ++number_;
  tag_.clear();
  return record;
}

void Communication::end() const {
  std::uint64_t lowest = ~std::uint64_t{0};
  std::uint32_t line = 0;
  const char* what = nullptr;
  const auto look = [&](const auto& records, const char* does) {
    if (records.empty() || records.front().source >= lowest) return;
    lowest = records.front().source;
    line = records.front().line;
    what = does;
  };
  for (const Mailbox& box : boxes_) {
    for (const Bucket& bucket : box.to) {
      look(bucket.puts, "puts a value");
      look(bucket.gets, "gets a value");
      look(bucket.messages, "sends a message");
    }
  }
  if (what == nullptr) return;
  throw Error(
      fmt::format("process {} {}, at {}, and ends without a sync: what a process asks for is done at the next "
                  "sync",
                  lowest, what, where(line)));
}

}  // namespace pram::bsp::detail
