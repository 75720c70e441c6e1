// error: each call makes a copy, and this one ends here
#include <algorithm>
#include <string>

#include <pram/network.hpp>

bool known(const std::string& name) {
  return std::find(pram::networks().names().rbegin(), pram::networks().names().rend(), name) !=
         pram::networks().names().rend();
}
