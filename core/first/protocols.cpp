#include "protocol/protocols.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include <pram/detail/missing_part.hpp>

/// The table of protocols: those that are linked, and the names of the others.
namespace pram {

namespace detail {

#define ACCESS_PROTOCOL(name) [[gnu::weak]] AccessEntry name##_access();
#include "protocol/protocols.def"

}  // namespace detail

namespace {

AccessEntry known(AccessEntry (*linked)(), std::string name) {
  if (linked != nullptr) return linked();
  std::ranges::replace(name, '_', '-');
  return {std::move(name), "", [](const Spec& spec, std::uint32_t) -> std::unique_ptr<AccessProtocol> {
            throw detail::MissingPart(spec.text);
          }};
}

}  // namespace

Registry<AccessEntry>& access_protocols() {
  static Registry<AccessEntry> table = [] {
    Registry<AccessEntry> made("access");
#define ACCESS_PROTOCOL(name) made.add(known(detail::name##_access, #name));
#include "protocol/protocols.def"
    return made;
  }();
  return table;
}

}  // namespace pram
