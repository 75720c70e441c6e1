#include "protocols.hpp"

namespace pram {

Registry<AccessEntry>& access_protocols() {
  static Registry<AccessEntry> table = [] {
    Registry<AccessEntry> made("access");
#define ACCESS_PROTOCOL(name) made.add(detail::name##_access());
#include "protocols.def"
    return made;
  }();
  return table;
}

}  // namespace pram
