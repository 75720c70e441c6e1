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

/// A process of a BSPlib program: a stack of its own, on which the program runs until it synchronises, and what it has
/// registered and received. What the program does wrong ends it at once: no call returns then.
class Process {
 public:
  Process(Run& run, std::uint32_t id);

  Run& run() const { return *run_; }
  std::uint32_t id() const { return id_; }
  std::uint64_t superstep() const { return superstep_; }

  // What the machine's process, a coroutine, does with it.

  /// The machine's process has been made. @param stack  none: process 0 goes on where the program called bsp_begin
  void start(bsp::Process self, std::span<std::byte> stack);
  /// Runs the program until it synchronises or ends. @returns false if it has ended
  /// @throws what the program has thrown, Error for a mistake, Aborted
  bool resume();
  /// Where it synchronises.
  const Line& sync_line() const { return line_; }
  const std::string& sync_tag() const { return *tag_; }

  // What the program calls, on its own stack. They throw what a machine does; what is wrong in a call ends the process.

  void begin(Line line);
  bool has_begun() const { return begun_; }
  void sync(Line line);
  /// Of process 0: returns when all processes have ended. Of others: never.
  void end(Line line);
  void push(const void* address, std::int64_t bytes, Line line);
  void pop(const void* address, Line line);
  void put(std::int64_t target, const void* source, const void* destination, std::int64_t offset, std::int64_t bytes,
           Line line);
  void get(std::int64_t target, const void* source, std::int64_t offset, void* destination, std::int64_t bytes,
           Line line);
  /// @returns the size that was set before
  std::uint64_t set_tag_bytes(std::int64_t bytes, Line line);
  void send(std::int64_t target, const void* tag, const void* payload, std::int64_t bytes, Line line);

  /// A message that has come.
  struct Received {
    const std::byte* tag = nullptr;
    std::uint64_t tag_bytes = 0;
    const std::byte* payload = nullptr;
    std::uint64_t payload_bytes = 0;
  };
  /// The first message that was not removed; none: there is none.
  std::optional<Received> first();
  void remove_first() { ++next_message_; }
  struct Waiting {
    std::uint64_t messages = 0;
    std::uint64_t payload_bytes = 0;
  };
  Waiting waiting();

  void work(std::uint64_t operations) {
    self_->work(operations);
    worked_ += operations;
  }
  /// g h + l of the supersteps that are over, the work counted in them, and this process's own in this one.
  double charged_time();

  /// Ends the run with this error in the name of the process.
  [[noreturn]] void fail(std::exception_ptr error);
  /// @param does  "puts 8 bytes …", to follow the process's name
  [[noreturn]] void refuse(const std::string& does, Line line);

  Context& place() { return program_; }

  // It will soon be resumed: first it is fetched itself, then its stack.
  void prefetch() const {
    for (std::size_t line = 0; line < sizeof(*this); line += 64)
      __builtin_prefetch(reinterpret_cast<const char*>(this) + line, 1);
  }
  void prefetch_stack() const { program_.prefetch(); }

 private:
  static void run_program(void* owner);

  std::uint32_t checked_target(std::int64_t target, const char* call, Line line);
  /// The registration that the calls of put and get name, with room for these bytes at that process.
  std::uint32_t checked_area(const char* call, const char* does, std::uint32_t target, const void* address,
                             std::int64_t offset, std::int64_t bytes, Line line);
  void open_queue();

  enum class State : std::uint8_t { running, at_sync, ended, failed };

  Run* run_;
  std::uint32_t id_;
  State state_ = State::running;
  bool begun_ = false;
  Context program_;  ///< where the program stands while the machine runs
  Context machine_;  ///< and the other way round
  std::exception_ptr error_;
  std::optional<bsp::Process> self_;
  std::uint64_t superstep_ = 1;
  Line line_;
  const std::string* tag_ = nullptr;

  Registrations registrations_;
  std::vector<bsp::Coarray<std::byte>> areas_;  ///< by number of registration

  std::optional<bsp::Queue<std::byte>> queue_;
  std::uint64_t tag_bytes_ = 0;           ///< of messages that are sent now
  std::uint64_t received_tag_bytes_ = 0;  ///< of those that have come
  bool queue_is_open_ = false;
  bsp::Queue<std::byte>::Iterator next_message_;
  bsp::Queue<std::byte>::Iterator last_message_;
  std::vector<std::byte> message_;  ///< that is being put together

  std::uint64_t worked_ = 0;
};

/// The process whose program runs on this host thread; null: none does.
Process* running_process();

}  // namespace pram::bsplib
