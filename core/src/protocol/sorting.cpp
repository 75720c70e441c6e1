#include <string>
#include <utility>

#include "protocols.hpp"

namespace pram {

namespace {

/// Concurrent access by sorting (Hamdi, Section 4). The network's routines do all the work.
class Sorting : public RoutineProtocol {
 public:
  /// @param sorting  the spec: its value names the sorter, its options are the sorter's
  Sorting(Spec sorting, std::uint32_t components) : sorting_(std::move(sorting)), components_(components) {}

  std::string name() const override {
    return sorting_.text == sorting_.name ? "sorting" : "sorting:" + sorting_.text.substr(sorting_.name.size() + 1);
  }
  std::uint32_t components() const override { return components_; }

  std::unique_ptr<RandomAccess> routines(const Network& network) const override {
    std::unique_ptr<RandomAccess> made = network.random_access(sorting_, components_);
    if (made == nullptr)
      throw ConfigError("access", name(), "direct or combining: network " + network.name() + " cannot sort");
    return made;
  }

 private:
  Spec sorting_;
  std::uint32_t components_;
};

}  // namespace

AccessEntry detail::sorting_access() {
  return {"sorting", "by the network's own sorter, RAR and RAW (Nassimi and Sahni; Hamdi): sorting, or sorting:SORTER",
          [](const Spec& spec, std::uint32_t components) { return std::make_unique<Sorting>(spec, components); }};
}

}  // namespace pram
