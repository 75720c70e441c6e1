#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <pram/report/detail/page/page.hpp>
#include <pram/report/detail/picture/axis.hpp>
#include <pram/report/detail/picture/frame.hpp>
#include <pram/report/detail/run/bins.hpp>
#include "../../support.hpp"
#include "marks.hpp"

using namespace pram::report;
using pram::testing::Mark;
using pram::testing::marks;

TEST_CASE("pictures: whatever a name has, the drawing is XML and shows it") {
  const std::string hostile[] = {
      "</script><img onerror=alert(1)>", "a&b \"c\" 'd'", "]]>", "\x01\x7f\xff", "Grüße 東京", "--><!--", "<![CDATA["};
  Drawing drawing(100, 50);
  for (const std::string& name : hostile) {
    drawing.about("line", name).rectangle("needed", 0, 0, 10, 10, name);
    drawing.about_nothing().text("label", 1, 2, name);
  }
  const std::vector<Mark> found = marks(drawing, "text", "label");
  REQUIRE(found.size() == std::size(hostile));
  CHECK(found[0].text == hostile[0]);
  CHECK(found[1].text == hostile[1]);
  CHECK(found[3].text == "\\x01\\x7f\\xff");
  CHECK(found[4].text == hostile[4]);
  for (std::size_t k = 0; k < std::size(hostile); ++k) {
    const Mark rectangle = marks(drawing, "rect", "needed")[k];
    CHECK(rectangle.text == found[k].text);
    CHECK(rectangle.attributes.at("data-line") == found[k].text);
  }
  CHECK(drawing.element("a \"label\"").find("<img") == std::string::npos);
}

TEST_CASE("pictures: coordinates have two digits after the point, and no sign before nothing") {
  CHECK(coordinate(1) == "1");
  CHECK(coordinate(1.005) == "1");  // 1.00499… in binary
  CHECK(coordinate(10.126) == "10.13");
  CHECK(coordinate(100) == "100");
  CHECK(coordinate(-0.001) == "0");
  CHECK(coordinate(-2.5) == "-2.5");
  CHECK(coordinate(std::nan("")) == "0");
}

TEST_CASE("pictures: heat grows with the share, and what is there can be told from what is not") {
  Drawing drawing(100, 50);
  for (const double share : {0.0, 1e-9, 0.5, 1.0, 7.0, std::nan("")}) drawing.heat(share, 0, 0, 1, 1);
  std::vector<std::string> kinds;
  for (const Mark& mark : marks(drawing)) {
    if (mark.tag == "rect" && !mark.is("ground")) kinds.push_back(mark.attributes.at("class"));
  }
  CHECK(kinds == std::vector<std::string>{"heat h0", "heat h1", "heat h8", "heat h15", "heat h15", "heat h0"});
}

TEST_CASE("pictures: ticks are round, in order and on the axis") {
  std::mt19937_64 random(pram::testing::seed());
  for (int k = 0; k < 300; ++k) {
    const double largest = std::exp(std::uniform_real_distribution(-3.0, 40.0)(random));
    const auto most = std::uniform_int_distribution<std::size_t>(3, 12)(random);
    CAPTURE(largest);
    CAPTURE(most);
    const Axis linear = Axis::linear(largest, 200, 10);
    const std::vector<Axis::Tick> ticks = linear.ticks(most);
    CHECK(ticks.size() >= 2);
    CHECK(ticks.size() <= most);
    CHECK(ticks.front().value == 0);
    CHECK(ticks.back().value <= largest * (1 + 1e-6));
    // The step is 1, 2 or 5 times a power of ten.
    const double step = ticks[1].value;
    const double leading = step / std::pow(10, std::floor(std::log10(step) + 1e-9));
    CHECK((std::abs(leading - 1) < 1e-6 || std::abs(leading - 2) < 1e-6 || std::abs(leading - 5) < 1e-6));
    CHECK(linear.at(0) == 200);
    CHECK(linear.at(largest) == doctest::Approx(10));
    CHECK(linear.at(largest / 2) == doctest::Approx(105));

    const Axis logarithmic = Axis::logarithmic(1, 1 + largest, 0, 100);
    const std::vector<Axis::Tick> decades = logarithmic.ticks(most);
    CHECK(decades.size() <= most);
    CHECK(decades.front().value == 1);
    CHECK(logarithmic.last() >= 1 + largest);
    CHECK(logarithmic.last() <= 10 * (1 + largest) * (1 + 1e-9));
    const double middle = std::sqrt(logarithmic.last());
    CHECK(logarithmic.at(middle) == doctest::Approx(50));
  }
  CHECK(Axis::linear(0, 0, 10).at(0) == 0);
  CHECK(tick_label(0) == "0");
  CHECK(tick_label(1500) == "1.5k");
  CHECK(tick_label(1000) == "1k");
  CHECK(tick_label(999) == "999");
  CHECK(tick_label(2e7) == "20M");
  CHECK(tick_label(0.25) == "0.25");
}

TEST_CASE("pictures: a close axis is as long as its values need, with round ends and ticks") {
  std::mt19937_64 random(pram::testing::seed());
  const auto is_round = [](double value) {
    const double leading = value / std::pow(10, std::floor(std::log10(value) + 1e-9));
    return std::abs(leading - 1) < 1e-6 || std::abs(leading - 2) < 1e-6 || std::abs(leading - 5) < 1e-6;
  };
  for (int k = 0; k < 300; ++k) {
    const double smallest = std::exp(std::uniform_real_distribution(-3.0, 20.0)(random));
    const double largest = smallest * std::exp(std::uniform_real_distribution(0.0, 12.0)(random));
    const auto most = std::uniform_int_distribution<std::size_t>(3, 12)(random);
    CAPTURE(smallest);
    CAPTURE(largest);
    CAPTURE(most);
    const Axis axis = Axis::close(smallest, largest, 0, 100);
    CHECK(is_round(axis.first()));
    CHECK(is_round(axis.last()));
    CHECK(axis.first() <= smallest * (1 + 1e-6));
    CHECK(axis.first() * 2.5 > smallest * (1 - 1e-6));
    CHECK(axis.last() >= largest * (1 - 1e-6));
    CHECK(axis.last() <= 5.1 * std::max(largest, axis.first()));
    CHECK(axis.at(std::sqrt(axis.first() * axis.last())) == doctest::Approx(50));
    const std::vector<Axis::Tick> ticks = axis.ticks(most);
    CHECK(ticks.size() >= 2);
    CHECK(ticks.size() <= most);
    for (std::size_t t = 0; t < ticks.size(); ++t) {
      CHECK(is_round(ticks[t].value));
      CHECK(ticks[t].value >= axis.first() * (1 - 1e-6));
      CHECK(ticks[t].value <= axis.last() * (1 + 1e-6));
      if (t > 0) CHECK(ticks[t].value > ticks[t - 1].value);
    }
  }
  const Axis sizes = Axis::close(64, 512, 0, 100);
  CHECK(sizes.first() == doctest::Approx(50));
  CHECK(sizes.last() == doctest::Approx(1000));
  const Axis one = Axis::close(1, 1, 0, 100);
  CHECK(one.first() == doctest::Approx(1));
  CHECK(one.last() == doctest::Approx(2));
}

TEST_CASE("pictures: a legend shows lines as lines, dots as dots and areas as squares") {
  Drawing drawing(900, 60);
  draw_legend(drawing,
              {{"phase1 dot", "measured"},
               {"curve", "fitted"},
               {"prediction", "claimed"},
               {"bound", "at least"},
               {"prediction stroke", "by formula"},
               {"needed", "needed"}},
              10, 890, 20);
  CHECK(marks(drawing, "circle", "phase1").size() == 1);
  for (const char* const line : {"curve swatch", "prediction swatch", "bound swatch"})
    CHECK(marks(drawing, "path", line).size() == 1);
  REQUIRE(marks(drawing, "rect", "prediction").size() == 1);
  CHECK(marks(drawing, "rect", "prediction").front().number("width") < 4);
  REQUIRE(marks(drawing, "rect", "needed").size() == 1);
  CHECK(marks(drawing, "rect", "needed").front().number("width") > 8);
  CHECK(marks(drawing, "text", "label").size() == 6);
}

TEST_CASE("pages: where there is nothing to draw there is a sentence, and no picture to be saved") {
  const View empty =
      picture_view("charge", "Charge", "How to read it.", Drawing::sentence(100, "Nothing was <charged>."));
  CHECK(empty.pictures.empty());
  CHECK(empty.reading.empty());
  CHECK(empty.markup == "<p>Nothing was &lt;charged&gt;.</p>\n");
  Drawing drawing(100, 50);
  drawing.rectangle("needed", 0, 0, 10, 10);
  const View drawn = picture_view("charge", "Charge", "How to read it.", drawing);
  CHECK(drawn.pictures.size() == 1);
  CHECK(drawn.reading == "How to read it.");
  CHECK(picture_files({.title = "", .sentences = {}, .views = {empty, drawn}}).size() == 1);
}

TEST_CASE("pictures: the scale of heat says where it begins and where it ends") {
  Drawing drawing(400, 40);
  draw_heat_scale(drawing, 10, 0, "0", "12 messages", "received");
  const std::vector<Mark> ends = marks(drawing, "text", "label");
  REQUIRE(ends.size() == 2);
  CHECK(ends[0].text == "0");
  CHECK(ends[1].text == "12 messages");
  CHECK(ends[1].attributes.at("data-scale") == "received");
  std::vector<Mark> colours = marks(drawing);
  std::erase_if(colours, [](const Mark& mark) { return mark.tag != "path"; });
  REQUIRE(colours.size() > 4);
  CHECK(colours.front().is("heat h0"));
  CHECK(colours.back().is("heat h15"));
}

TEST_CASE("pictures: every entry stands in one bin, in order") {
  std::mt19937_64 random(pram::testing::seed());
  for (int k = 0; k < 200; ++k) {
    const auto entries = std::uniform_int_distribution<std::size_t>(1, 5000)(random);
    const Bins bins = Bins::of(entries, std::uniform_int_distribution<std::size_t>(1, 900)(random));
    CAPTURE(entries);
    CAPTURE(bins.bins);
    CHECK(bins.first(0) == 0);
    CHECK(bins.first(bins.bins) == entries);
    for (std::size_t bin = 0; bin < bins.bins; ++bin) {
      REQUIRE(bins.first(bin) < bins.first(bin + 1));
      REQUIRE(bins.bin_of(bins.first(bin)) == bin);
      REQUIRE(bins.bin_of(bins.first(bin + 1) - 1) == bin);
    }
  }
}

TEST_CASE("pictures: names of a legend do not run into each other") {
  Drawing drawing(400, 200);
  std::vector<std::pair<std::string, std::string>> entries;
  for (int k = 0; k < 9; ++k)
    entries.emplace_back("needed",
                         "a name of " + std::to_string(k) + std::string(3 * static_cast<std::size_t>(k), 'w'));
  CHECK(draw_legend(drawing, entries, 10, 390, 20) > 1);
  const std::vector<Mark> texts = marks(drawing, "text", "label");
  REQUIRE(texts.size() == entries.size());
  for (std::size_t k = 0; k + 1 < texts.size(); ++k) {
    CHECK(texts[k].number("x") + text_width(texts[k].text) <= 390);
    if (texts[k].number("y") == texts[k + 1].number("y"))
      CHECK(texts[k].number("x") + text_width(texts[k].text) < texts[k + 1].number("x"));
  }
}
