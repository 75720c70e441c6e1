#include "real_option.hpp"

#include <pram/spec.hpp>

namespace pram::tool {

double real_option(const Options& options, const Option<std::string>& option, double otherwise, bool zero_too) {
  if (!options.has(option)) return otherwise;
  constexpr double least_above_zero = 1e-9;
  constexpr double most = 1e12;
  const auto value = real_number(options[option]);
  if (!value || *value < (zero_too ? 0 : least_above_zero) || *value > most)
    options.refuse(option, zero_too ? "a number from 0 to 10^12" : "a number above 0, up to 10^12");
  return *value;
}

}  // namespace pram::tool
