#include "communication.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "../hash.hpp"
#include "../request/call_sites.hpp"
#include "../request/combine.hpp"

namespace pram::bsp::detail {

namespace {

// Fewer records than this are served by one host thread: a fork and a join cost more.
constexpr std::uint64_t spread_from = 4096;
// Far enough ahead to hide a miss to memory.
constexpr std::size_t blocks_ahead = 32;
constexpr std::size_t elements_ahead = 16;
// Of BSP's own, apart from the draws of other parts.
constexpr std::uint64_t order_key = 0xB5B0'0B1E'C7A5'11D3U;

Word load(const std::byte* from, std::uint64_t bytes) {
  Word word = 0;
  std::memcpy(&word, from, bytes);
  return word;
}

/// Is the winner of concurrent puts found by their order alone?
bool settled_by_order(Rule rule) { return rule == Rule::arbitrary || rule == Rule::priority; }

Operation write_operation(Rule rule, const StoredCoarray& coarray) {
  return pram::detail::settled_by(
      rule, {Action::write, OperatorKind::none, coarray.type, static_cast<std::uint8_t>(coarray.bytes_each)});
}

/// As to_word() makes it of an element: integers extended by their sign.
Word word_of(const StoredCoarray& coarray, const std::byte* from) {
  return pram::detail::normalise(
      {Action::write, OperatorKind::none, coarray.type, static_cast<std::uint8_t>(coarray.bytes_each)},
      load(from, coarray.bytes_each));
}

}  // namespace

Communication::Communication(const pram::detail::WorkerTeam& team, const pram::detail::BlockDistribution& distribution,
                             Rule rule, std::uint64_t seed, std::uint64_t collision_marker, bool listed)
    : seating_(distribution),
      rule_(rule),
      seed_(seed),
      collision_marker_(collision_marker),
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
    box.listed = listed;
    const std::uint32_t components = team.first_component(w + 1) - team.first_component(w);
    inboxes_[w].received.resize(components);
    inboxes_[w].answered.resize(components);
  }
  first_component_.push_back(team.components);
  first_process_.push_back(static_cast<std::uint32_t>(distribution.processors));
}

Communication::~Communication() {
  for (std::uint32_t number = 0; number < coarray_count_; ++number) {
    for (std::uint32_t process = 0; process < seating_.processors; ++process) free_block(number, process);
  }
  for (auto& slots : slots_) {
    for (GetSlot& slot : slots) {
      if (slot.data != nullptr) pram::detail::CountingAllocator<std::byte>().deallocate(slot.data, slot.word);
    }
  }
}

void Communication::free_block(std::uint32_t number, std::uint32_t process) noexcept {
  StoredCoarray& of = coarray(number);
  Block& block = of.blocks[process];
  if (block.data == nullptr) return;
  pram::detail::CountingAllocator<std::byte>().deallocate(block.data,
                                                          std::max<std::uint64_t>(block.size * of.bytes_each, 1));
  block = {nullptr, 0, true};
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

std::uint32_t Communication::make_block(std::uint32_t process, ProcessState& state, std::uint64_t size,
                                        std::uint64_t bytes_each, WordType type, const void* initial,
                                        std::string_view name, const std::string& where) {
  const std::uint32_t number = state.coarrays;
  StoredCoarray* made = nullptr;
  {
    const std::scoped_lock lock(mutex_);
    if (number == most_coarrays) {
      throw LimitError(
          "coarrays", std::uint64_t{number} + 1, most_coarrays,
          fmt::format("process {} makes more than {} coarrays, at {}: at most so many are allowed in a run", process,
                      most_coarrays, where));
    }
    if (number == coarray_count_) {
      auto& entries = coarrays_[number / coarray_block];
      if (entries == nullptr) entries = std::make_unique<std::unique_ptr<StoredCoarray>[]>(coarray_block);
      auto fresh = std::make_unique<StoredCoarray>();
      fresh->name = name.empty() ? fmt::format("coarray {}", number + 1) : std::string(name);
      fresh->bytes_each = bytes_each;
      fresh->type = type;
      fresh->blocks.resize(seating_.processors);
      if (!settled_by_order(rule_)) fresh->stamps.resize(seating_.processors);
      entries[number % coarray_block] = std::move(fresh);
      ++coarray_count_;
    }
    made = &coarray(number);
  }
  if (made->bytes_each != bytes_each || made->type != type) {
    throw Error(
        fmt::format("process {} makes its coarray {} of elements of {} bytes, at {}, but others made it \"{}\" of "
                    "{} bytes or another type: all processes make their coarrays in the same order",
                    process, number + 1, bytes_each, where, made->name, made->bytes_each));
  }
  const bool combines = rule_ >= Rule::sum || rule_ == Rule::collision || rule_ == Rule::tolerant;
  if (combines && bytes_each > sizeof(Word)) {
    throw ConfigError("rule", to_string(rule_),
                      fmt::format("coarray {} holds values of {} bytes: only those of a word at most can be settled so",
                                  made->name, bytes_each));
  }
  pram::detail::check_combines(rule_, type, "coarray " + made->name);
  Block& block = made->blocks[process];
  pram::detail::CountingAllocator<std::byte> allocator;
  if (size > 0 && size > ~std::uint64_t{0} / bytes_each)
    throw LimitError("memory", size, 0, fmt::format("a coarray of {} elements fits into no memory", size));
  const std::uint64_t bytes = std::max<std::uint64_t>(size * bytes_each, 1);
  std::byte* const data = allocator.allocate(bytes);
  const auto* const value = static_cast<const std::byte*>(initial);
  if (std::all_of(value, value + bytes_each, [](std::byte one) { return one == std::byte{0}; })) {
    std::memset(data, 0, bytes);
  } else {
    for (std::uint64_t k = 0; k < size; ++k) std::memcpy(data + k * bytes_each, initial, bytes_each);
  }
  block = {data, size, false};
  ++state.coarrays;
  return number;
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

void Communication::note(std::uint32_t w, const Breach::Key& key, std::string sentence) {
  if (key < inboxes_[w].breach.key) inboxes_[w].breach = {key, std::move(sentence), std::nullopt};
}

void Communication::note_conflict(std::uint32_t w, const StoredCoarray& coarray, const PutRecord& put,
                                  std::uint64_t index, const StoredCoarray::Stamp& first, const char* what) {
  const Breach::Key key = {put.source, put.target, put.coarray, index};
  if (!(key < inboxes_[w].breach.key)) return;
  const bool ascending = first.source < put.source;
  const auto line_of = [this](std::uint32_t line) {
    const std::scoped_lock lock(mutex_);
    return SourceLine{lines_[line].file, lines_[line].line};
  };
  const std::string rule = rule_ <= Rule::crew ? to_string(rule_) : "CRCW " + to_string(rule_);
  const SourceLine lines[] = {line_of(first.line), line_of(put.line)};
  inboxes_[w].breach = {key,
                        {},
                        ConflictError::Facts{rule,
                                             fmt::format("{} of process {}, {}", what, put.target, in_superstep()),
                                             number_,
                                             coarray.name,
                                             index,
                                             {std::min(first.source, put.source), std::max(first.source, put.source)},
                                             {lines[ascending ? 0 : 1], lines[ascending ? 1 : 0]},
                                             {"put", "put"}}};
}

inline StoredCoarray* Communication::find(std::uint32_t w, const Range& asked, const char* what) {
  if (asked.coarray < coarray_count_) [[likely]] {
    StoredCoarray& found = coarray(asked.coarray);
    const Block& block = found.blocks[asked.target];
    if (block.data != nullptr && asked.index <= block.size && asked.count <= block.size - asked.index) [[likely]]
      return &found;
  }
  note_missing(w, asked, what);
  return nullptr;
}

void Communication::note_missing(std::uint32_t w, const Range& asked, const char* what) {
  const Breach::Key key = {asked.source, asked.target, asked.coarray, asked.index};
  const bool known = asked.coarray < coarray_count_;
  const std::string name = known ? coarray(asked.coarray).name : fmt::format("coarray {}", asked.coarray + 1);
  if (!known || coarray(asked.coarray).blocks[asked.target].data == nullptr) {
    const bool freed = known && coarray(asked.coarray).blocks[asked.target].freed;
    note(w, key,
         fmt::format("process {} {} the block that process {} has of {}, {}, at {}, but {}", asked.source, what,
                     asked.target, name, in_superstep(), where(asked.line),
                     freed ? "that process has freed it: a coarray lives until the sync that ends its last use"
                           : "that process has not made it: all processes make their coarrays in the same order"));
    return;
  }
  const Block& block = coarray(asked.coarray).blocks[asked.target];
  note(w, key,
       fmt::format("process {} {} {}[{}]{} of process {}, {}, at {}, but that block has {} element{}", asked.source,
                   what, name, static_cast<std::int64_t>(asked.index),
                   asked.count == 1 ? "" : fmt::format(" and the next {}", asked.count - 1), asked.target,
                   in_superstep(), where(asked.line), block.size, block.size == 1 ? "" : "s"));
}

inline void Communication::count_received(std::uint32_t w, std::uint32_t source, std::uint32_t target,
                                          std::uint64_t words) {
  if (!same_component(source, target)) inboxes_[w].received[component_of(target) - first_component_[w]] += words;
}

void Communication::serve_gets(std::uint32_t w) {
  Inbox& inbox = inboxes_[w];
  for (Mailbox& box : boxes_) {
    for (const GetRecord& get : box.to[w].gets) {
      count_received(w, get.source, get.target, 1);
      const StoredCoarray* const found =
          find(w, {get.source, get.target, get.coarray, get.line, get.index, get.count}, "gets");
      if (found == nullptr) continue;
      const StoredCoarray& from = *found;
      const std::uint64_t bytes = get.count * from.bytes_each;
      const std::byte* const place = from.blocks[get.target].data + get.index * from.bytes_each;
      if (get.slot->data != nullptr) {
        std::memcpy(get.slot->data, place, bytes);
      } else {
        get.slot->word = load(place, bytes);
      }
      get.slot->state = GetSlot::State::delivered;
      if (!same_component(get.source, get.target))
        inbox.answered[component_of(get.target) - first_component_[w]] += words_of(bytes);
    }
  }
}

void Communication::put_judged(std::uint32_t w, StoredCoarray& coarray, Block& block, const PutRecord& put,
                               const std::byte* from, std::uint64_t count) {
  std::vector<StoredCoarray::Stamp>& stamps = coarray.stamps[put.target];
  if (stamps.size() < block.size) stamps.resize(block.size);
  const std::uint64_t width = coarray.bytes_each;
  for (std::uint64_t k = 0; k < count; ++k, from += width) {
    const std::uint64_t index = put.index + k;
    std::byte* const place = block.data + index * width;
    StoredCoarray::Stamp& stamp = stamps[index];
    const bool first = stamp.superstep != number_;
    if (first) stamp = {number_, put.source, put.line, width <= sizeof(Word) ? load(place, width) : 0};
    if (rule_ >= Rule::sum) {
      if (first) {
        std::memcpy(place, from, width);
      } else {
        const Operation write = write_operation(rule_, coarray);
        const Word sum = pram::detail::normalise(
            write, pram::detail::apply_operator(write, word_of(coarray, place), word_of(coarray, from)));
        std::memcpy(place, &sum, width);
      }
      continue;
    }
    if (first || stamp.source == put.source) {
      std::memcpy(place, from, width);
      continue;
    }
    switch (rule_) {
      case Rule::common: {
        const bool same = width <= sizeof(Word) && coarray.type != WordType::opaque
                              ? pram::detail::same_value(write_operation(rule_, coarray), word_of(coarray, place),
                                                         word_of(coarray, from))
                              : std::memcmp(place, from, width) == 0;
        if (!same) note_conflict(w, coarray, put, index, stamp, "two processes put different values into an element");
        break;
      }
      case Rule::tolerant: std::memcpy(place, &stamp.before, width); break;
      case Rule::collision: std::memcpy(place, &collision_marker_, width); break;
      default: note_conflict(w, coarray, put, index, stamp, "two processes put into one element");
    }
  }
}

inline void Communication::put_one(std::uint32_t w, const Bucket& bucket, const PutRecord& put) {
  const std::uint32_t number = put.coarray & ~in_payload;
  const std::byte* from = reinterpret_cast<const std::byte*>(&put.value);
  std::uint64_t count = 1;
  if (number != put.coarray) {
    from = bucket.payload.data() + put.value;
    std::memcpy(&count, from, sizeof(count));
    from += payload_alignment;
  }
  StoredCoarray* const into = find(w, {put.source, put.target, number, put.line, put.index, count}, "puts into");
  if (into == nullptr) return;
  const std::uint64_t width = into->bytes_each;
  count_received(w, put.source, put.target, words_of(count * width));
  Block& block = into->blocks[put.target];
  if (!settled_by_order(rule_)) {
    put_judged(w, *into, block, put, from, count);
  } else if (width == sizeof(Word) && count == 1) {
    std::memcpy(block.data + put.index * sizeof(Word), from, sizeof(Word));
  } else {
    std::memcpy(block.data + put.index * width, from, count * width);
  }
}

void Communication::put_all(std::uint32_t w, const Bucket& bucket, std::size_t begin, std::size_t end) {
  // Elements lie anywhere: first the entry of the block that a put goes to is fetched, then the element.
  const auto block_of = [this](const PutRecord& put) -> const Block* {
    const std::uint32_t number = put.coarray & ~in_payload;
    return number < coarray_count_ ? &coarray(number).blocks[put.target] : nullptr;
  };
  for (std::size_t k = begin; k < end; ++k) {
    if (k + blocks_ahead < end) __builtin_prefetch(block_of(bucket.puts[k + blocks_ahead]));
    if (k + elements_ahead < end) {
      const PutRecord& ahead = bucket.puts[k + elements_ahead];
      const Block* const block = block_of(ahead);
      if (block != nullptr)
        __builtin_prefetch(block->data + ahead.index * coarray(ahead.coarray & ~in_payload).bytes_each, 1);
    }
    put_one(w, bucket, bucket.puts[k]);
  }
}

/// Under arbitrary the last of a rotation that the seed draws wins, under priority the lowest process: it comes last.
void Communication::serve_puts(std::uint32_t w) {
  const auto count = static_cast<std::uint32_t>(boxes_.size());
  if (rule_ == Rule::priority) {
    for (std::uint32_t from = count; from-- > 0;) {
      const Bucket& bucket = boxes_[from].to[w];
      for (std::size_t end = bucket.puts.size(); end > 0;) {
        std::size_t begin = end;
        while (begin > 0 && bucket.puts[begin - 1].source == bucket.puts[end - 1].source) --begin;
        put_all(w, bucket, begin, end);
        end = begin;
      }
    }
    return;
  }
  const std::uint32_t first =
      rule_ == Rule::arbitrary
          ? static_cast<std::uint32_t>(pram::detail::hash64(number_, order_key, seed_) % seating_.processors)
          : 0;
  const std::uint32_t holder = worker_of_[first];
  const auto split = [&](const Bucket& bucket) {
    return static_cast<std::size_t>(std::ranges::lower_bound(bucket.puts, first, {}, &PutRecord::source) -
                                    bucket.puts.begin());
  };
  const Bucket& parted = boxes_[holder].to[w];
  const std::size_t part = split(parted);
  put_all(w, parted, part, parted.puts.size());
  for (std::uint32_t k = 1; k < count; ++k) {
    const Bucket& bucket = boxes_[(holder + k) % count].to[w];
    put_all(w, bucket, 0, bucket.puts.size());
  }
  put_all(w, parted, 0, part);
}

void Communication::serve_messages(std::uint32_t w) {
  Inbox& inbox = inboxes_[w];
  std::size_t messages = 0;
  for (const Mailbox& box : boxes_) messages += box.to[w].messages.size();
  inbox.any = messages > 0;
  inbox.arrivals.clear();
  if (messages == 0) return;
  const std::uint32_t own = first_process_[w + 1] - first_process_[w];
  inbox.first.assign(own + std::size_t{2}, 0);
  for (const Mailbox& box : boxes_) {
    for (const MessageRecord& message : box.to[w].messages) ++inbox.first[message.target - first_process_[w] + 2];
  }
  for (std::uint32_t at = 2; at < inbox.first.size(); ++at) inbox.first[at] += inbox.first[at - 1];
  inbox.arrivals.resize(messages);
  bool several_queues = false;
  for (const Mailbox& box : boxes_) {
    const Bucket& bucket = box.to[w];
    for (const MessageRecord& message : bucket.messages) {
      const std::uint64_t bytes = message.count * queues_[message.queue].bytes_each;
      count_received(w, message.source, message.target, std::max<std::uint64_t>(words_of(bytes), 1));
      several_queues |= message.queue != bucket.messages.front().queue || message.queue != 0;
      inbox.arrivals[inbox.first[message.target - first_process_[w] + 1]++] = {
          bucket.payload.data() + message.offset, message.count, message.tag, message.source, message.queue};
    }
  }
  inbox.first.pop_back();  // the counts have moved on by one place
  if (!several_queues) return;
  for (std::uint32_t at = 0; at < own; ++at) {
    std::stable_sort(inbox.arrivals.begin() + inbox.first[at], inbox.arrivals.begin() + inbox.first[at + 1],
                     [](const Arrival& a, const Arrival& b) { return a.queue < b.queue; });
  }
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

void Communication::Way::begin(std::uint32_t components) {
  messages = 0;
  sent.assign(components, 0);
  received.assign(components, 0);
  source.clear();
  destination.clear();
  length.clear();
}

std::uint64_t Communication::Way::carried_by(Network& network) const {
  if (messages == 0) return 0;
  Traffic traffic;
  traffic.components = static_cast<std::uint32_t>(sent.size());
  for (const std::uint64_t words : sent) traffic.messages += words;
  traffic.largest_sent = static_cast<std::uint32_t>(*std::ranges::max_element(sent));
  traffic.largest_received = static_cast<std::uint32_t>(*std::ranges::max_element(received));
  traffic.source = source;
  traffic.destination = destination;
  traffic.words = length;
  return network.carry(traffic);
}

void Communication::measure(SuperstepRecord& record) {
  requests_.begin(seating_.components);
  replies_.begin(seating_.components);
  std::vector<std::uint64_t> work(seating_.components);
  for (std::uint32_t w = 0; w < boxes_.size(); ++w) {
    const Mailbox& box = boxes_[w];
    for (std::size_t slot = 0; slot < states_[w].size(); ++slot) {
      ProcessState& state = states_[w][slot];
      const std::uint32_t component = component_of(first_process_[w] + static_cast<std::uint32_t>(slot));
      requests_.sent[component] += std::exchange(state.sent, 0);
      work[component] += std::exchange(state.work, 0);
    }
    std::ranges::copy(inboxes_[w].received, requests_.received.begin() + first_component_[w]);
    std::ranges::copy(inboxes_[w].answered, replies_.sent.begin() + first_component_[w]);
    requests_.source.insert(requests_.source.end(), box.source.begin(), box.source.end());
    requests_.destination.insert(requests_.destination.end(), box.destination.begin(), box.destination.end());
    requests_.length.insert(requests_.length.end(), box.words.begin(), box.words.end());
    requests_.messages += box.messages;
    for (const Bucket& bucket : box.to) {
      for (const GetRecord& get : bucket.gets) {
        if (same_component(get.source, get.target)) continue;
        ++replies_.messages;
        const std::uint64_t words = words_of(get.count * coarray(get.coarray).bytes_each);
        replies_.received[component_of(get.source)] += words;
        if (!box.listed) continue;
        replies_.source.push_back(component_of(get.target));
        replies_.destination.push_back(component_of(get.source));
        replies_.length.push_back(static_cast<std::uint32_t>(words));
      }
    }
  }
  record.messages = requests_.messages + replies_.messages;
  for (std::uint32_t component = 0; component < seating_.components; ++component) {
    const std::uint64_t sent = requests_.sent[component] + replies_.sent[component];
    record.words += sent;
    record.work += work[component];
    record.largest_work = std::max(record.largest_work, work[component]);
    record.largest_sent = std::max(record.largest_sent, sent);
    record.largest_received =
        std::max(record.largest_received, requests_.received[component] + replies_.received[component]);
  }
}

void Communication::sum_by_line() {
  for (Line& line : lines_) line.messages = line.words = 0;
  for (Mailbox& box : boxes_) {
    for (std::size_t number = 0; number < box.of_line.size(); ++number) {
      lines_[number].messages += box.of_line[number].messages;
      lines_[number].words += box.of_line[number].words;
      box.of_line[number] = {};
    }
  }
}

std::vector<TransferTotal> Communication::transfers() const {
  static constexpr const char* names[] = {"put", "get", "send"};
  std::vector<TransferTotal> made;
  for (const Line& line : lines_) {
    if (line.messages == 0) continue;
    const bool sent = line.transfer == Transfer::send;
    const std::string queue = sent ? queues_[line.subject].name : "";
    made.push_back({{line.file, line.line},
                    sent ? (queue.empty() ? "queue" : queue) : coarray(line.subject).name,
                    names[static_cast<std::size_t>(line.transfer)],
                    line.messages,
                    line.words,
                    1});
  }
  return made;
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
