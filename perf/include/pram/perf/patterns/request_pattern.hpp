#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

/// Request patterns without a program: which component asks for which address (TR-24-92, Section 4).
namespace pram::perf {

/// Most requests of a pattern.
inline constexpr std::uint64_t most_requests = std::uint64_t{1} << 27;

/// The requests of one step, each component's together, components ascending.
struct RequestPattern {
  std::uint32_t components = 0;
  std::uint32_t addresses = 0;         ///< they are numbered from 0; some may go unasked
  std::vector<std::uint32_t> source;   ///< per request: the component that makes it
  std::vector<std::uint32_t> address;  ///< per request

  std::uint64_t requests() const { return address.size(); }
};

/// Who makes request x of a pattern that lists its addresses one after the other. Either way every p requests in a row
/// come from p components, so that no component has two of a group of at most p where p is a multiple of its size.
enum class Requesters {
  random,       ///< of every p requests in a row a fresh random permutation of the components
  consecutive,  ///< component x mod p
};

/// @throws ConfigError with the names allowed
Requesters requesters_from(const std::string& name);

/// A pattern by its parameters: a fresh one for every seed.
struct PatternSource {
  std::string name;  ///< "degree 64", for reports
  std::function<RequestPattern(std::uint64_t seed)> make;
};

struct PatternSize {
  std::uint32_t components = 4096;
  std::uint64_t requests = std::uint64_t{1} << 17;
  Requesters requesters = Requesters::random;
};

/// Every address is asked for `degree` times: the paper's experiment.
/// @throws ConfigError if the degree does not divide the number of requests
PatternSource degree_pattern(const PatternSize& size, std::uint64_t degree);

/// Shares of the requests at given degrees, "4096:0.5,1:0.5". Each share is rounded to whole groups, the largest
/// degrees first; what is left over goes to the smallest degree, whose last group may be smaller.
/// @throws ConfigError if a share is less than half a group, or the shares do not sum to 1
PatternSource mixed_pattern(const PatternSize& size, const std::string& mix);

/// Every request draws its address from as many as there are requests, address j with a chance proportional to
/// 1 / j^exponent.
/// @throws ConfigError unless 0 <= exponent <= 20
PatternSource zipf_pattern(const PatternSize& size, double exponent);

/// Every request draws one of `addresses` addresses, all equally likely.
/// @throws ConfigError if there are none, or more than requests
PatternSource hotspot_pattern(const PatternSize& size, std::uint64_t addresses);

/// Given addresses, the same in every run, dealt to the components like cards: number x to component x mod p.
PatternSource given_pattern(std::uint32_t components, std::string name, const std::vector<std::uint64_t>& addresses);

}  // namespace pram::perf
