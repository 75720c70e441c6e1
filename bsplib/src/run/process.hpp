#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <pram/bsp.hpp>

#include "line.hpp"
#include "registrations.hpp"
#include "stack/context.hpp"

namespace pram::bsplib {

class Run;

/// A process of a BSPlib program, with a stack of its own, on which the program runs until it synchronises, its
/// registrations, and the messages that it has received. A mistake of the program ends the process at once: the call
/// that made it does not return.
class Process {
 public:
  Process(Run& run, std::uint32_t id);

  Run& run() const { return *run_; }
  std::uint32_t id() const { return id_; }
  std::uint64_t superstep() const { return superstep_; }

  // Calls of the machine's process, which is a coroutine.

  /// Connects the process with the machine's process.
  /// @param stack  empty for process 0, which goes on where the program called bsp_begin
  void start(bsp::Process self, std::span<std::byte> stack);
  /// Runs the program until it synchronises or ends.
  /// @returns false if it has ended
  /// @throws Error for a mistake, or an exception that leaves the program
  /// @throws Aborted for bsp_abort
  bool resume();
  /// The bsp_sync that the process waits in.
  const Line& sync_line() const { return line_; }
  const std::string& sync_tag() const { return *tag_; }

  // Calls of the program, on the process's own stack. A call throws what the machine throws; a wrong argument ends the
  // process.

  void begin(Line line);
  bool has_begun() const { return begun_; }
  void sync(Line line);
  /// Ends the process. In process 0 the call returns when all processes have ended; in the others it never returns.
  void end(Line line);
  void push(const void* address, std::int64_t bytes, Line line);
  void pop(const void* address, Line line);
  void put(std::int64_t target, const void* source, const void* destination, std::int64_t offset, std::int64_t bytes,
           Line line);
  void get(std::int64_t target, const void* source, std::int64_t offset, void* destination, std::int64_t bytes,
           Line line);
  /// The get of MulticoreBSP that is served at once, with what stands there at this time. The superstep is charged for
  /// it as for a get.
  void direct_get(std::int64_t target, const void* source, std::int64_t offset, void* destination, std::int64_t bytes,
                  Line line);
  /// @returns the size that was set before
  std::uint64_t set_tag_bytes(std::int64_t bytes, Line line);
  /// The size of the tags of messages sent in this superstep.
  std::uint64_t tag_bytes() const { return tag_bytes_; }
  void send(std::int64_t target, const void* tag, const void* payload, std::int64_t bytes, Line line);

  /// A message that has arrived.
  struct Received {
    const std::byte* tag = nullptr;
    std::uint64_t tag_bytes = 0;
    const std::byte* payload = nullptr;
    std::uint64_t payload_bytes = 0;
  };
  /// The first message that was not removed; nothing if all were.
  std::optional<Received> first();
  /// Removes the message that first() gives; there must be one.
  void remove_first() { ++next_message_; }
  /// The messages that were not removed.
  struct Waiting {
    std::uint64_t messages = 0;
    std::uint64_t payload_bytes = 0;
  };
  Waiting waiting();

  void work(std::uint64_t operations) {
    self_->work(operations, "", 0);
    worked_ += operations;
  }
  /// The charged time so far, in the network's units: g h + l and the counted work of the supersteps that are over, and
  /// this process's own work in the present one.
  double charged_time();

  /// Ends the process, and with it the run, by this error.
  [[noreturn]] void fail(std::exception_ptr error);
  /// Ends the run by an error that names process, superstep and line.
  /// @param does  what the process does wrong: "puts 8 bytes …"
  [[noreturn]] void refuse(const std::string& does, Line line);

  /// Notes the call that the process makes, which a report of a fault names.
  void calls(const char* name, Line line) {
    call_ = name;
    line_of_call_ = line;
  }
  const char* last_call() const { return call_; }
  const Line& line_of_last_call() const { return line_of_call_; }
  /// Whether the process has an area of registered memory at this address; only while no process runs.
  bool has_registered(const void* address) const;

  Context& place() { return program_; }

  // prefetch() and prefetch_stack() fetch into the cache what a resume() that follows soon will touch.
  void prefetch() const {
    for (std::size_t line = 0; line < sizeof(*this); line += 64)
      __builtin_prefetch(reinterpret_cast<const char*>(this) + line, 1);
  }
  void prefetch_stack() const { program_.prefetch(); }

 private:
  static void run_program(void* owner);

  std::uint32_t checked_target(std::int64_t target, const char* call, Line line);
  /// The number of the registration that a put or get names. An area without room for these bytes there is refused.
  std::uint32_t checked_area(const char* call, const char* does, std::uint32_t target, const void* address,
                             std::int64_t offset, std::int64_t bytes, Line line);
  void open_queue();
  /// Asks for what direct_get() has brought in this superstep once more, and forgets it: so the machine charges it.
  void charge_direct_gets();

  enum class State : std::uint8_t { running, at_sync, ended, failed };

  Run* run_;
  std::uint32_t id_;
  State state_ = State::running;
  bool begun_ = false;
  Context program_;  ///< place of the program while the machine runs
  Context machine_;  ///< place of the machine while the program runs
  std::exception_ptr error_;
  std::optional<bsp::Process> self_;
  std::uint64_t superstep_ = 1;
  Line line_;
  const std::string* tag_ = nullptr;
  const char* call_ = "bsp_begin";
  Line line_of_call_;

  Registrations registrations_;
  std::vector<bsp::Coarray<std::byte>> areas_;  ///< by number of the registration

  std::optional<bsp::Queue<std::byte>> queue_;
  std::uint64_t tag_bytes_ = 0;           ///< size of the tags of messages sent in this superstep
  std::uint64_t received_tag_bytes_ = 0;  ///< size of the tags of messages that have arrived
  bool queue_is_open_ = false;
  bsp::Queue<std::byte>::Iterator next_message_;
  bsp::Queue<std::byte>::Iterator last_message_;
  std::vector<std::byte> message_;  ///< buffer in which send() joins payload and tag

  struct DirectGet {
    std::uint32_t number = 0;
    std::uint32_t from = 0;
    std::uint64_t offset = 0;
    std::size_t bytes = 0;
    Line line;
  };
  std::vector<DirectGet> direct_gets_;   ///< of this superstep
  std::vector<std::byte> got_directly_;  ///< where charge_direct_gets() has their words brought

  std::uint64_t worked_ = 0;
};

/// The process whose program runs on this host thread; null: none does.
Process* running_process();

}  // namespace pram::bsplib
