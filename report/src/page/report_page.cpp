#include <pram/report/detail/page/profile_page.hpp>

#include <string>
#include <utility>
#include <variant>

#include <pram/report/detail/page/page.hpp>

namespace pram::report {

Page with_tables(Page page, const Report& report) {
  page.views.push_back({"data", "Data", "", tables_markup(report)});
  page.data = document(report);
  page.footer = report.closing;
  return page;
}

std::string report_page(const Report& report) {
  Page page;
  page.title = "Report";
  Report rest;
  bool titled = false;
  for (const auto& part : report.parts) {
    const auto* paragraph = std::get_if<Paragraph>(&part);
    if (!titled && paragraph != nullptr) {
      page.title = paragraph->text;
      titled = true;
    } else {
      rest.parts.push_back(part);
    }
  }
  page.views.push_back({"data", "Data", "", tables_markup(rest)});
  page.data = document(report);
  page.footer = report.closing;
  return html_of(page);
}

}  // namespace pram::report
