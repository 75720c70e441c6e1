#pragma once

#include <span>

#include "allotment.hpp"

/// What the sizes of a count tell about the degrees of addresses.
namespace pram::detail {

/// The variance of the bins' sizes over their mean: about the mean degree that a request meets. Of distinct addresses
/// it is 1 (Poisson: mean = variance).
/// @param without_largest  as if the largest bin were not there
double scatter_of(std::span<const Portion> bins, bool without_largest);

struct LightSlots {
  bool are_light = false;
  double most = 0;  ///< a slot of more records is heavy
};

/// Are most slots light, of about the size that many addresses of low degree make?
LightSlots light_slots(std::span<const Portion> slots);

}  // namespace pram::detail
