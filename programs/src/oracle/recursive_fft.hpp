#pragma once

#include <complex>
#include <vector>

namespace pram::programs::oracle {

/// The discrete Fourier transform by recursive halves (Cooley, Tukey), in long double. The size is a power of two.
std::vector<std::complex<long double>> fourier_transform(std::vector<std::complex<long double>> values);

}  // namespace pram::programs::oracle
