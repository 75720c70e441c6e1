#include <pram/report/detail/run/lint.hpp>

#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::report {

void add_lints(Report& report, const std::vector<Lint>& lints) {
  if (lints.empty()) return;
  Fields<Lint> fields;
  fields.data("name", &Lint::name).data("text", &Lint::text).data("share", &Lint::share);
  report.json("lints", fields.records(lints));
  report.section("Lints");
  for (const Lint& lint : lints) report.line(printable(lint.name), printable(lint.text));
}

}  // namespace pram::report
