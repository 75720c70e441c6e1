#include "observer_link.hpp"

namespace pram {

Observation::~Observation() {
  if (link_ != nullptr) link_->observer = nullptr;
}

}  // namespace pram
