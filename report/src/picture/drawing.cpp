#include <pram/report/detail/picture/drawing.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <pram/detail/printable.hpp>

namespace pram::report {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string coordinate(double x) {
  if (!std::isfinite(x)) return "0";
  std::string text = fmt::format("{:.2f}", x);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string box_outline(double x, double y, double width, double height) {
  const std::string across = coordinate(std::max(width, 0.0));
  return fmt::format("M{} {}h{}v{}h-{}z", coordinate(x), coordinate(y), across, coordinate(std::max(height, 0.0)),
                     across);
}

Drawing Drawing::sentence(double width, std::string_view text) {
  constexpr double line = 18;  // as in all drawings
  Drawing drawing(width, 2 * line);
  drawing.text("label", 4, line, text);
  drawing.said_ = text;
  return drawing;
}

Drawing& Drawing::about(std::string_view what, std::string_view value) {
  about_ = fmt::format(" data-{}=\"{}\"", what, escaped(value));
  return *this;
}

Drawing& Drawing::about_nothing() {
  about_.clear();
  return *this;
}

void Drawing::begin(std::string_view tag, std::string_view kind) {
  marks_ += fmt::format("<{} class=\"{}\"{}", tag, kind, about_);
}

void Drawing::end(std::string_view tag, std::string_view hint) {
  marks_ += hint.empty() ? "/>\n" : fmt::format("><title>{}</title></{}>\n", escaped(hint), tag);
}

void Drawing::rectangle(std::string_view kind, double x, double y, double width, double height, std::string_view hint) {
  begin("rect", kind);
  marks_ += fmt::format(" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", coordinate(x), coordinate(y),
                        coordinate(std::max(width, 0.0)), coordinate(std::max(height, 0.0)));
  end("rect", hint);
}

void Drawing::circle(std::string_view kind, double x, double y, double radius, std::string_view hint) {
  begin("circle", kind);
  marks_ += fmt::format(" cx=\"{}\" cy=\"{}\" r=\"{}\"", coordinate(x), coordinate(y), coordinate(radius));
  end("circle", hint);
}

void Drawing::line(std::string_view kind, double x1, double y1, double x2, double y2) {
  begin("line", kind);
  marks_ += fmt::format(" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", coordinate(x1), coordinate(y1), coordinate(x2),
                        coordinate(y2));
  end("line", {});
}

void Drawing::path(std::string_view kind, const std::vector<std::pair<double, double>>& points, std::string_view hint) {
  if (points.empty()) return;
  begin("path", kind);
  marks_ += " d=\"";
  for (std::size_t k = 0; k < points.size(); ++k)
    marks_ += fmt::format("{}{},{}", k == 0 ? "M" : "L", coordinate(points[k].first), coordinate(points[k].second));
  marks_ += '"';
  end("path", hint);
}

void Drawing::text(std::string_view kind, double x, double y, std::string_view text, Anchor anchor) {
  begin("text", kind);
  constexpr const char* anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
  marks_ += fmt::format(" x=\"{}\" y=\"{}\"{}>{}</text>\n", coordinate(x), coordinate(y),
                        anchors[static_cast<int>(anchor)], escaped(text));
}

std::size_t heat_level(double share) {
  if (!(share > 0)) return 0;
  const double level = std::min(share, 1.0) * (heat_levels - 1);
  return std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(level)));
}

void Drawing::heat(double share, double x, double y, double width, double height, std::string_view hint) {
  rectangle(fmt::format("heat h{}", heat_level(share)), x, y, width, height, hint);
}

void Drawing::area(std::string_view kind, std::string_view outline, std::string_view hint) {
  if (outline.empty()) return;
  begin("path", kind);
  marks_ += fmt::format(" d=\"{}\"", outline);
  end("path", hint);
}

void Drawing::heat_area(std::size_t level, std::string_view outline) { area(fmt::format("heat h{}", level), outline); }

void Drawing::heat_runs(std::size_t level, double x, double y, double cell_width, double cell_height,
                        std::string_view runs) {
  if (runs.empty()) return;
  begin("path", fmt::format("heat runs h{}", level));
  // A run is a line in the middle of its row, as broad as a row is high.
  marks_ += fmt::format(" transform=\"translate({} {}) scale({:.4g} {:.4g})\" d=\"{}\"", coordinate(x),
                        coordinate(y + cell_height / 2), cell_width, cell_height, runs);
  end("path", {});
}

void Drawing::heat_line(double share, double x1, double y1, double x2, double y2, std::string_view hint) {
  begin("line", fmt::format("heat h{}", heat_level(share)));
  marks_ += fmt::format(" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"", coordinate(x1), coordinate(y1), coordinate(x2),
                        coordinate(y2));
  end("line", hint);
}

std::string Drawing::element(std::string_view label) const {
  return fmt::format(
      "<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" aria-label=\"{2}\">\n{3}</svg>\n",
      coordinate(width_), coordinate(height_), escaped(label), marks_);
}

std::string Drawing::file(std::string_view label) const {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\">\n"
      "<title>{2}</title>\n<style>\n{3}</style>\n<rect class=\"ground\" width=\"{0}\" height=\"{1}\"/>\n{4}</svg>\n",
      coordinate(width_), coordinate(height_), escaped(label), drawing_style(), marks_);
}

}  // namespace pram::report
