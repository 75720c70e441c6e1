#include "protocols.hpp"

namespace pram {

Registry<AccessEntry>& access_protocols() {
  static Registry<AccessEntry> table = [] {
    Registry<AccessEntry> made("access");
#define PRAM_ADD(name) made.add(detail::name##_access());
    PRAM_ACCESS_PROTOCOLS(PRAM_ADD)
#undef PRAM_ADD
    return made;
  }();
  return table;
}

}  // namespace pram
