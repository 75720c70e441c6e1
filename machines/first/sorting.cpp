#include <memory>

#include <pram/detail/missing_part.hpp>
#include <pram/machines/detail/routines.hpp>

/// The tool that is built first sorts on no network.
namespace pram {

SortOptions sort_options_from(const Spec&) { throw detail::MissingPart("sorting"); }

std::unique_ptr<Routines> make_network_routines(std::unique_ptr<Network>, std::uint32_t, const SortOptions&) {
  throw detail::MissingPart("sorting");
}

}  // namespace pram
