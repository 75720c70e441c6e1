#include <fmt/format.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include <pram/report/detail/page/page.hpp>
#include <pram/report/detail/picture/drawing.hpp>
#include <pram/spec.hpp>

namespace pram::report {

namespace {

/// What a column of text sorts by: the number itself, where text has it rounded.
std::string sort_value(const Value& value) {
  return std::visit(
      [](const auto& is) -> std::string {
        using Is = std::decay_t<decltype(is)>;
        if constexpr (std::is_same_v<Is, double>) {
          return fmt::format(" data-value=\"{:.10g}\"", is);  // as many digits as distinguish rows
        } else if constexpr (std::is_same_v<Is, std::int64_t> || std::is_same_v<Is, std::uint64_t>) {
          return fmt::format(" data-value=\"{}\"", is);
        } else {
          return {};
        }
      },
      value.is);
}

std::string_view number_class(const Column& column) { return column.align == Align::right ? " class=\"number\"" : ""; }

/// Numbers stand at the right by the page's style, other cells as their column does.
std::string cell_attributes(const Column& column, const Value& value) {
  const std::string number = sort_value(value);
  return number.empty() ? std::string(number_class(column)) : number;
}

/// In one line. A word that is parted between two lines, as "super-" and "steps", is whole again.
std::string heading_text(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool breaks = c == '\n';
    if (breaks && line.ends_with('-')) {
      line.pop_back();
    } else {
      line += breaks ? ' ' : c;
    }
  }
  return line;
}

/// HTML of a report, part after part.
class Markup {
 public:
  void operator()(const Item& item) {
    if (item.heading.empty() && item.text.empty()) return;
    if (!in_list_) out_ += "<dl>\n";
    in_list_ = true;
    if (!item.heading.empty()) out_ += fmt::format("<dt>{}</dt>", escaped(item.heading));
    out_ += fmt::format("<dd>{}</dd>\n", escaped(item.text));
  }

  void operator()(const Table& table) {
    std::string head;
    for (const Column& column : table.columns) {
      if (!column.heading) continue;
      head += fmt::format("<th{}>{}</th>", number_class(column), escaped(heading_text(*column.heading)));
    }
    if (head.empty()) return;
    end_list();
    out_ += fmt::format(
        "<figure class=\"table\">\n<figcaption>{}</figcaption>\n<div class=\"wide\"><table>\n"
        "<thead><tr>{}</tr></thead>\n<tbody>\n",
        escaped(heading_text(table.title)), head);
    for (const std::vector<Entry>& row : table.rows) {
      out_ += "<tr>\n";  // cells and rows end where the next begins
      for (std::size_t k = 0; k < row.size(); ++k) {
        if (!table.columns[k].heading) continue;
        out_ += fmt::format("<td{}>{}", cell_attributes(table.columns[k], row[k].value), escaped(row[k].text));
      }
    }
    out_ += "</tbody></table></div>\n";
    if (!table.footnote.empty()) out_ += fmt::format("<p>{}</p>\n", escaped(table.footnote));
    out_ += "</figure>\n";
  }

  void operator()(const Paragraph& paragraph) {
    end_list();
    out_ += fmt::format("<p>{}</p>\n", escaped(paragraph.text));
  }

  void operator()(const Listing& listing) {
    end_list();
    std::string lines;  // each escaped by itself: a line break is no part of one
    std::string_view text = listing.text;
    for (std::string_view line; take_line(text, line);) lines += escaped(line) + '\n';
    out_ += "<pre>" + lines + "</pre>\n";
  }

  void operator()(const Section& section) {
    end_list();
    if (!section.title.empty()) out_ += fmt::format("<h3>{}</h3>\n", escaped(section.title));
  }

  std::string str() && {
    end_list();
    return std::move(out_);
  }

 private:
  void end_list() {
    if (in_list_) out_ += "</dl>\n";
    in_list_ = false;
  }

  std::string out_;
  bool in_list_ = false;
};

}  // namespace

std::string tables_markup(const Report& report) {
  Markup markup;
  for (const auto& part : report.parts) std::visit(markup, part);
  return std::move(markup).str();
}

}  // namespace pram::report
