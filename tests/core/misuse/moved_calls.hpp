#pragma once

#include <doctest/doctest.h>

#include <string>

#include <pram/pram.hpp>

#include "../thrown.hpp"

/// Rows of tables of what was moved from: a class, and what becomes of each of its public functions.
namespace pram::testing {

inline Task<> idle_once(Processor self) { co_await self.idle(); }

/// Counts the runs that it hears of.
class Listener : public Observer {
 public:
  void begin_run(const Run&) override { ++runs; }
  int runs = 0;
};

/// The call throws Error, of one line with these words.
template <class Call>
void refused(const std::string& words, const Call& call) {
  std::string reason = "nothing was thrown";
  try {
    static_cast<void>(call());
  } catch (const Error& error) {
    reason = error.what();
  }
  CHECK_MESSAGE(contains(reason, words), reason);
  CHECK_MESSAGE(is_one_line(reason), reason);
}

/// A class of the reference, with all that is done to an object of it that was moved from.
struct MovedRow {
  const char* subject;
  void (*use)();
};

}  // namespace pram::testing
