#include "agreed_step.hpp"

namespace pram::detail {

std::uint64_t live_elsewhere(const AgreedStep& agreed) { return agreed.live_elsewhere; }

}  // namespace pram::detail
