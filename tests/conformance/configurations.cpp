#include "configurations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <random>

#include <pram/detail/random/seeded_hash.hpp>
#include <pram/pram.hpp>

namespace pram::conformance {

namespace {

/// Numbers whose product just covers p: the later ones at random, the first what is then needed.
std::string random_basis(std::uint32_t components, std::mt19937_64& random) {
  std::string rest;
  std::uint32_t block = 1;
  for (auto phases = random() % 4; phases > 0; --phases) {
    const auto factor = static_cast<std::uint32_t>(1 + random() % 5);
    if (block * factor > components) break;
    block *= factor;
    rest = fmt::format(",{}{}", factor, rest);
  }
  return fmt::format("{}{}", (components + block - 1) / block, rest);
}

/// Products of two shapes whose sizes make so many components; none of a prime number of them.
std::vector<std::string> products(std::uint32_t components) {
  std::uint32_t first = 2;
  while (first * first <= components && components % first != 0) ++first;
  if (first * first > components) return {};
  const std::uint32_t second = components / first;
  return {fmt::format("product:ring:{},path:{}", second, first),
          fmt::format("product:path:{},complete:{},buffers=1", first, second),
          fmt::format("product:ring:{},ring:{},switching=wormhole", first, second),
          fmt::format("product:complete:{},ring:{},combining=unlimited", first, second)};
}

}  // namespace

std::vector<std::string> all_networks(std::uint32_t components) {
  std::vector<std::string> all = networks().names();
  for (const char* const more :
       {"router:g=2,l=3", "ocpc:retry=backoff,seed=5", "torus,routing=valiant", "grid:ports=one",
        "ring:switching=cut-through,duplex=half", "torus:combining=pairwise", "star:combining=unlimited,wait=2",
        "hypercube:combining=unlimited", "omega:combining=pairwise,wait=1", "omega:combining=unlimited",
        "butterfly:combining=pairwise", "butterfly:access=ranade",
        "butterfly:access=ranade,buffers=1,merge=no,keys=last", "rcn-full:combining=unlimited",
        // Bounded buffers where routes lead in no circle, and so into no deadlock.
        "grid:buffers=2", "path:switching=cut-through,buffers=1", "hypercube:buffers=1,ports=one", "omega:buffers=1",
        "torus:switching=wormhole", "ring:switching=wormhole,buffers=2", "grid:switching=wormhole,startup=2,buffers=1",
        "hypercube:switching=wormhole,channels=2,buffers=3"}) {
    all.emplace_back(more);
  }
  // Networks that connect other numbers of components say so. A product has no sizes of its own; products() has.
  std::erase_if(all, [&](const Spec& network) {
    try {
      networks().make(network.name, components);
      return false;
    } catch (const ConfigError&) {
      return true;
    }
  });
  std::ranges::move(products(components), std::back_inserter(all));
  return all;
}

std::vector<std::string> some_networks(std::uint32_t components, std::uint64_t seed) {
  std::vector<std::string> all = all_networks(components);
  constexpr std::size_t kept = 2;  // ideal and router stand first
  constexpr std::size_t drawn = 3;
  std::mt19937_64 random(seed);
  std::shuffle(all.begin() + kept, all.end(), random);
  all.resize(std::min(all.size(), kept + drawn));
  return all;
}

std::vector<std::string> all_accesses(std::uint32_t components, std::uint64_t seed) {
  std::vector<std::string> all = access_protocols().names();
  if (!std::has_single_bit(components)) {
    std::erase(all, "sorting");
    std::erase(all, "copies");
  }
  if (!std::has_single_bit(components) || components == 1) std::erase(all, "ranade");
  std::mt19937_64 random(seed);
  constexpr const char* copies[] = {"copies", "copies:2", "copies:3,collide=2,batch=0.5",
                                    "copies:2,collide=1,batch=0.25", "copies:3,collide=1,batch=0.1,charge=rounds"};
  std::ranges::replace(all, "copies", copies[seed % std::size(copies)]);
  for (const char* const spread : {"", ",spread=modular", ",spread=ordered", ",spread=random", ",timing=asynchronous",
                                   ",spread=modular,timing=asynchronous", ",timing=asynchronous,winner=first"}) {
    all.push_back(fmt::format("combining:{}{}", random_basis(components, random), spread));
  }
  all.push_back(fmt::format("tree:{}", 2 + random() % 5));
  all.push_back("adaptive,memory=none");
  constexpr const char* others[] = {",physical=extra", ",physical=last,hash=tabulation", ",sweeps=separate",
                                    ",nested=no", ",nested=no,hash=multiply-shift,spread=ordered"};
  all.push_back(fmt::format("combining:{}{}", random_basis(components, random), others[random() % std::size(others)]));
  return all;
}

std::pair<std::string, std::string> one_machine(std::uint32_t components, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::string> networks = all_networks(components);
  // RCN-FULL sorts on any number of nodes, a square where its name has no sizes.
  const bool rcn = std::ranges::find(networks, "rcn-full") != networks.end();
  if (rcn && !std::has_single_bit(components) && seed % 4 == 0) return {"rcn-full", "sorting"};
  networks.push_back(fmt::format("router:g={},l={}", 1 + random() % 5, random() % 100));
  std::vector<std::string> accesses = all_accesses(components, seed);
  const std::string access = accesses[random() % accesses.size()];
  if (access == "sorting") {  // by routines that these have
    return {rcn && random() % 2 == 0 ? "rcn-full" : "hypercube", access};
  }
  // Half of the machines count messages, and half list them.
  std::string network = networks[random() % (random() % 2 == 0 ? 2 : networks.size())];
  while (!fits(access, network)) network = networks[random() % networks.size()];
  return {network, access};
}

std::string some_hash(Placement placement, std::uint64_t seed) {
  static constexpr const char* families[] = {"",           "",         "",        "xxh3", "multiply-shift",
                                             "tabulation", "k-wise:2", "k-wise:5"};
  if (placement != Placement::hashed) return "";
  return families[seeded_hash(seed, 3) % std::size(families)];
}

bool fits(const std::string& access, const std::string& network) {
  const std::string name = Spec(network).name;
  if ((access == "ranade") != (network.find("access=ranade") != std::string::npos)) return false;
  return access.find("timing=asynchronous") == std::string::npos || name == "router" || name == "ideal";
}

}  // namespace pram::conformance
