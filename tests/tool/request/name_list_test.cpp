#include "request/name_list.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include <pram/error.hpp>
#include "options/machine.hpp"

namespace pram::tool {

namespace {

using Entries = std::vector<std::string>;

Entries entries_in(std::string_view list) { return split_names(list, {"router", "torus", "combining", "direct"}); }

Entries texts_of(const std::vector<Spec>& specs) {
  Entries texts;
  for (const Spec& spec : specs) texts.push_back(spec.text);
  return texts;
}

Machine machine_on(const char* network, const char* access, bool listed = true) {
  MachineOptions options;
  options.components = 16;
  return machine_at(network, access, options, listed);
}

}  // namespace

TEST_CASE(
    "a comma starts an entry where a known name follows, or a word near to one, and a semicolon always starts one") {
  CHECK(entries_in("torus:64x64,ports=one,router") == Entries{"torus:64x64,ports=one", "router"});
  CHECK(entries_in("combining:32,16,8,direct") == Entries{"combining:32,16,8", "direct"});
  CHECK(entries_in("router,rooter:g=2") == Entries{"router", "rooter:g=2"});  // so that the error names that entry
  CHECK(entries_in("router,colour=torus") == Entries{"router,colour=torus"});
  CHECK(entries_in("unheard,of") == Entries{"unheard,of"});
  CHECK(entries_in("router,") == Entries{"router,"});
  CHECK(entries_in("") == Entries{""});
  CHECK(entries_in("router,torus;direct") == Entries{"router,torus", "direct"});
  CHECK(entries_in("unheard;of;") == Entries{"unheard", "of"});
  CHECK(entries_in("router;;direct") == Entries{"router", "", "direct"});
  CHECK(entries_in(";") == Entries{""});
}

TEST_CASE("networks and protocols that are compared come in the order given, each once, or are the usual ones") {
  CHECK(texts_of(compared_networks({})) == Entries{"ideal", "router"});
  CHECK(texts_of(compared_protocols({})) == Entries{"direct", "combining"});
  Options options;
  for (const char* const list : {"torus:8x8,ports=one,ideal", "ideal,router:g=2,torus:8x8"})
    options.set(option::networks, list);
  options.set(option::protocols, "combining:8,8,direct");
  CHECK(texts_of(compared_networks(options)) == Entries{"torus:8x8,ports=one", "ideal", "router:g=2", "torus:8x8"});
  CHECK(texts_of(compared_protocols(options)) == Entries{"combining:8,8", "direct"});
}

TEST_CASE("a machine of a list names the option of the list where its network is wrong") {
  const Machine machine = machine_on("torus:4x4", "combining:4,4");
  CHECK(machine.options().network.text() == "torus:4x4");
  CHECK(machine.options().ledger == LedgerDetail::totals);
  CHECK_THROWS_WITH_AS(machine_on("routr", "direct"), doctest::Contains("--networks = 'routr' is not allowed: one of "),
                       ConfigError);
  CHECK_THROWS_WITH_AS(machine_on("routr", "direct", false), doctest::Contains("did you mean router?"), ConfigError);
  CHECK_THROWS_WITH_AS(machine_on("router", "dirct"), doctest::Contains("access = 'dirct' is not allowed: one of "),
                       ConfigError);
}

}  // namespace pram::tool
