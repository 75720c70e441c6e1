#pragma once

#include <pram/programs/search.hpp>

namespace pram::programs::oracle {

/// Whether the tree is a 2-3 tree of the keys that are left, and what was found are keys of theirs.
bool is_dictionary(const DictionaryBatch& batch, const DictionaryAnswer& answer);

}  // namespace pram::programs::oracle
