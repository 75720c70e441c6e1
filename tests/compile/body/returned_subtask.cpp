// error: a task returns its value to the one that awaits it
#include <pram/machine.hpp>

pram::Task<int> twice(int value);

pram::Task<int> four_times(int value) { co_return twice(2 * value); }
