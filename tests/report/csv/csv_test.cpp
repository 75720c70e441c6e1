#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <pram/report/detail/value/value.hpp>

using namespace pram::report;

namespace {

Table two_columns(const std::string& key, const std::vector<std::vector<Value>>& rows) {
  Table table{.key = key, .title = {}, .columns = {{"a", {}}, {"b.c", {}}}, .rows = {}};
  for (const std::vector<Value>& row : rows) table.rows.push_back({{row[0], "text"}, {row[1], "text"}});
  return table;
}

}  // namespace

TEST_CASE("CSV has a field in quotes where it has a comma, a quote or a line's end, and nowhere else") {
  Report report;
  report.data("plain", "a b;c'");
  report.data("comma", "a,b");
  report.data("quote", "\"a\" b");
  report.data("lines", "a\nb");
  report.data("return", "\r");
  report.data("empty", "");
  report.data("name, with a comma", 1);
  CHECK(csv_of(report) ==
        "version,plain,comma,quote,lines,return,empty,\"name, with a comma\"\n"
        "2,a b;c',\"a,b\",\"\"\"a\"\" b\",\"a\nb\",\"\r\",,1\n");
}

TEST_CASE("CSV has whole numbers in full, truth values as words, and nothing for null and what is not finite") {
  Report report;
  report.data("least", std::numeric_limits<std::int64_t>::min());
  report.data("most", std::numeric_limits<std::uint64_t>::max());
  report.data("half", 0.5);
  report.data("infinite", std::numeric_limits<double>::infinity());
  report.data("null", nullptr);
  report.data("yes", true);
  report.data("list", List{1, "b", false, nullptr, List{2, 3}});
  report.data("none", List{});
  report.json("hidden", 7);  // in JSON alone
  report.line("heading", "text alone");
  CHECK(csv_of(report) ==
        "version,least,most,half,infinite,null,yes,list\n"
        "2,-9223372036854775808,18446744073709551615,0.5,,,true,1;b;false;;2;3\n");
  CHECK(csv_of(Report()) == "version\n2\n");
}

TEST_CASE("CSV has a row for each record of a list, with the fields of the records around it") {
  Report report;
  report.data("of.all", "x");
  report.add(two_columns("rows", {{1, "p"}, {2, Value::Absent()}, {nullptr, "r,s"}}));
  CHECK(csv_of(report) == "version,of.all,a,b.c\n2,x,1,p\n2,x,2,\n2,x,,\"r,s\"\n");
  // Of two lists each row says which one it is of.
  report.add(two_columns("more,rows", {{3, 4}}));
  CHECK(csv_of(report) ==
        "list,version,of.all,a,b.c\n"
        "rows,2,x,1,p\nrows,2,x,2,\nrows,2,x,,\"r,s\"\n\"more,rows\",2,x,3,4\n");
}

TEST_CASE("columns of CSV have the names in the row of the outermost list, and the options of a machine their own") {
  Report report;
  report.data("machine", Record{{"components", 4}, {"network", "ring:4"}});
  report.data("costs.0.n", 8);
  report.data("costs.0.steps", Record{{"mean", 1.5}, {"error", 0}});
  report.data("costs.0.phases.0.steps", Record{{"mean", 1}});
  report.data("costs.0.phases.1.steps", Record{{"mean", 0.5}});
  report.data("costs.1.n", 16);
  report.data("inside.rows.0.x", 7);
  CHECK(csv_of(report) ==
        "list,version,components,network,n,steps.mean,steps.error,phases.steps.mean,x\n"
        "costs.phases,2,4,ring:4,8,1.5,0,1,\ncosts.phases,2,4,ring:4,8,1.5,0,0.5,\n"
        "costs,2,4,ring:4,16,,,,\ninside.rows,2,4,ring:4,,,,,7\n");
}

TEST_CASE("a field of a row of CSV has its path in the header where what it stands in has one of that name") {
  Report report;
  report.data("runs", 3);
  report.data("points", List{Record{{"h", 1}, {"runs", 2}}, Record{{"h", 2}}});
  CHECK(csv_of(report) == "version,runs,h,points.runs\n2,3,1,2\n2,3,2,\n");
}

TEST_CASE("CSV of a table whose rows are its lines has them alone, and its names where it has none") {
  for (const bool empty : {false, true}) {
    Report report;
    report.data("of all", "x");
    Table table = two_columns("rows", {{1, "p"}, {2, "q"}});
    table.lines_of_csv = Record{{"program", "a,b"}, {"n", 8}};
    if (empty) table.rows.clear();
    report.add(table);
    CHECK(csv_of(report) == std::string("program,n,a,b.c\n") + (empty ? "" : "\"a,b\",8,1,p\n\"a,b\",8,2,q\n"));
  }
}
