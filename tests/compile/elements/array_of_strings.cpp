// error: a cell of an array is one word
#include <string>
#include <vector>

#include <pram/machine.hpp>

void run(pram::Machine& machine, const std::vector<std::string>& words) { machine.array(words, "words"); }
