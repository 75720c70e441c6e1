#include <pram/spec.hpp>

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

#include "thrown.hpp"

namespace pram {

namespace {

using testing::contains;
using testing::thrown;

using Texts = std::vector<std::string>;
using GivenOptions = std::vector<Spec::Option>;

struct Oven {
  enum class Heat { below, above, round } heat = Heat::below;
  std::uint32_t degrees = 200;
  double hours = 1.5;
  double weight = 1;
};

const OptionTable<Oven>& table() {
  static const OptionTable<Oven> made = OptionTable<Oven>("oven")
                                            .choice<&Oven::heat>("heat", {"below", "above", "round"})
                                            .number<&Oven::degrees>("degrees", 50, 300)
                                            .real<&Oven::hours>("hours")
                                            .real<&Oven::weight>("weight", true);
  return made;
}

ConfigError refused_spec(const std::string& text) {
  const auto error = thrown<ConfigError>([&] { static_cast<void>(table().read(text)); });
  CHECK(error.option == "oven");
  CHECK(error.value == text);
  CHECK(testing::is_one_line(error.what()));
  return error;
}

/// Nobody waits in it.
class Teleporter : public Network {
 public:
  explicit Teleporter(std::uint32_t components) : components_(components) {}
  std::string name() const override { return "teleporter"; }
  std::uint32_t components() const override { return components_; }
  std::uint64_t carry(const Traffic&) override { return ++phases; }
  double distinct_charge(std::uint64_t, std::uint32_t) const override { return 1; }

  std::uint64_t phases = 0;

 private:
  std::uint32_t components_;
};

}  // namespace

TEST_CASE("a spec is a name, values and options") {
  const Spec torus = "torus:8x8,ports=one,startup=3";
  CHECK(torus.text == "torus:8x8,ports=one,startup=3");
  CHECK(torus.name == "torus");
  CHECK(torus.values == Texts{"8x8"});
  CHECK(torus.options == GivenOptions{{"ports", "one"}, {"startup", "3"}});
  CHECK(torus.values_first);
  CHECK(Spec("product:ring:8,complete:4").values == Texts{"ring:8", "complete:4"});
  CHECK(Spec("combining:32,16,8,spread=modular").values == Texts{"32", "16", "8"});
  CHECK(Spec("torus,ports=one").name == "torus");
  CHECK(Spec("torus,ports=one").values.empty());
  CHECK(Spec("router").options.empty());
  CHECK_FALSE(Spec("torus:ports=one,8x8").values_first);
}

TEST_CASE("any text is a spec: what is wrong with it is for its part to say") {
  CHECK(Spec("").name.empty());
  CHECK(Spec(":x:y").name.empty());
  CHECK(Spec(":x:y").values == Texts{"x:y"});
  CHECK(Spec("router:").name == "router:");  // which nobody has
  CHECK(Spec("router,").name == "router,");
  CHECK(Spec("grid:4,").values == Texts{"4", ""});
  CHECK(Spec("grid:,4").values == Texts{"", "4"});
  CHECK(Spec("grid:=").options == GivenOptions{{"", ""}});
  CHECK(Spec("grid:a=b=c").options == GivenOptions{{"a", "b=c"}});
  CHECK_NOTHROW(Spec("ideal").refuse_arguments("network"));
  for (const char* const text : {"ideal:4", "ideal:a=b", "ideal::"}) {
    const auto error = thrown<ConfigError>([&] { Spec(text).refuse_arguments("network"); });
    CHECK(error.option == "network");
    CHECK(error.value == text);
    CHECK(contains(error.allowed, "ideal takes no arguments"));
  }
}

TEST_CASE("whole numbers") {
  CHECK(whole_number("0") == 0);
  CHECK(whole_number("0042") == 42);
  CHECK(whole_number("18446744073709551615") == ~std::uint64_t{0});
  CHECK(whole_number("99999999999999999999999") == ~std::uint64_t{0});
  for (const char* const text : {"", "-1", "+1", " 1", "1 ", "1.0", "1e3", "0x1", "x"}) CHECK(!whole_number(text));
}

TEST_CASE("real numbers") {
  CHECK(real_number("2") == 2);
  CHECK(real_number("-0.5") == -0.5);
  CHECK(real_number("1e-3") == 0.001);
  for (const char* const text : {"", "x", "+1", " 1", "1 ", "1,5", "0x1p3", "nan", "inf", "-inf", "1e999"})
    CHECK(!real_number(text));
}

TEST_CASE("options are read by their table, and written back where they differ from what holds without them") {
  const Oven hot = table().read("oven:3,degrees=250,heat=round");
  CHECK(hot.heat == Oven::Heat::round);
  CHECK(hot.degrees == 250);
  CHECK(table().text(hot) == ",heat=round,degrees=250");
  CHECK(table().text(table().read("oven")).empty());
  CHECK(table().text(table().read("oven:heat=below,degrees=200")).empty());
  const Oven slow = table().read("oven:hours=0.25,weight=1e-3,degrees=60", hot);
  CHECK(slow.heat == Oven::Heat::round);
  CHECK(slow.degrees == 60);
  CHECK(slow.hours == 0.25);
  CHECK(table().text(slow) == ",heat=round,degrees=60,hours=0.25,weight=0.001");
  CHECK(table().read("oven:hours=0").hours == 0);
  const Oven again = table().read("oven" + table().text(hot));
  CHECK(again.heat == hot.heat);
  CHECK(again.degrees == hot.degrees);
}

TEST_CASE("options that are wrong are refused with what is allowed") {
  CHECK(contains(refused_spec("oven:haet=round").allowed,
                 "options one of heat, degrees, hours, weight; did you mean heat?"));
  CHECK(contains(refused_spec("oven:heat=beside").allowed, "heat= with one of below, above, round"));
  CHECK(contains(refused_spec("oven:heat=").allowed, "heat= with one of"));
  for (const char* const number : {"49", "301", "", "-60", "x", "99999999999999999999"})
    CHECK(refused_spec(std::string("oven:degrees=") + number).allowed == "degrees= with a whole number from 50 to 300");
  for (const char* const number : {"", "x", "-1", "-0.1", "nan", "inf", "-inf", "1e999", "1 ", "0x1p3"}) {
    CHECK(refused_spec(std::string("oven:hours=") + number).allowed == "hours= with a number of at least 0");
    CHECK(refused_spec(std::string("oven:weight=") + number).allowed == "weight= with a number above 0");
  }
  for (const char* const number : {"0", "1e-10", "1e-320"})
    CHECK(refused_spec(std::string("oven:weight=") + number).allowed == "weight= with a number above 0");
  CHECK(refused_spec("oven:degrees=60,heat=round,degrees=60").allowed == "degrees= only once");
}

TEST_CASE("a machine takes its parts by name, as specs, or made") {
  const Spec router = "router:g=2,l=10";
  CHECK(Machine({.components = 4, .network = router}).options().network == "router:g=2,l=10");
  const auto teleporter = std::make_shared<Teleporter>(6);
  Machine machine({.network = teleporter, .access = access_protocols().make("combining:3,2", 6U)});
  CHECK(machine.options().components == 6);
  CHECK(machine.options().network == "teleporter");
  CHECK(machine.options().access == "combining:3,2");
  const auto cells = machine.array<int>(6, 1);
  machine.pardo(6, [&](Processor self) -> Task<> { co_await cells[5 - self.id()]; });
  CHECK(teleporter->phases > 0);
  const auto wrong = thrown<ConfigError>([&] { const Machine other({.components = 7, .network = teleporter}); });
  CHECK(wrong.option == "network");
  CHECK(wrong.value == "teleporter");
  CHECK(contains(wrong.allowed, "7"));
  CHECK(contains(wrong.allowed, "6"));
  const auto misfit = thrown<ConfigError>(
      [&] { const Machine other({.components = 8, .access = access_protocols().make("combining:3,2", 6U)}); });
  CHECK(misfit.option == "access");
  CHECK(misfit.value == "combining:3,2");
}

}  // namespace pram
