#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <pram/detail/random/hash_family.hpp>

/// Request patterns without a program: which component asks for which address (TR-24-92, Section 4).
namespace pram::perf {

/// The most requests that a pattern may have.
inline constexpr std::uint64_t most_requests = std::uint64_t{1} << 27;

/// The requests of one step, each component's together, components ascending.
struct RequestPattern {
  std::uint32_t components = 0;
  std::uint32_t addresses = 0;         ///< addresses, numbered from 0; for some there may be no request
  std::vector<std::uint32_t> source;   ///< per request: the component that makes it
  std::vector<std::uint32_t> address;  ///< per request
  /// Draws homes; null: they are independent and uniform. Its keys are those below.
  std::shared_ptr<const pram::detail::HashFunction> hash = nullptr;
  std::vector<std::uint64_t> key = {};    ///< per address: what the user calls it, and `hash` gets; empty: its number
  std::vector<std::uint32_t> owner = {};  ///< per address: the component that has it; empty: the hash says

  std::uint64_t requests() const { return address.size(); }
};

/// Which component makes request x of a pattern that lists its addresses one after the other. Either way every p
/// requests in a row come from p components. So no component makes two requests of one group whose size divides p.
enum class Requesters {
  random,       ///< of every p requests in a row a fresh random permutation of the components
  consecutive,  ///< component x mod p
};

/// The requesters of that name, "random" or "consecutive".
/// @throws ConfigError for any other name
Requesters requesters_from(const std::string& name);

/// A pattern given by its parameters: make() draws a fresh one for every seed.
struct PatternSource {
  std::string name;  ///< "degree 64", for reports
  std::function<RequestPattern(std::uint64_t seed)> make;
};

/// The size of a pattern. Every source of patterns throws ConfigError for no component, no request, or more requests
/// than most_requests.
struct PatternSize {
  std::uint32_t components = 4096;
  std::uint64_t requests = std::uint64_t{1} << 17;  ///< of all components together
  Requesters requesters = Requesters::random;
};

/// Every address is asked for `degree` times: the experiment of TR-24-92, Section 4.
/// @throws ConfigError if the degree is 0 or does not divide the number of requests
PatternSource degree_pattern(const PatternSize& size, std::uint64_t degree);

/// Shares of the requests at given degrees, "4096:0.5,1:0.5". Each share is rounded to whole groups, the largest
/// degrees first; what is left over goes to the smallest degree, whose last group may be smaller.
/// @throws ConfigError if the text is not of that form, a degree is there twice, a share is less than half a group, or
///         the shares do not sum to 1
PatternSource mixed_pattern(const PatternSize& size, const std::string& mix);

/// Every request draws its address from as many as there are requests, address j with a chance proportional to
/// 1 / j^exponent.
/// @throws ConfigError unless 0 <= exponent <= 20
PatternSource zipf_pattern(const PatternSize& size, double exponent);

/// Every request draws one of `addresses` addresses, all equally likely.
/// @throws ConfigError if there are none, or more than requests
PatternSource hotspot_pattern(const PatternSize& size, std::uint64_t addresses);

/// Given addresses, the same in every run: component x mod p asks for the address at position x. Addresses are numbered
/// anew, in the order in which they first appear.
/// @throws ConfigError for no address, more than most_requests, or no component
PatternSource given_pattern(std::uint32_t components, std::string name, const std::vector<std::uint64_t>& addresses);

/// The same pattern for physical addresses, whose owners no hash has dealt (TR-24-92, Section 5):
///   "balanced"   the addresses that are asked for are dealt at random: no component has two more than another
///   "cyclic"     address j belongs to component j mod p; of a given pattern j is the address as given
///   a number R   as few components as can have R addresses each, drawn at random, have all that are asked for
/// "hashed" changes nothing. R is the paper's r*, if so many are asked for.
/// @throws ConfigError for any other text; for R also when a pattern is made, if p components have too little room
PatternSource owned_pattern(PatternSource source, const std::string& owners);

}  // namespace pram::perf
