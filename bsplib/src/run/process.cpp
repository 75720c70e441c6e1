#include "process.hpp"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include <pram/error.hpp>

#include "run.hpp"

namespace pram::bsplib {

namespace {

constinit thread_local Process* running = nullptr;

// A tag lies behind its payload, at a multiple of this, so that a program may read any number from it directly.
constexpr std::uint64_t tag_alignment = 8;

std::uint64_t aligned(std::uint64_t bytes) { return (bytes + tag_alignment - 1) / tag_alignment * tag_alignment; }

std::string bytes_of(std::int64_t bytes) { return fmt::format("{} byte{}", bytes, bytes == 1 ? "" : "s"); }

}  // namespace

// Not inlined: a function that synchronises may go on on another host thread, and must not keep the address of a
// thread_local variable.
__attribute__((noinline)) Process* running_process() { return running; }

Process::Process(Run& run, std::uint32_t id)
    : run_(&run), id_(id), program_(this), machine_(this), registrations_(run.registrations(), id) {}

void Process::start(bsp::Process self, std::span<std::byte> stack) {
  self_ = self;
  queue_.emplace(self.queue<std::byte>("messages"));
  if (!stack.empty()) program_.begin(stack.data(), stack.size(), &Process::run_program);
}

void Process::run_program(void* owner) {
  Process& self = *static_cast<Process*>(owner);
  PrivateGlobals* const globals = self.run_->globals();
  if (globals != nullptr) globals->put_in_place(self.id_);
  try {
    self.run_->call_program();
    self.refuse(self.begun_ ? "returns without bsp_end"
                            : "ends without bsp_begin: the function of bsp_init, or main "
                              "without bsp_init, begins with it",
                {});
  } catch (const std::bad_alloc&) {
    self.refuse("asks for more memory than the host has: std::bad_alloc", {});
  } catch (const std::exception& error) {
    self.refuse(fmt::format("has thrown an exception, \"{}\"", error.what()), {});
  } catch (...) {
    self.refuse("has thrown an exception of unknown type", {});
  }
}

bool Process::resume() {
  // Processes ahead whose memory is fetched: far enough to hide cache misses.
  constexpr std::uint32_t objects_ahead = 6;
  constexpr std::uint32_t stacks_ahead = 3;
  const std::uint64_t processes = run_->processes();
  if (id_ + objects_ahead < processes) run_->process(id_ + objects_ahead).prefetch();
  if (id_ + stacks_ahead < processes) run_->process(id_ + stacks_ahead).prefetch_stack();
  Stacks::prepare_thread();
  running = this;
  machine_.go_to(program_);
  running = nullptr;
  if (state_ == State::failed) std::rethrow_exception(std::exchange(error_, nullptr));
  return state_ == State::at_sync;
}

void Process::begin(Line line) {
  if (begun_) refuse("calls bsp_begin a second time", line);
  const Line& first = run_->begin_line();
  if (first.file[0] != '\0' && line.file[0] != '\0' &&
      (first.line != line.line || std::strcmp(first.file, line.file) != 0)) {
    refuse(fmt::format("meets another bsp_begin than process 0, which has called that at {}: give each a function of "
                       "its own, which bsp_init names before",
                       to_string(SourceLine{first.file, first.line})),
           line);
  }
  begun_ = true;
  calls("bsp_begin", line);
}

void Process::sync(Line line) {
  line_ = line;
  tag_ = &tag_of(line);
  charge_direct_gets();
  if (id_ == 0) run_->look_at_shared_globals(superstep_, line);
  state_ = State::at_sync;
  PrivateGlobals* const globals = run_->globals();
  if (globals != nullptr) globals->put_away(id_);
  program_.go_to(machine_);
  if (globals != nullptr) globals->put_in_place(id_);
  state_ = State::running;
  const std::string wrong = registrations_.settle(superstep_);
  if (!wrong.empty())
    fail(std::make_exception_ptr(Error(fmt::format("{}; in superstep {}{}", wrong, superstep_, at(line)))));
  ++superstep_;
  received_tag_bytes_ = tag_bytes_;
  tag_bytes_ = run_->registrations().changes(superstep_, id_).tag_bytes;
  queue_is_open_ = false;
  worked_ = 0;
}

void Process::end(Line line) {
  line_ = line;
  state_ = State::ended;
  PrivateGlobals* const globals = run_->globals();
  if (globals != nullptr) globals->put_away(id_);
  if (id_ != 0) program_.leave_for(machine_);
  program_.go_to(machine_);
  if (globals != nullptr) globals->put_in_place(id_);
}

void Process::fail(std::exception_ptr error) {
  error_ = std::move(error);
  state_ = State::failed;
  program_.leave_for(machine_);
}

void Process::refuse(const std::string& does, Line line) {
  std::exception_ptr error;
  try {
    error = std::make_exception_ptr(
        Error(fmt::format("process {} {}, in superstep {}{}", id_, does, superstep_, at(line))));
  } catch (...) {
    error = std::current_exception();  // there is no memory even for the sentence
  }
  fail(std::move(error));
}

bool Process::has_registered(const void* address) const {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  for (const bsp::Coarray<std::byte>& area : areas_) {
    const std::span<std::byte> bytes = area.local();
    if (at - reinterpret_cast<std::uintptr_t>(bytes.data()) < bytes.size()) return true;
  }
  return false;
}

std::uint32_t Process::checked_target(std::int64_t target, const char* call, Line line) {
  const std::uint64_t processes = self_->count();
  if (target < 0 || static_cast<std::uint64_t>(target) >= processes)
    refuse(fmt::format("names process {} in {}: the run has processes 0 to {}", target, call, processes - 1), line);
  return static_cast<std::uint32_t>(target);
}

void Process::push(const void* address, std::int64_t bytes, Line line) {
  if (bytes < 0) refuse(fmt::format("registers {} bytes by bsp_push_reg", bytes), line);
  if (address == nullptr && bytes > 0)
    refuse(fmt::format("registers NULL with {} by bsp_push_reg: NULL has 0 bytes", bytes_of(bytes)), line);
  void* place = const_cast<void*>(address);
  if (run_->globals() != nullptr) place = run_->globals()->kept(id_, address);
  const std::span<std::byte> area(static_cast<std::byte*>(place), static_cast<std::size_t>(bytes));
  const std::uint32_t number = registrations_.push(superstep_, address, area);
  while (areas_.size() <= number) {
    areas_.push_back(
        self_->coarray<std::byte>(0, {}, fmt::format("registration {}", areas_.size() + 1), line.file, line.line));
  }
  areas_[number].borrow(area);
}

void Process::pop(const void* address, Line line) {
  if (!registrations_.pop(superstep_, address))
    refuse("removes a registration by bsp_pop_reg of an address that it has not registered, or no more", line);
}

std::uint32_t Process::checked_area(const char* call, const char* does, std::uint32_t target, const void* address,
                                    std::int64_t offset, std::int64_t bytes, Line line) {
  const Registrations::Found area = registrations_.find(address);
  if (area.bytes == nullptr) {
    refuse(fmt::format("{} by {} to an address that it has not registered{}", does, call,
                       area.too_early ? " before this superstep: bsp_push_reg takes effect at the next bsp_sync" : ""),
           line);
  }
  const std::uint64_t room = (*area.bytes)[target];
  const auto from = static_cast<std::uint64_t>(offset);
  if (offset < 0 || from > room || static_cast<std::uint64_t>(bytes) > room - from) {
    refuse(fmt::format("{} {} at offset {} of process {} by {}, which has registered {} there", does, bytes_of(bytes),
                       offset, target, call, bytes_of(static_cast<std::int64_t>(room))),
           line);
  }
  return area.number;
}

void Process::put(std::int64_t target, const void* source, const void* destination, std::int64_t offset,
                  std::int64_t bytes, Line line) {
  if (bytes == 0) return;
  if (bytes < 0) refuse(fmt::format("puts {} bytes by bsp_put", bytes), line);
  const std::uint32_t to = checked_target(target, "bsp_put", line);
  const std::uint32_t number = checked_area("bsp_put", "puts", to, destination, offset, bytes, line);
  areas_[number](to, line.file, line.line)
      .put(static_cast<std::uint64_t>(offset),
           {static_cast<const std::byte*>(source), static_cast<std::size_t>(bytes)});
}

void Process::get(std::int64_t target, const void* source, std::int64_t offset, void* destination, std::int64_t bytes,
                  Line line) {
  if (bytes == 0) return;
  if (bytes < 0) refuse(fmt::format("gets {} bytes by bsp_get", bytes), line);
  const std::uint32_t from = checked_target(target, "bsp_get", line);
  const std::uint32_t number = checked_area("bsp_get", "gets", from, source, offset, bytes, line);
  void* place = destination;
  if (run_->globals() != nullptr) place = run_->globals()->kept(id_, destination);
  areas_[number](from, line.file, line.line)
      .get(static_cast<std::uint64_t>(offset),
           std::span<std::byte>(static_cast<std::byte*>(place), static_cast<std::size_t>(bytes)));
}

void Process::direct_get(std::int64_t target, const void* source, std::int64_t offset, void* destination,
                         std::int64_t bytes, Line line) {
  if (bytes == 0) return;
  if (bytes < 0) refuse(fmt::format("gets {} bytes by bsp_direct_get", bytes), line);
  const std::uint32_t from = checked_target(target, "bsp_direct_get", line);
  const std::uint32_t number = checked_area("bsp_direct_get", "gets", from, source, offset, bytes, line);
  const auto length = static_cast<std::size_t>(bytes);
  direct_gets_.push_back({number, from, static_cast<std::uint64_t>(offset), length, line});
  // What this process itself has registered is in place, and perhaps newer than what is kept of it.
  const std::byte* const area =
      from == id_ ? static_cast<const std::byte*>(source) : run_->registrations().registration(number).places[from];
  std::memmove(destination, area + offset, length);
}

void Process::charge_direct_gets() {
  std::size_t bytes = 0;
  for (const DirectGet& get : direct_gets_) bytes += get.bytes;
  got_directly_.resize(bytes);
  std::byte* to = got_directly_.data();
  for (const DirectGet& get : direct_gets_) {
    areas_[get.number](get.from, get.line.file, get.line.line).get(get.offset, std::span<std::byte>(to, get.bytes));
    to += get.bytes;
  }
  direct_gets_.clear();
}

std::uint64_t Process::set_tag_bytes(std::int64_t bytes, Line line) {
  if (bytes < 0) refuse(fmt::format("sets tags of {} bytes by bsp_set_tagsize", bytes), line);
  RegistrationChanges& changes = run_->registrations().changes(superstep_, id_);
  changes.set_tag_bytes.push_back(static_cast<std::uint64_t>(bytes));
  return std::exchange(changes.tag_bytes, static_cast<std::uint64_t>(bytes));
}

void Process::send(std::int64_t target, const void* tag, const void* payload, std::int64_t bytes, Line line) {
  if (bytes < 0) refuse(fmt::format("sends {} bytes by bsp_send", bytes), line);
  const std::uint32_t to = checked_target(target, "bsp_send", line);
  const auto length = static_cast<std::uint64_t>(bytes);
  message_.resize(tag_bytes_ == 0 ? length : aligned(length) + tag_bytes_);
  if (length > 0) std::memcpy(message_.data(), payload, length);
  if (tag_bytes_ > 0) std::memcpy(message_.data() + aligned(length), tag, tag_bytes_);
  queue_->send(to, length, message_, line.file, line.line);
}

void Process::open_queue() {
  if (std::exchange(queue_is_open_, true)) return;
  next_message_ = queue_->begin();
  last_message_ = queue_->end();
}

std::optional<Process::Received> Process::first() {
  open_queue();
  if (next_message_ == last_message_) return std::nullopt;
  const bsp::Message<std::byte> message = *next_message_;
  const std::byte* const payload = message.values().data();
  return Received{payload + aligned(message.tag()), received_tag_bytes_, payload, message.tag()};
}

Process::Waiting Process::waiting() {
  open_queue();
  Waiting sum;
  for (auto message = next_message_; message != last_message_; ++message) {
    ++sum.messages;
    sum.payload_bytes += (*message).tag();
  }
  return sum;
}

double Process::charged_time() { return static_cast<double>(run_->charged_time() + worked_); }

}  // namespace pram::bsplib
