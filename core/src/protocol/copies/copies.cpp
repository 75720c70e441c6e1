#include <pram/detail/own_access.hpp>
#include <pram/detail/routing/collision_rounds.hpp>

#include <bit>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <pram/error.hpp>
#include <pram/network.hpp>
#include <pram/spec.hpp>

#include "../protocols.hpp"
#include "copied_access.hpp"

namespace pram {

namespace {

using detail::CopiesOptions;

const OptionTable<CopiesOptions>& copies_option_table() {
  constexpr std::uint64_t most_answers = 64;
  static const OptionTable<CopiesOptions> table = OptionTable<CopiesOptions>("access")
                                                      .number<&CopiesOptions::collide>("collide", 1, most_answers)
                                                      .real<&CopiesOptions::batch>("batch", true)
                                                      .choice<&CopiesOptions::merge>("merge", {"sorting", "none"})
                                                      .choice<&CopiesOptions::charge>("charge", {"network", "rounds"});
  return table;
}

/// Shared memory with copies of each cell (Dietzfelbinger and Meyer auf der Heide, SPAA 1993).
class Copies : public RoutineProtocol {
 public:
  Copies(const CopiesOptions& options, std::uint32_t components) : options_(options), components_(components) {}

  std::string name() const override {
    return fmt::format("copies:{}{}", options_.copies, copies_option_table().text(options_));
  }
  std::uint32_t components() const override { return components_; }

  /// The rounds have a network of their own of the same name, whose messages the machine's own does not see.
  std::unique_ptr<RandomAccess> routines(const Network& network) const override {
    const Spec carrier(network.name());
    detail::check_own_access(carrier, Spec(name()));
    if (!networks().contains(carrier.name))
      throw ConfigError("access", name(), "direct or combining: network " + network.name() + " is not known by name");
    std::unique_ptr<RandomAccess> sorting;
    if (options_.merge == CopiesOptions::Merge::sorting) {
      sorting = network.random_access(Spec("sorting"), components_);
      if (sorting == nullptr)
        throw ConfigError("access", name(), "merge=none: network " + network.name() + " cannot sort");
    }
    return detail::make_copied_access(name(), options_, components_, networks().make(carrier, components_),
                                      std::move(sorting));
  }

 private:
  CopiesOptions options_;
  std::uint32_t components_;
};

/// @throws ConfigError if a constant share of such a batch would collide for ever
void check_rounds_end(const Spec& spec, const CopiesOptions& options) {
  const detail::CollisionOptions rounds{
      .copies = options.copies, .needed = options.copies - 1, .collide = options.collide, .in_turn = false};
  constexpr double none = 1e-4;
  if (detail::unfinished_share(rounds, options.batch) <= none) return;
  spec.refuse("access", fmt::format("batch= below {:.3f} with collide={}, for {} copies: of larger ones a constant "
                                    "share collides for ever",
                                    detail::largest_batch(rounds), options.collide, options.copies));
}

std::unique_ptr<AccessProtocol> make_copies(const Spec& spec, std::uint32_t components) {
  CopiesOptions options = copies_option_table().read(spec);
  if (spec.values.size() > 1 || (spec.values.size() == 1 && spec.values[0] != "2" && spec.values[0] != "3"))
    spec.refuse("access", "copies:2 or copies:3, then options");
  if (!spec.values.empty()) options.copies = spec.values[0] == "2" ? 2 : 3;
  if (options.merge == CopiesOptions::Merge::sorting && !std::has_single_bit(components))
    spec.refuse("access",
                fmt::format("merge=none for {} components: merging sorts, which needs a power of two", components));
  check_rounds_end(spec, options);
  return std::make_unique<Copies>(options, components);
}

}  // namespace

AccessEntry detail::copies_access() {
  return {"copies",
          "three copies of each cell, two of which answer (Dietzfelbinger, Meyer auf der Heide 1993): "
          "copies:3[,OPTION=…]",
          make_copies};
}

}  // namespace pram
