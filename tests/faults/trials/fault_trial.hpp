#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <new>
#include <string>
#include <vector>

#include <pram/error.hpp>

#include "../failing_allocations.hpp"

namespace pram::testing {

/// One piece of work in which one allocation fails, or all from one on, and what holds afterwards.
class FaultTrial {
 public:
  /// @param number  of the first allocation that fails
  FaultTrial(std::uint64_t number, FailingAllocations::Mode mode) : number_(number), mode_(mode) {}

  /// Does the work, which may fail by std::bad_alloc and Error alone.
  /// @returns true if it came to its end
  template <class Work>
  bool survives(const Work& work) {
    bool done = false;
    bool fits = true;
    {
      const FailingAllocations failing(number_, mode_);
      try {
        work();
        done = true;
      } catch (const std::bad_alloc&) {
      } catch (const Error&) {
      } catch (...) {
        fits = false;
      }
      asked_ = FailingAllocations::asked();
    }
    check(fits, "the work ended by neither std::bad_alloc nor an Error");
    return done;
  }

  /// Notes what does not hold.
  void check(bool holds, const char* what) {
    if (!holds) wrong_.emplace_back(what);
  }

  std::uint64_t asked() const { return asked_; }  ///< allocations of the work
  const std::vector<std::string>& wrong() const { return wrong_; }

 private:
  std::uint64_t number_;
  FailingAllocations::Mode mode_;
  std::uint64_t asked_ = 0;
  std::vector<std::string> wrong_;
};

/// Work for trials, in each of which it is all that the process does.
struct FaultSubject {
  std::string name;
  std::function<void(FaultTrial&, unsigned threads)> run;
};

/// The subjects of each file, to add to a list.
void add_machine_subjects(std::vector<FaultSubject>& subjects);
void add_observer_subjects(std::vector<FaultSubject>& subjects);
void add_program_subjects(std::vector<FaultSubject>& subjects);
void add_report_subjects(std::vector<FaultSubject>& subjects);

}  // namespace pram::testing
