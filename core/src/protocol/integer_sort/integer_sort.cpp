#include <memory>
#include <string>
#include <utility>

#include <pram/spec.hpp>

#include "../protocols.hpp"
#include "sort_digits.hpp"
#include "sort_routing.hpp"

namespace pram {

namespace {

using detail::IntegerSortOptions;

constexpr const char* integer_sort_name = "integer-sort";

const OptionTable<IntegerSortOptions>& integer_sort_options() {
  static const OptionTable<IntegerSortOptions> table =
      OptionTable<IntegerSortOptions>("access")
          .number<&IntegerSortOptions::bits>("bits", 1, detail::most_key_bits)
          .number<&IntegerSortOptions::digit>("digit", 1, detail::most_digit_bits);
  return table;
}

/// Concurrent access by integer sorting (Kruskal, Rudolph and Snir 1990; Valiant 1990): the router carries a radix sort
/// of the requests by hashed address. Records that must keep their order go by combining's plan.
class IntegerSort : public AdaptiveProtocol {
 public:
  IntegerSort(const IntegerSortOptions& options, std::uint32_t components, std::unique_ptr<AccessProtocol> combining)
      : options_(options), components_(components), combining_(std::move(combining)) {}

  std::string name() const override { return integer_sort_name + integer_sort_options().text(options_); }
  std::uint32_t components() const override { return components_; }
  const AccessPlan& ordered_plan() const override { return *combining_->routing_plan(); }
  std::unique_ptr<AdaptiveRouting> adaptive_routing() const override {
    return detail::make_sort_routing(options_, components_);
  }

 private:
  IntegerSortOptions options_;
  std::uint32_t components_;
  std::unique_ptr<AccessProtocol> combining_;
};

std::unique_ptr<AccessProtocol> make_integer_sort(const Spec& spec, std::uint32_t components) {
  const IntegerSortOptions options = integer_sort_options().read(spec);
  if (!spec.values.empty())
    spec.refuse("access", "integer-sort, with options alone: bits=K (1 to 64), digit=W (1 to 16, at most K)");
  if (options.bits > 0 && options.digit > options.bits)
    spec.refuse("access", "a digit of at most the key's bits, " + std::to_string(options.bits));
  return std::make_unique<IntegerSort>(options, components, detail::combining_access().make("combining", components));
}

}  // namespace

namespace detail {

AccessEntry integer_sort_access() {
  return {integer_sort_name,
          "radix sort by hashed address (Kruskal, Rudolph, Snir 1990): integer-sort[,bits=K][,digit=W]",
          make_integer_sort};
}

}  // namespace detail

}  // namespace pram
