#include <pram/report/detail/page/page.hpp>

#include <fmt/format.h>

#include <set>
#include <utility>

#include <pram/report/detail/picture/drawing.hpp>
#include "embedded.hpp"

namespace pram::report {

namespace {

// The browser itself then refuses the network, whatever stands in the page.
constexpr const char* policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'";

std::string contents(const std::vector<View>& views) {
  std::string links;
  for (const View& view : views)
    links += fmt::format("<a href=\"#{}\">{}</a>\n", escaped(view.name), escaped(view.title));
  return "<nav aria-label=\"Views\">\n" + links + "</nav>\n";
}

/// A name that leads nowhere else, and that no other picture of the page has: parts of it may be from outside.
std::string file_name(const std::string& picture, std::set<std::string>& taken) {
  constexpr std::string_view kept = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  constexpr std::size_t longest = 100;
  std::string stem = picture.empty() ? "picture" : picture.substr(0, longest);
  for (char& c : stem) {
    if (kept.find(c) == std::string_view::npos) c = '-';
  }
  std::string name = stem;
  for (int number = 2; !taken.insert(name).second; ++number) name = fmt::format("{}-{}", stem, number);
  return name + ".svg";
}

std::string section(const View& view) {
  std::string out = fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n", escaped(view.name), escaped(view.title));
  if (!view.reading.empty()) out += fmt::format("<p class=\"reading\">{}</p>\n", escaped(view.reading));
  return out + view.markup + "</section>\n";
}

/// The script of pages of reports has what its views need, and no more.
std::string script_of(const Page& page) {
  if (!page.script.empty()) return std::string(page.script);
  std::string script(page_script());
  for (const View& view : page.views) script += view.script;
  return script.append(begin_script());
}

}  // namespace

void show(View& view, Picture picture) {
  if (!picture.drawing.said().empty()) {
    view.markup += fmt::format("<p>{}</p>\n", escaped(picture.drawing.said()));
    return;
  }
  view.markup += "<div class=\"wide\">" + picture.drawing.element(picture.label) + "</div>\n";
  view.pictures.push_back(std::move(picture));
}

View picture_view(std::string name, std::string title, std::string reading, Drawing drawing) {
  View view{name, title, drawing.said().empty() ? std::move(reading) : "", ""};
  show(view, {std::move(name), std::move(title), std::move(drawing)});
  return view;
}

std::vector<NamedFile> picture_files(const Page& page) {
  std::vector<NamedFile> files;
  std::set<std::string> taken;
  for (const View& view : page.views) {
    for (const Picture& picture : view.pictures)
      files.push_back({file_name(picture.name, taken), picture.drawing.file(picture.label)});
  }
  return files;
}

std::string script_json(const Record& data) {
  std::string out;
  bool indented = false;  // a line break of JSON is none of a text, and what follows it is its indent
  for (const char c : json_of(data)) {
    indented = c == '\n' || (indented && c == ' ');
    if (indented) continue;
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

std::string html_of(const Page& page) {
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n"
      "<style>\n{}{}{}</style>\n</head>\n<body>\n<header>\n<h1>{}</h1>\n",
      policy, escaped(page.title), drawing_style(), page_style(), page.style, escaped(page.title));
  for (const std::string& sentence : page.sentences) out += fmt::format("<p>{}</p>\n", escaped(sentence));
  out += "</header>\n";
  if (page.views.size() > 1) out += contents(page.views);
  out += "<main>\n";
  for (const View& view : page.views) out += section(view);
  out += "</main>\n";
  if (!page.footer.empty()) out += fmt::format("<footer>{}</footer>\n", escaped(page.footer));
  out += "<script type=\"application/json\" id=\"page-data\">\n" +
         (page.data_json.empty() ? script_json(page.data) : page.data_json) + "</script>\n";
  out += fmt::format("<script>\n{}</script>\n</body>\n</html>\n", script_of(page));
  return out;
}

}  // namespace pram::report
