#include <cstdint>
#include <string>
#include <string_view>

#include <pram/machines/collectives.hpp>
#include <pram/machines/patterns.hpp>
#include <pram/machines/topology.hpp>
#include <pram/perf/patterns/request_pattern.hpp>
#include <pram/pram.hpp>

#include "require.hpp"

using namespace pram;

namespace {

void read_network(const std::string& text, std::uint32_t components) {
  const std::string name = networks().make(text, components)->name();
  fuzz::require(networks().make(name, components)->name() == name, "a network's name makes it again");
}

void read(unsigned grammar, const std::string& text, std::uint32_t components) {
  switch (grammar) {
    case 0: read_network(text, components); break;
    case 1: access_protocols().make(text, components); break;
    case 2: static_cast<void>(make_pattern(text, components, 1)); break;
    case 3: fuzz::require(rule_from(to_string(rule_from(text))) == rule_from(text), "a rule's name is its own"); break;
    case 4: static_cast<void>(placement_from(text)); break;
    case 5: static_cast<void>(collective_model(text, components)); break;
    case 6: static_cast<void>(collective_from(text)); break;
    case 7:
      if (make_topology(text, components)->terminals() == 0) fuzz::require(false, "a topology has terminals");
      break;
    case 8: {
      const perf::RequestPattern pattern =
          perf::mixed_pattern({.components = components, .requests = 64 * components}, text).make(1);
      fuzz::require(pattern.requests() == 64 * std::uint64_t{components}, "a mix has as many requests as asked for");
      break;
    }
    case 9: static_cast<void>(perf::requesters_from(text)); break;
    default: {
      // As a machine reads them all, side by side.
      const auto cut = text.find(' ');
      MachineOptions options;
      options.components = components;
      options.network = text.substr(0, cut);
      if (cut != std::string::npos) options.access = text.substr(cut + 1);
      options.threads = 1;
      const Machine machine(options);
    }
  }
}

}  // namespace

// The first byte is the grammar, the second how many components there are; the rest is the name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  constexpr std::uint32_t components[] = {1, 2, 4, 7, 16, 64};
  const std::string text(reinterpret_cast<const char*>(data) + 2, size - 2);
  try {
    read(data[0] % 11, text, components[data[1] % std::size(components)]);
  } catch (const Error&) {
    // What is wrong with the name: all that may be thrown.
  }
  return 0;
}
