#include <bit>
#include <string>
#include <utility>

#include "protocols.hpp"

namespace pram {

namespace {

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

AccessEntry detail::sorting_access() {
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

}  // namespace pram
