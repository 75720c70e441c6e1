#pragma once

#include <doctest/doctest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <stdexcept>
#include <string>

#include <pram/error.hpp>

#include "../../support/thread_ranks.hpp"

namespace pram::testing {

/// Calls f(), and says what it throws: the class, and the words.
template <class Function>
std::string thrown_by(const Function& f) {
  try {
    f();
  } catch (const ConfigError& error) {
    return std::string("ConfigError ") + error.what();
  } catch (const ConflictError& error) {
    return std::string("ConflictError ") + error.what();
  } catch (const AddressError& error) {
    return std::string("AddressError ") + error.what();
  } catch (const ProgramError& error) {
    try {
      std::rethrow_if_nested(error);
    } catch (const std::runtime_error& nested) {
      return fmt::format("ProgramError {} {} {} {}", error.what(), error.processor, error.step, nested.what());
    }
    return std::string("ProgramError ") + error.what();
  } catch (const NetworkError& error) {
    return std::string("NetworkError ") + error.what();
  } catch (const LimitError& error) {
    return fmt::format("LimitError {} {} {} {}", error.what(), error.limit, error.asked, error.allowed);
  } catch (const Interrupted& error) {
    return std::string("Interrupted ") + error.what();
  } catch (const Error& error) {
    return std::string("Error ") + error.what();
  }
  return {};
}

/// Where two texts part, with what stands around.
inline std::string difference(const std::string& a, const std::string& b) {
  const auto at = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
  const std::size_t first = at < 60 ? 0 : at - 60;
  return a == b ? "" : fmt::format("at {}: {} | {}", at, a.substr(first, 200), b.substr(first, 200));
}

/// Every rank throws what one process throws.
template <class Program>
void check_same_error(const Program& program, const std::string& part) {
  const std::string alone = thrown_by(program);
  CHECK(alone.find(part) != std::string::npos);
  for (const unsigned ranks : {2U, 3U, 5U}) {
    CAPTURE(ranks);
    for (const std::string& one : on_ranks(ranks, [&] { return thrown_by(program); })) CHECK(one == alone);
  }
}

}  // namespace pram::testing
