#include "what_if_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include <pram/report/detail/picture/drawing.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>
#include "profile/lines/lines.hpp"

namespace pram::report {

View what_if_view(const Ledger& ledger, std::string_view comparison) {
  View view{
      "what-if", "What if",
      "The forward charge of each line, and what as many requests for distinct addresses, hashed on their own and "
      "sent directly, are charged on average. The difference is an upper bound of what less contention, or another "
      "access protocol, can gain. It is negative where the network merges requests for one cell, so that they cost "
      "less.",
      ""};
  if (!ledger.has_profile()) {
    view.markup = "<p>The ledger was not kept as a profile: the forward charge of single lines is not known.</p>\n";
    return view;
  }
  std::vector<LineTotal> lines = ledger.lines();
  if (lines.empty()) {
    view.markup = "<p>No line of the program made a request.</p>\n";
    return view;
  }
  std::ranges::stable_sort(lines, std::ranges::greater{}, &LineTotal::avoidable_charge);
  const auto whole = static_cast<double>(ledger.total_charge());
  const auto share = [whole](const LineTotal& line) { return percentage(line.avoidable_charge(), whole); };
  Fields<LineTotal> fields;
  fields
      .add(
          "line", "line", [](const LineTotal& line) { return place_text(line.where); },
          [](const std::string& text) { return printable(text); })
      .add("array", "array", &LineTotal::array, [](const std::string& text) { return printable(text); })
      .add("operation", "operation", &LineTotal::operation, [](const std::string& text) { return printable(text); })
      .add("forward", "charge forward", &LineTotal::charge_forward, decimal)
      .add("distinct", "with distinct addresses", &LineTotal::distinct_charge, decimal)
      .add("avoidable", "spared at most", &LineTotal::avoidable_charge,
           [](double charge) { return charge < 0 ? "-" + decimal(-charge) : decimal(charge); })
      .text("of the whole charge",
            [share](const LineTotal& line) { return line.avoidable_charge() > 0 ? share(line) : ""; });
  Report report;
  report.add(fields.table("", "Lines by avoidable charge", lines));
  view.markup = tables_markup(report);
  if (!comparison.empty()) {
    view.markup += fmt::format(
        "<p>The page of a comparison has what each line gains in fact. With the input and the other options of this "
        "run: "
        "<code>{}</code></p>\n",
        escaped(comparison));
  }
  return view;
}

}  // namespace pram::report
