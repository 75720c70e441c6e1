#pragma once

#include <vector>

#include <pram/ledger.hpp>
#include <pram/report/detail/page.hpp>
#include <pram/report/file.hpp>

namespace pram::report {

/// The machine and what it had to carry: its components, and the links of its network if that has any. Needs a ledger
/// of LedgerDetail::profile.
View machine_view(const Ledger& ledger);

/// The pictures of machine_view(), each as a file of its own: components.svg, and links.svg and replies.svg.
std::vector<NamedFile> machine_pictures(const Ledger& ledger);

}  // namespace pram::report
