#include <pram/detail/random/hash_family.hpp>

#include <cstdint>
#include <memory>
#include <string>

#include <pram/detail/missing_part.hpp>
#include "hashing/families.hpp"

/// The tool that is built first places cells by their arrays' own hashes: no family is linked.
namespace pram::detail {

std::unique_ptr<HashFunction> draw_hash(const Spec& family, std::uint64_t) { throw MissingPart(family.text); }
std::string family_text(const Spec& family) { throw MissingPart(family.text); }

}  // namespace pram::detail
