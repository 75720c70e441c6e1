#include "sweeps.hpp"

#include "../options/input.hpp"

namespace pram::tool {

bool is_sweep(const Options& options) {
  return options.has(option::seeds) || options.text(option::size).find("..") != std::string::npos;
}

void refuse_sweep(const Options& options, const std::string& allowed) {
  if (options.has(option::seeds)) options.refuse(option::seeds, allowed);
  if (is_sweep(options)) options.refuse(option::size, allowed);
}

}  // namespace pram::tool
