#include <fmt/format.h>

#include <algorithm>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include <pram/bsplib/bsp.h>
#include <pram/error.hpp>
#include "program.hpp"
#include "run/process.hpp"
#include "run/run.hpp"

/// The calls of bsp.h. No exception passes into the program: an error ends its process, and with it the run.
namespace {

using pram::Error;
using pram::bsplib::Aborted;
using pram::bsplib::Line;
using pram::bsplib::Process;
using pram::bsplib::Program;
using pram::bsplib::running_process;

Line line_of(const char* file, int line) { return {file, static_cast<std::uint32_t>(line)}; }

/// Makes a call of a process, or of the program outside its runs. An exception ends the program.
template <class Call>
auto guarded(const Call& call) {
  try {
    return call();
  } catch (...) {
    Process* const process = running_process();
    if (process != nullptr) process->fail(std::current_exception());
    Program::get().fail(std::current_exception());
  }
}

/// Makes a call that only a process may make. Outside a process, or by an exception, it ends the program.
/// @param name  name of the call, for errors
template <class Call>
auto in_process(const char* name, Line line, const Call& call) {
  Process* const process = running_process();
  if (process == nullptr) {
    Program::get().fail(
        std::make_exception_ptr(Error(fmt::format("{} is called outside bsp_begin and bsp_end{}", name, at(line)))));
  }
  if (!process->has_begun()) process->refuse(fmt::format("calls {} before bsp_begin", name), line);
  process->calls(name, line);
  const char* lacks = nullptr;
  try {
    return call(*process);
  } catch (const std::bad_alloc&) {
    lacks = "the host's memory has no room for it";
  } catch (const std::length_error&) {
    lacks = "no memory has room for it";
  } catch (...) {
    process->fail(std::current_exception());
  }
  try {
    process->refuse(fmt::format("calls {} in vain: {}", name, lacks), line);
  } catch (...) {
    process->fail(std::current_exception());  // there is no memory even for the sentence
  }
}

/// The value of a signed integer of 4 or 8 bytes; of an unsigned one, too, below its upper half.
std::int64_t load(const void* from, std::size_t bytes) {
  if (bytes == sizeof(std::int32_t)) {
    std::int32_t value = 0;
    std::memcpy(&value, from, sizeof(value));
    return value;
  }
  std::int64_t value = 0;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

/// Ends the program if an integer that it gives has neither 4 nor 8 bytes.
void check_integer(Process& process, const char* name, Line line, std::size_t bytes) {
  if (bytes != sizeof(std::int32_t) && bytes != sizeof(std::int64_t))
    process.refuse(fmt::format("gives {} an integer of {} bytes: give an int or a size_t", name, bytes), line);
}

/// Gives an integer back through a pointer, which may be null.
void store(Process& process, const char* name, Line line, void* to, std::size_t bytes, std::int64_t value) {
  if (to == nullptr) return;
  check_integer(process, name, line, bytes);
  if (bytes == sizeof(std::int32_t)) {
    if (value > std::numeric_limits<std::int32_t>::max())
      process.refuse(fmt::format("cannot hold {} in the 4 bytes that it gives to {}: give a size_t", value, name),
                     line);
    const auto narrow = static_cast<std::int32_t>(value);
    std::memcpy(to, &narrow, sizeof(narrow));
  } else {
    std::memcpy(to, &value, sizeof(value));
  }
}

void need(Process& process, const void* pointer, const char* what, const char* name, Line line) {
  if (pointer == nullptr) process.refuse(fmt::format("gives NULL to {} for {}", name, what), line);
}

}  // namespace

extern "C" {

void pram_bsp_init(const char* file, int line, void (*program)(), int, char**) {
  guarded([&] { Program::get().init(program, line_of(file, line)); });
}

void pram_bsp_begin(const char* file, int line, ptrdiff_t most_processes) {
  guarded([&] { Program::get().begin(most_processes, line_of(file, line)); });
}

void pram_bsp_end(const char* file, int line) {
  guarded([&] { Program::get().end(line_of(file, line)); });
}

void pram_bsp_abort(const char* file, int line, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  pram_bsp_abort_va(file, line, format, arguments);
}

void pram_bsp_abort_va(const char*, int, const char* format, va_list arguments) {
  if (format == nullptr) format = "(bsp_abort is given no format)";
  va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  std::string message(length < 0 ? 0 : static_cast<std::size_t>(length), '\0');
  if (length > 0) std::vsnprintf(message.data(), message.size() + 1, format, arguments);
  Process* const process = running_process();
  const auto error = std::make_exception_ptr(Aborted(message));
  if (process != nullptr) process->fail(error);
  Program::get().fail(error);
}

int pram_bsp_nprocs(const char*, int) {
  Process* const process = running_process();
  if (process != nullptr && process->has_begun()) return static_cast<int>(process->run().processes());
  return guarded([] { return static_cast<int>(Program::get().available()); });
}

int pram_bsp_pid(const char* file, int line) {
  return in_process("bsp_pid", line_of(file, line), [](Process& process) { return static_cast<int>(process.id()); });
}

double pram_bsp_time(const char* file, int line) {
  return in_process("bsp_time", line_of(file, line), [](Process& process) {
    return process.run().settings().charged_time ? process.charged_time() : process.run().seconds();
  });
}

void pram_bsp_sync(const char* file, int line) {
  in_process("bsp_sync", line_of(file, line), [&](Process& process) { process.sync(line_of(file, line)); });
}

void pram_bsp_push_reg(const char* file, int line, const void* address, ptrdiff_t bytes) {
  in_process("bsp_push_reg", line_of(file, line),
             [&](Process& process) { process.push(address, bytes, line_of(file, line)); });
}

void pram_bsp_pop_reg(const char* file, int line, const void* address) {
  in_process("bsp_pop_reg", line_of(file, line), [&](Process& process) { process.pop(address, line_of(file, line)); });
}

void pram_bsp_put(const char* file, int line, ptrdiff_t pid, const void* source, const void* destination,
                  ptrdiff_t offset, ptrdiff_t bytes) {
  const Line here = line_of(file, line);
  in_process("bsp_put", here, [&](Process& process) {
    if (bytes > 0) need(process, source, "what it puts", "bsp_put", here);
    process.put(pid, source, destination, offset, bytes, here);
  });
}

void pram_bsp_get(const char* file, int line, ptrdiff_t pid, const void* source, ptrdiff_t offset,
                  const void* destination, ptrdiff_t bytes) {
  const Line here = line_of(file, line);
  in_process("bsp_get", here, [&](Process& process) {
    if (bytes > 0) need(process, destination, "what it gets", "bsp_get", here);
    process.get(pid, source, offset, const_cast<void*>(destination), bytes, here);
  });
}

void pram_bsp_direct_get(const char* file, int line, ptrdiff_t pid, const void* source, ptrdiff_t offset,
                         void* destination, ptrdiff_t bytes) {
  const Line here = line_of(file, line);
  in_process("bsp_direct_get", here, [&](Process& process) {
    if (bytes > 0) need(process, destination, "what it gets", "bsp_direct_get", here);
    process.direct_get(pid, source, offset, destination, bytes, here);
  });
}

void pram_bsp_set_tagsize(const char* file, int line, void* bytes, size_t size_of_bytes) {
  const Line here = line_of(file, line);
  in_process("bsp_set_tagsize", here, [&](Process& process) {
    need(process, bytes, "the size", "bsp_set_tagsize", here);
    check_integer(process, "bsp_set_tagsize", here, size_of_bytes);
    const std::int64_t size = load(bytes, size_of_bytes);
    if (size < 0 && size_of_bytes == sizeof(std::uint32_t)) {
      process.refuse(fmt::format("sets tags of {} bytes, or of {} if that is an unsigned, by bsp_set_tagsize: give a "
                                 "size_t for so many",
                                 size, static_cast<std::uint32_t>(size)),
                     here);
    }
    const std::uint64_t before = process.set_tag_bytes(size, here);
    store(process, "bsp_set_tagsize", here, bytes, size_of_bytes, static_cast<std::int64_t>(before));
  });
}

void pram_bsp_send(const char* file, int line, ptrdiff_t pid, const void* tag, const void* payload, ptrdiff_t bytes) {
  const Line here = line_of(file, line);
  in_process("bsp_send", here, [&](Process& process) {
    if (bytes > 0) need(process, payload, "the payload", "bsp_send", here);
    if (process.tag_bytes() > 0) need(process, tag, "the tag", "bsp_send", here);
    process.send(pid, tag, payload, bytes, here);
  });
}

void pram_bsp_qsize(const char* file, int line, void* messages, size_t size_of_messages, void* bytes,
                    size_t size_of_bytes) {
  const Line here = line_of(file, line);
  in_process("bsp_qsize", here, [&](Process& process) {
    need(process, messages, "the number of messages", "bsp_qsize", here);
    const Process::Waiting waiting = process.waiting();
    store(process, "bsp_qsize", here, messages, size_of_messages, static_cast<std::int64_t>(waiting.messages));
    store(process, "bsp_qsize", here, bytes, size_of_bytes, static_cast<std::int64_t>(waiting.payload_bytes));
  });
}

void pram_bsp_get_tag(const char* file, int line, void* status, size_t size_of_status, void* tag) {
  const Line here = line_of(file, line);
  in_process("bsp_get_tag", here, [&](Process& process) {
    need(process, status, "the status", "bsp_get_tag", here);
    const auto first = process.first();
    store(process, "bsp_get_tag", here, status, size_of_status,
          first ? static_cast<std::int64_t>(first->payload_bytes) : -1);
    if (!first || first->tag_bytes == 0) return;
    need(process, tag, "the tag", "bsp_get_tag", here);
    std::memcpy(tag, first->tag, first->tag_bytes);
  });
}

void pram_bsp_move(const char* file, int line, void* payload, ptrdiff_t bytes) {
  const Line here = line_of(file, line);
  in_process("bsp_move", here, [&](Process& process) {
    if (bytes < 0) process.refuse(fmt::format("moves {} bytes by bsp_move", bytes), here);
    const auto first = process.first();
    if (!first) process.refuse("moves a message by bsp_move, but has no more", here);
    const auto length = std::min(static_cast<std::uint64_t>(bytes), first->payload_bytes);
    if (length > 0) {
      need(process, payload, "the payload", "bsp_move", here);
      std::memcpy(payload, first->payload, length);
    }
    process.remove_first();
  });
}

ptrdiff_t pram_bsp_hpmove(const char* file, int line, void** tag, void** payload) {
  const Line here = line_of(file, line);
  return in_process("bsp_hpmove", here, [&](Process& process) -> ptrdiff_t {
    need(process, tag, "the tag", "bsp_hpmove", here);
    need(process, payload, "the payload", "bsp_hpmove", here);
    const auto first = process.first();
    if (!first) return -1;
    *tag = const_cast<std::byte*>(first->tag);
    *payload = const_cast<std::byte*>(first->payload);
    process.remove_first();
    return static_cast<ptrdiff_t>(first->payload_bytes);
  });
}

void pram_bsp_work(unsigned long operations) {
  in_process("pram_bsp_work", {}, [&](Process& process) { process.work(operations); });
}

}  // extern "C"
