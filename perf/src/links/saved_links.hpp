#pragma once

#include <string>

#include <pram/machines/topology.hpp>
#include <pram/perf/link_use.hpp>
#include <pram/report/detail/value/field.hpp>

namespace pram::perf {

/// What links did, as JSON has it: {steps, links: {link, from, to, busy}, columns, rows, of, carried, waiting,
/// messages: {source, destination, links, row, arrived, begin, end, merged_from, merged_into, merged_step}, pieces:
/// {links, row, step}}. Lists are texts of whole numbers with blanks between them; "0x17" is 17 times 0.
/// @param whole  false: as a page has it, without `links` where they are many, and with row_on, after, waits and takes
///               in place of row, arrived, begin and end
Record links_record(const LinkUse& use, bool whole = true);

/// The same read again.
/// @param topology  null: senders count as links, and there is no picture of the network
/// @param links     numbers of links that there may be
/// @throws Error that names the field
LinkUse read_links(const Field& record, const Topology* topology, std::size_t links);

}  // namespace pram::perf
