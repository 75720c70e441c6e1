#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <pram/report/detail/file/file.hpp>
#include <pram/report/detail/picture/drawing.hpp>
#include <pram/report/detail/value/value.hpp>

namespace pram::report {

/// A picture of a view, which can be had as a file of its own, too.
struct Picture {
  std::string name;   ///< of its file, without the ending
  std::string label;  ///< what it shows, for readers that do not see it
  Drawing drawing;
};

/// A part of a page: a picture or a table with a text that says how to read it.
struct View {
  std::string name;                    ///< in the page's address; a word
  std::string title;                   ///< plain text
  std::string reading;                 ///< how to read it, plain text; "": no more than the title
  std::string markup;                  ///< HTML, in which all text from outside is escaped
  std::vector<Picture> pictures = {};  ///< all those in the markup
  std::string_view script = {};        ///< what the page's script has for it
};

/// Adds a picture to a view: to its markup, and to its pictures. A drawing that is a sentence gives the markup its
/// sentence, and no picture to be saved.
void show(View& view, Picture picture);

/// A view that is one picture of the same name; its title is what the picture shows. How to read it is left out where
/// the drawing is a sentence.
View picture_view(std::string name, std::string title, std::string reading, Drawing drawing);

/// A page of pictures and tables in one file, which loads nothing and can be read where scripts are blocked.
struct Page {
  std::string title;                   ///< plain text
  std::vector<std::string> sentences;  ///< what a reader should know first, plain text
  std::vector<View> views = {};
  Record data = {};              ///< data that the page's script reads, and saves as JSON
  std::string footer = {};       ///< plain text
  std::string data_json = {};    ///< the data where it is JSON already, and has no "<"; "": `data` is
  std::string_view style = {};   ///< what stands behind the style of all pages
  std::string_view script = {};  ///< the page's script; "": that of reports, and of their views
};

/// The page as a file. Equal pages have equal bytes.
std::string html_of(const Page& page);

/// The page with a report's tables as its last view. Its data and its footer are the report's.
Page with_tables(Page page, const Report& report);

/// The pictures of a page, each as a file of its own, NAME.svg.
std::vector<NamedFile> picture_files(const Page& page);

/// JSON that may stand within a script element: it has no "<".
std::string script_json(const Record& data);

/// A report's items and tables as text has them, each table with buttons that save it. Cells that are numbers have
/// their value for the page's script.
std::string tables_markup(const Report& report);

}  // namespace pram::report
