#pragma once

#include <cstdint>
#include <vector>

#include <rapidcheck.h>

#include "script.hpp"

/// How RapidCheck draws scripts and makes them smaller.
namespace rc {

template <>
struct Arbitrary<pram::conformance::Choices> {
  static Gen<pram::conformance::Choices> arbitrary() {
    using Words = std::vector<std::uint64_t>;
    const auto word = gen::resize(kNominalSize, gen::arbitrary<std::uint64_t>());
    // Mostly few processors; up to 200 now and then.
    const auto processors = [=](int most) {
      return gen::resize(most, gen::container<std::vector<Words>>(gen::resize(12, gen::container<Words>(word))));
    };
    return gen::build<pram::conformance::Choices>(
        gen::set(&pram::conformance::Choices::flavour, word),
        gen::set(&pram::conformance::Choices::words, gen::oneOf(processors(6), processors(40), processors(200))));
  }
};

template <>
struct Arbitrary<pram::conformance::Case> {
  static Gen<pram::conformance::Case> arbitrary() {
    using pram::conformance::Case;
    return gen::build<Case>(
        gen::set(&Case::rule, gen::elementOf(pram::rules())),
        gen::set(&Case::components,
                 gen::oneOf(gen::inRange<std::uint32_t>(1, 65), gen::element<std::uint32_t>(4, 16, 36, 64, 2, 8, 32))),
        gen::set(&Case::seed, gen::inRange<std::uint64_t>(0, 1000)), gen::set(&Case::fetches), gen::set(&Case::hot),
        gen::set(&Case::choices, gen::resize(3, gen::container<std::vector<pram::conformance::Choices>>(gen::resize(
                                                    kNominalSize, gen::arbitrary<pram::conformance::Choices>())))));
  }
};

}  // namespace rc
