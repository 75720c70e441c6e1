#include "saved_links.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <system_error>
#include <utility>
#include <vector>

#include <pram/report/detail/picture/network_plan.hpp>
#include <pram/report/detail/run/bins.hpp>

namespace pram::perf {

namespace {

/// Whole numbers with blanks between them, equal neighbours as one: "0x17 3 1".
template <class Number>
class NumberText {
 public:
  void add(Number number) {
    if (times_ > 0 && number != number_) write();
    number_ = number;
    ++times_;
  }

  std::string str() && {
    if (times_ > 0) write();
    return std::move(text_);
  }

 private:
  void write() {
    if (!text_.empty()) text_ += ' ';
    text_ += std::to_string(number_);
    if (times_ > 1) text_ += 'x' + std::to_string(times_);
    times_ = 0;
  }

  std::string text_;
  Number number_ = 0;
  std::uint64_t times_ = 0;
};

std::string number_text(const auto& rows, auto of) {
  NumberText<std::uint64_t> text;
  for (const auto& row : rows) text.add(of(row));
  return std::move(text).str();
}

std::string grid_text(const HeatGrid& grid) {
  NumberText<std::uint64_t> text;
  for (std::size_t row = 0; row < grid.rows(); ++row) {
    for (std::size_t column = 0; column < grid.columns(); ++column)
      text.add(static_cast<std::uint64_t>(grid.at(column, row)));
  }
  return std::move(text).str();
}

/// The numbers of a text.
/// @param most  that there may be
std::vector<std::uint64_t> numbers(const Field& field, std::size_t most) {
  const auto text = field.as<std::string>();
  std::vector<std::uint64_t> found;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end; ++at) {
    std::uint64_t number = 0;
    std::uint64_t times = 1;
    std::from_chars_result read = std::from_chars(at, end, number);
    if (read.ec == std::errc() && read.ptr < end && *read.ptr == 'x') read = std::from_chars(read.ptr + 1, end, times);
    if (read.ec != std::errc() || (read.ptr < end && *read.ptr != ' ')) field.refuse("a text of whole numbers");
    if (times > most - found.size()) field.refuse(fmt::format("a text of at most {} numbers", most));
    found.insert(found.end(), times, number);
    at = read.ptr;
  }
  return found;
}

/// The same where there must be so many.
std::vector<std::uint64_t> numbers_of(const Field& field, std::size_t count) {
  std::vector<std::uint64_t> found = numbers(field, count);
  if (found.size() != count) field.refuse(fmt::format("a text of {} numbers", count));
  return found;
}

HeatGrid read_grid(const Field& field, const LinkUse& use) {
  HeatGrid grid(use.steps, use.links, most_time_columns, most_time_rows);
  const std::vector<std::uint64_t> cells = numbers_of(field, grid.columns() * grid.rows());
  const report::Bins across{use.steps, grid.columns()};
  const report::Bins down{use.links, grid.rows()};
  for (std::size_t k = 0; k < cells.size(); ++k)
    grid.add(across.first(k % grid.columns()), down.first(k / grid.columns()), static_cast<double>(cells[k]));
  return grid;
}

/// The same paths in a fifth of the room, for the script of a page: each visit as what it adds to the one before it of
/// the same message. A message goes on in its direction, at once, and crosses a link as fast as the one before.
Record visits_on(const MessageWays& ways) {
  using Text = NumberText<std::int64_t>;
  Text row;
  Text after;
  Text waits;
  Text takes;
  LinkVisit before;
  for (const LinkVisit& visit : ways.visits) {
    if (visit.message != before.message) before = {.message = visit.message};
    const auto add = [](Text& text, std::uint32_t now, std::uint32_t then) { text.add(std::int64_t{now} - then); };
    add(row, visit.row, before.row);
    add(after, visit.arrived, before.end);
    add(waits, visit.begin, visit.arrived);
    add(takes, visit.end, visit.begin);
    before = visit;
  }
  return {{"row_on", std::move(row).str()},
          {"after", std::move(after).str()},
          {"waits", std::move(waits).str()},
          {"takes", std::move(takes).str()}};
}

/// @param whole  false: as pages have them
Record messages_record(const MessageWays& ways, bool whole) {
  using Visit = LinkVisit;
  std::vector<std::uint32_t> links(ways.source.size());
  for (const Visit& visit : ways.visits) ++links[visit.message];
  const auto same = [](std::uint32_t number) { return number; };
  const auto visits = [&](std::uint32_t Visit::*of) {
    return number_text(ways.visits, [of](const Visit& visit) { return visit.*of; });
  };
  const auto merged = [&](std::uint32_t MessageWays::Merged::*of) {
    return number_text(ways.merged, [of](const MessageWays::Merged& one) { return one.*of; });
  };
  Record record = {{"source", number_text(ways.source, same)},
                   {"destination", number_text(ways.destination, same)},
                   {"links", number_text(links, same)}};
  const Record stays = whole ? Record{{"row", visits(&Visit::row)},
                                      {"arrived", visits(&Visit::arrived)},
                                      {"begin", visits(&Visit::begin)},
                                      {"end", visits(&Visit::end)}}
                             : visits_on(ways);
  record.insert(record.end(), stays.begin(), stays.end());
  record.emplace_back("merged_from", merged(&MessageWays::Merged::from));
  record.emplace_back("merged_into", merged(&MessageWays::Merged::into));
  record.emplace_back("merged_step", merged(&MessageWays::Merged::step));
  return record;
}

Record pieces_record(const PieceWays& ways) {
  using Visit = PieceWays::Visit;
  std::vector<std::uint32_t> links(ways.pieces);
  for (const Visit& visit : ways.visits) ++links[visit.piece];
  return {{"links", number_text(links, [](std::uint32_t number) { return number; })},
          {"row", number_text(ways.visits, [](const Visit& visit) { return visit.row; })},
          {"step", number_text(ways.visits, [](const Visit& visit) { return visit.step; })}};
}

/// Reads a column of numbers, each at most `most`, into a member of each row.
template <class Row>
void read_numbers(const Field& field, std::vector<Row>& rows, std::uint32_t Row::*member, std::uint64_t most) {
  const std::vector<std::uint64_t> column = numbers_of(field, rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (column[k] > most) field.refuse(fmt::format("a text of numbers from 0 to {}", most));
    rows[k].*member = static_cast<std::uint32_t>(column[k]);
  }
}

std::vector<std::uint32_t> narrowed(const std::vector<std::uint64_t>& wide, const Field& field) {
  std::vector<std::uint32_t> narrow;
  for (const std::uint64_t number : wide) {
    if (number > std::numeric_limits<std::uint32_t>::max()) field.refuse("a text of numbers of nodes");
    narrow.push_back(static_cast<std::uint32_t>(number));
  }
  return narrow;
}

MessageWays read_messages(const Field& record, const LinkUse& use) {
  MessageWays ways;
  const Field source = record.at("source");
  ways.source = narrowed(numbers(source, most_ways), source);
  const std::size_t count = ways.source.size();
  const Field destination = record.at("destination");
  ways.destination = narrowed(numbers_of(destination, count), destination);
  const std::vector<std::uint64_t> links = numbers_of(record.at("links"), count);
  for (std::uint32_t message = 0; message < count; ++message) {
    if (links[message] > most_ways - ways.visits.size()) record.at("links").refuse("a text of numbers of links");
    ways.visits.insert(ways.visits.end(), links[message], LinkVisit{.message = message});
  }
  const std::uint64_t last = use.links == 0 ? 0 : use.links - 1;
  read_numbers(record.at("row"), ways.visits, &LinkVisit::row, last);
  read_numbers(record.at("arrived"), ways.visits, &LinkVisit::arrived, use.steps);
  read_numbers(record.at("begin"), ways.visits, &LinkVisit::begin, use.steps);
  read_numbers(record.at("end"), ways.visits, &LinkVisit::end, use.steps);
  using Merged = MessageWays::Merged;
  ways.merged.resize(numbers(record.at("merged_from"), count).size());
  const std::uint64_t last_message = count == 0 ? 0 : count - 1;
  read_numbers(record.at("merged_from"), ways.merged, &Merged::from, last_message);
  read_numbers(record.at("merged_into"), ways.merged, &Merged::into, last_message);
  read_numbers(record.at("merged_step"), ways.merged, &Merged::step, use.steps);
  return ways;
}

PieceWays read_pieces(const Field& record, const LinkUse& use) {
  PieceWays ways;
  const Field counts = record.at("links");
  for (const std::uint64_t count : numbers(counts, most_ways)) {
    if (count > most_ways - ways.visits.size()) counts.refuse("a text of numbers of links");
    ways.visits.insert(ways.visits.end(), count, PieceWays::Visit{.piece = ways.pieces});
    ++ways.pieces;
  }
  read_numbers(record.at("row"), ways.visits, &PieceWays::Visit::row, use.links == 0 ? 0 : use.links - 1);
  read_numbers(record.at("step"), ways.visits, &PieceWays::Visit::step, use.steps == 0 ? 0 : use.steps - 1);
  return ways;
}

Record used_links(const LinkUse& use) {
  const bool network = !use.plan.links.empty();
  std::vector<const report::NetworkPlan::Link*> ends(use.busy.size());
  for (const report::NetworkPlan::Link& one : use.plan.links) ends[one.link] = &one;
  NumberText<std::uint64_t> link;
  NumberText<std::uint64_t> from;
  NumberText<std::uint64_t> to;
  NumberText<std::uint64_t> busy;
  for (std::size_t k = 0; k < use.busy.size(); ++k) {
    if (use.busy[k] == 0) continue;
    link.add(k);
    busy.add(use.busy[k]);
    from.add(network ? ends[k]->node : k);
    if (network) to.add(ends[k]->other);
  }
  return {{"link", std::move(link).str()},
          {"from", std::move(from).str()},
          {"to", network ? Value(std::move(to).str()) : Value()},
          {"busy", std::move(busy).str()}};
}

}  // namespace

Record links_record(const LinkUse& use, bool whole) {
  const bool listed = whole || use.links <= most_ways;
  return {{"steps", use.steps},
          {"links", listed ? Value(used_links(use)) : Value()},
          {"columns", std::uint64_t{use.over_time.columns()}},
          {"rows", std::uint64_t{use.over_time.rows()}},
          {"of", use.links},
          {"carried", grid_text(use.over_time)},
          {"waiting", use.waiting ? Value(grid_text(*use.waiting)) : Value()},
          {"messages", use.messages ? Value(messages_record(*use.messages, whole)) : Value()},
          {"pieces", use.pieces ? Value(pieces_record(*use.pieces)) : Value()}};
}

LinkUse read_links(const Field& record, const Topology* topology, std::size_t links) {
  LinkUse use;
  record.get("steps", use.steps).get("of", use.links);
  if (use.links > links) record.at("of").refuse("a number of links of the network");
  use.busy.resize(links);
  const Field used = record.at("links");
  const std::vector<std::uint64_t> number = numbers_of(used.at("link"), use.links);
  const std::vector<std::uint64_t> busy = numbers_of(used.at("busy"), use.links);
  for (std::size_t k = 0; k < number.size(); ++k) {
    if (number[k] >= links || busy[k] == 0 || (k > 0 && number[k] <= number[k - 1]))
      used.at("link").refuse("a text of links of the network, ascending, each of them busy");
    use.busy[number[k]] = busy[k];
  }
  use.over_time = read_grid(record.at("carried"), use);
  if (!record.at("waiting").is_null()) use.waiting = read_grid(record.at("waiting"), use);
  if (!record.at("messages").is_null()) use.messages = read_messages(record.at("messages"), use);
  // Files of earlier versions have none.
  if (const auto pieces = record.find("pieces"); pieces && !pieces->is_null()) use.pieces = read_pieces(*pieces, use);
  if (topology != nullptr) use.plan = network_plan(*topology, use.busy, use.steps);
  return use;
}

}  // namespace pram::perf
