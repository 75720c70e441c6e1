#include "protocols.hpp"

#include <algorithm>
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
  explicit Sorting(std::string sorter) : sorter_(std::move(sorter)) {}

  std::string name() const override { return sorter_.empty() ? "sorting" : "sorting:" + sorter_; }
  std::uint32_t phases() const override { return 0; }
  void route(const Moves&, std::span<std::uint32_t>) const override {}

  std::unique_ptr<RandomAccess> routines(const Network& network) const override {
    std::unique_ptr<RandomAccess> made = network.random_access(sorter_);
    if (made == nullptr)
      throw ConfigError("access", name(), "direct or combining: network " + network.name() + " cannot sort");
    return made;
  }

 private:
  std::string sorter_;
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
          [](std::string_view arguments, std::uint32_t) { return std::make_unique<Sorting>(std::string(arguments)); }};
}

}  // namespace detail

Registry<AccessEntry>& access_protocols() {
  static Registry<AccessEntry> table = [] {
    Registry<AccessEntry> made("access");
    made.add(detail::direct_access());
    made.add(detail::combining_access());
    made.add(detail::sorting_access());
    return made;
  }();
  return table;
}

}  // namespace pram
