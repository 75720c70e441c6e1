#include <pram/detail/bsp/mailbox.hpp>
#include <pram/detail/bsp/requests.hpp>

#include <fmt/format.h>

#include "../../processors/worker.hpp"
#include "../group/process_group.hpp"
#include "../run/run_context.hpp"

namespace pram::bsp::detail {

namespace {

using pram::detail::current_outbox;

std::string here(const char* file, std::uint32_t line) { return to_string(SourceLine{file, line}); }

/// Where the process that runs now asked for what comes into a slot.
std::string where_asked(const GetSlot* slot) {
  const auto* const worker = static_cast<pram::detail::Worker*>(current_outbox);
  if ((slot->line & line_is_site) == 0) return worker->mailbox->run->where(slot->line);
  return to_string(worker->sites.line(slot->line & ~line_is_site));
}

}  // namespace

void refuse_host_code() { throw Error("coarrays, queues and syncs are for the processes of spmd, while it runs"); }

void refuse_owner(std::uint64_t owner, const char* what, const char* file, std::uint32_t line) {
  const std::string at = file == nullptr ? "" : ", at " + here(file, line);
  if (current_outbox == nullptr || current_outbox->mailbox == nullptr) {
    throw Error(
        fmt::format("{} is used outside the processes of spmd{}: it is for the process that made it, until the "
                    "run ends",
                    what, at));
  }
  // The processes of a run have numbers that follow each other.
  const Mailbox& box = *current_outbox->mailbox;
  const std::uint64_t first = current_owner() - 2 * std::uint64_t{current_process()};
  const bool of_this_run = owner >= first && owner < first + 2 * box.processes;
  throw Error(fmt::format("process {} uses {} of {}, {}{}: it is for the process that made it, until the run ends",
                          current_process(), what,
                          of_this_run ? fmt::format("process {}", (owner - first) / 2) : "a run that has ended",
                          box.run->in_superstep(), at));
}

std::uint64_t superstep_of(const Mailbox& box) { return box.run->superstep(); }

std::uint32_t enter_line(Mailbox& box, Transfer transfer, std::uint32_t subject, const char* file, std::uint32_t line) {
  std::string name = "groups";
  if (transfer == Transfer::send) name = box.run->queue_name(subject);
  if (transfer == Transfer::put || transfer == Transfer::get) name = box.group->coarrays()[subject].name;
  return box.run->enter_line(transfer, name, file, line);
}

void list_message(Mailbox& box, std::uint32_t source, std::uint32_t target, std::uint64_t words) {
  const GroupMembers& members = box.group->members();
  if (members.same_component(source, target)) return;
  box.listed.source.push_back(members.component_of(source));
  box.listed.destination.push_back(members.component_of(target));
  box.listed.words.push_back(static_cast<std::uint32_t>(words));
}

template <class Record>
void begin_run(Mailbox& box, Runs<Record>& list, std::uint32_t source, std::uint32_t subject, bool wide,
               const char* file, std::uint32_t line) {
  const std::uint32_t number = line_number(box, Record::transfer, subject, file, line);
  list.runs.push_back({list.records.size(), source, subject, number, wide});
  list.from = Runs<Record>::from_key(source, subject);
  list.line = Runs<Record>::line_key(line, wide);
  list.file = file;
}
template void begin_run(Mailbox&, Runs<PutRecord>&, std::uint32_t, std::uint32_t, bool, const char*, std::uint32_t);
template void begin_run(Mailbox&, Runs<GetRecord>&, std::uint32_t, std::uint32_t, bool, const char*, std::uint32_t);
template void begin_run(Mailbox&, Runs<MessageRecord>&, std::uint32_t, std::uint32_t, bool, const char*, std::uint32_t);

namespace {

/// Takes memory for what the process that runs now asks for. A limit that is met names process and line.
template <class Take>
auto named(const char* does, std::uint64_t bytes, const char* file, std::uint32_t line, const Take& take) {
  try {
    return take();
  } catch (const LimitError& limit) {
    throw LimitError(limit.limit, limit.asked, limit.allowed,
                     fmt::format("process {} {} {} bytes, {}, at {}: {}", current_process(), does, bytes,
                                 current_mailbox().run->in_superstep(), here(file, line), limit.what()));
  }
}

}  // namespace

void put_wide(Mailbox& box, std::uint32_t source, std::uint32_t coarray, std::uint32_t target, std::uint64_t index,
              const void* values, std::uint64_t count, std::uint64_t bytes, const char* file, std::uint32_t line) {
  Bucket& bucket = bucket_for(box, target);
  enter_run(box, bucket.puts, source, coarray, true, file, line);
  const std::uint64_t place = named("puts", bytes, file, line, [&] {
    return bucket.ranges.add(ElementRange{index, count}, values, bytes);
  });
  bucket.puts.records.add({target, 0, place});
  if (box.listed.wanted) list_message(box, source, target, words_of(bytes));
}

GetSlot* get_wide(Mailbox& box, std::uint32_t source, std::uint32_t coarray, std::uint32_t target, std::uint64_t index,
                  std::uint64_t count, std::uint64_t bytes, const char* file, std::uint32_t line) {
  Bucket& bucket = bucket_for(box, target);
  enter_run(box, bucket.gets, source, coarray, true, file, line);
  const std::uint64_t place = bucket.ranges.add(ElementRange{index, count}, nullptr, 0) / payload_alignment;
  GetSlot* const slot =
      named("gets", bytes, file, line, [&] { return take_slot(bytes, bucket.gets.runs.back().line); });
  bucket.gets.records.add({target, static_cast<std::uint32_t>(place), slot});
  if (box.listed.wanted) list_message(box, source, target, 1);
  return slot;
}

void send_wide(Mailbox& box, std::uint32_t source, std::uint32_t queue, std::uint32_t target, std::uint64_t tag,
               const void* values, std::uint64_t count, std::uint64_t bytes, const char* file, std::uint32_t line) {
  Bucket& bucket = bucket_for(box, target);
  enter_run(box, bucket.messages, source, queue, true, file, line);
  const std::uint64_t place = named("sends", bytes, file, line, [&] {
    return bucket.sent.add(MessageHead{tag, count}, values, bytes);
  });
  bucket.messages.records.add({target, place});
  if (box.listed.wanted) list_message(box, source, target, message_words(bytes));
}

void end_unread_slot(GetSlot* slot) noexcept {
  auto* const worker = static_cast<pram::detail::Worker*>(current_outbox);
  Mailbox& box = *worker->mailbox;
  if (!worker->destroying && std::uncaught_exceptions() == 0) {
    try {
      throw Error(
          fmt::format("process {} let a future die unread, {}, that it asked for at {}: read each future after "
                      "the sync",
                      current_process(), box.run->in_superstep(), where_asked(slot)));
    } catch (...) {
      worker->fail(std::current_exception());
    }
  }
  if (slot->state == GetSlot::State::asked) return;  // a request that is not served yet needs the slot
  box.slots->give_back(slot);
}

void refuse_reading(const GetSlot* slot) {
  const Mailbox& box = current_mailbox();
  if (slot == nullptr) {
    throw Error(
        fmt::format("process {} reads a future that was moved from, {}", current_process(), box.run->in_superstep()));
  }
  throw Error(
      fmt::format("process {} reads a future {}, in which it asked for it, at {}: the value comes with the sync",
                  current_process(), box.run->in_superstep(), where_asked(slot)));
}

void refuse_value(const char* what, std::uint64_t values) {
  throw Error(fmt::format("process {} reads value() of a {} of {} values, {}: values() has them all", current_process(),
                          what, values, current_mailbox().run->in_superstep()));
}

std::uint32_t make_block(Mailbox& box, std::uint32_t rank, std::uint64_t size, const ElementType& type,
                         const void* initial, std::string_view name, const char* file, std::uint32_t line) {
  return box.group->make_block(rank, size, type, initial, name, here(file, line));
}

Block& own_block(Mailbox& box, std::uint32_t coarray, std::uint32_t rank) {
  return box.group->coarrays()[coarray].blocks[rank];
}

void free_block(Mailbox* box, std::uint32_t coarray, std::uint64_t owner, Block& block) noexcept {
  block.holder = nullptr;
  if (current_outbox == nullptr || current_outbox->mailbox == nullptr || current_owner() != owner)
    return;  // the run frees what is left
  box->group->coarrays().free_block(coarray, block);
}

void borrow_block(Mailbox& box, std::uint32_t coarray, Block& block, void* data, std::uint64_t size) noexcept {
  box.group->coarrays().borrow_block(coarray, block, data, size);
}

void refuse_kept(std::uint32_t coarray) {
  throw Error(
      fmt::format("coarray {} of a process is used after its run, or was moved from: what is to stay, copy out of it "
                  "before the process ends",
                  coarray + 1));
}

void refuse_index(const Mailbox& box, std::uint32_t coarray, std::uint64_t index, std::uint64_t size) {
  throw Error(fmt::format("process {} uses {}[{}] of its own block, {}, which has {} element{}", current_process(),
                          box.group->coarrays()[coarray].name, static_cast<std::int64_t>(index),
                          current_mailbox().run->in_superstep(), size, size == 1 ? "" : "s"));
}

void refuse_target(std::uint64_t target, std::uint64_t processes, const char* what, const char* file,
                   std::uint32_t line) {
  const Mailbox& run = current_mailbox();
  throw Error(fmt::format("process {} names process {} for {}, {}, at {}: the {} has processes 0 to {}",
                          current_process(), static_cast<std::int64_t>(target), what, run.run->in_superstep(),
                          here(file, line), processes == run.processes ? "run" : "group", processes - 1));
}

void refuse_work(std::uint64_t operations, const char* file, std::uint32_t line) {
  throw Error(fmt::format("process {} counts {} local operations, {}{}", current_process(),
                          static_cast<std::int64_t>(operations), current_mailbox().run->in_superstep(),
                          file[0] == '\0' ? "" : ", at " + here(file, line)));
}

std::pair<double, double> gap_and_latency() {
  const std::optional<Port>& port = current_mailbox().run->options().port;
  if (!port) return {1, 0};
  return {static_cast<double>(port->gap), static_cast<double>(port->latency)};
}

void refuse_collective(std::uint64_t rank, std::uint64_t processes, const std::string& what, const char* file,
                       std::uint32_t line) {
  const Mailbox& run = current_mailbox();
  const std::string in_group = processes == run.processes ? "" : fmt::format(" ({} of its group)", rank);
  throw Error(fmt::format("process {}{}, {}, at {}: {}", current_process(), in_group, run.run->in_superstep(),
                          here(file, line), what));
}

std::uint32_t queue_number(std::string_view name, const ElementType& type, const char* file, std::uint32_t line) {
  return current_mailbox().run->queue_number(name, type, current_process(), file, line);
}

std::span<const Arrival> arrivals(Mailbox& box, std::uint32_t rank, std::uint32_t queue) {
  return box.group->arrivals(rank, queue);
}

std::uint32_t enter_tag(Mailbox& box, std::string_view tag) {
  box.of_run.last_tag_number = box.run->tag_number(tag);
  box.of_run.last_tag = tag;
  return box.of_run.last_tag_number;
}

}  // namespace pram::bsp::detail
