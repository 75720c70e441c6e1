#include "protocols.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

namespace pram {

namespace {

/// Each record goes straight to the component that owns its address.
class Direct : public AccessProtocol {
 public:
  std::string name() const override { return "direct"; }
  std::uint32_t phases() const override { return 1; }
  void route(const Moves& moves, std::span<std::uint32_t> destination) const override {
    std::ranges::copy(moves.home, destination.begin());
  }
};

/// Concurrent access by sorting (Hamdi, Section 4): all that it does, the network's routines do.
class Sorting : public AccessProtocol {
 public:
  Sorting(std::string sorter, std::uint32_t components) : sorter_(std::move(sorter)), components_(components) {}

  std::string name() const override { return sorter_.empty() ? "sorting" : "sorting:" + sorter_; }
  std::uint32_t phases() const override { return 0; }
  void route(const Moves&, std::span<std::uint32_t>) const override {}

  std::unique_ptr<RandomAccess> routines(const Network& network) const override {
    std::unique_ptr<RandomAccess> made = network.random_access(sorter_, components_);
    if (made == nullptr)
      throw ConfigError("access", name(), "direct or combining: network " + network.name() + " cannot sort");
    return made;
  }

 private:
  std::string sorter_;
  std::uint32_t components_;
};

}  // namespace

namespace detail {

AccessEntry direct_access() {
  return {"direct", "each request straight to its cell's component, merged only within the component that asks",
          [](std::string_view arguments, std::uint32_t) {
            if (!arguments.empty())
              throw ConfigError("access", "direct:" + std::string(arguments), "direct takes no arguments");
            return std::make_unique<Direct>();
          }};
}

AccessEntry sorting_access() {
  return {"sorting", "by the network's own sorter, RAR and RAW (Nassimi and Sahni; Hamdi): sorting, or sorting:SORTER",
          [](std::string_view arguments, std::uint32_t components) {
            if (!std::has_single_bit(components)) {
              throw ConfigError("access", arguments.empty() ? "sorting" : "sorting:" + std::string(arguments),
                                "direct or combining for " + std::to_string(components) +
                                    " components: sorting needs a power of two");
            }
            return std::make_unique<Sorting>(std::string(arguments), components);
          }};
}

}  // namespace detail

Registry<AccessEntry>& access_protocols() {
  static Registry<AccessEntry> table = [] {
    Registry<AccessEntry> made("access");
    made.add(detail::direct_access());
    made.add(detail::combining_access());
    made.add(detail::adaptive_access());
    made.add(detail::sorting_access());
    return made;
  }();
  return table;
}

}  // namespace pram
