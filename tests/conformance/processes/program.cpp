#include "program.hpp"

#include <algorithm>
#include <map>
#include <ostream>

#include "../scripts/digits.hpp"

namespace pram::conformance::spmd {

namespace {

using Kind = Deed::Kind;
using Ending = Stretch::Ending;

constexpr std::size_t most_groups = 24;
constexpr std::uint64_t most_exchanging = 24;  // processes of a group that all send to all

bool one_at_a_time(Rule rule) { return rule == Rule::erew || rule == Rule::crew; }

/// Draws the stretches of a program one after the other.
class Drawing {
 public:
  Drawing(const SpmdCase& one, std::uint64_t flavour) : case_(one), sizes_(sizes(one)), flavour_(flavour) {
    program_.processes = one.processes;
    auto& all = program_.groups.emplace_back();
    for (std::uint32_t process = 0; process < one.processes; ++process) all.push_back(process);
  }

  static std::array<std::uint64_t, 2> sizes(const SpmdCase& one) {
    const auto memory = one.memory();
    return {memory[0].size(), memory[1].size()};
  }

  void add(const SpmdChoices::OfStretch& from) {
    Digits random(from.word);
    Stretch made;
    made.group = random.below(static_cast<std::uint32_t>(program_.groups.size()));
    made.flavour = mix(from.word);
    const std::vector<std::uint32_t> members = program_.groups[made.group];
    const std::uint32_t ending = random.below(20);
    made.tag = std::array{"", "even", "odd"}[random.below(3)];
    if (ending >= 9) made.ending = ending < 12 ? Ending::split : static_cast<Ending>(2 + ending - 12);
    if (made.ending == Ending::split && program_.groups.size() + 4 > most_groups) made.ending = Ending::sync;
    made.algorithm = static_cast<bsp::Algorithm>(random.below(4));
    made.root = random.below(static_cast<std::uint32_t>(members.size()));
    made.values = random.below(7);
    made.composes = random.below(2) == 1;
    made.as_network = random.below(2) == 1;
    if (members.size() > most_exchanging && made.ending > Ending::split && made.ending != Ending::gather) {
      made.algorithm = bsp::Algorithm::tree;
      if (made.ending >= Ending::all_gather) made.ending = Ending::gather;
    }
    for (std::size_t rank = 0; rank < std::min(members.size(), from.processes.size()); ++rank) {
      auto& deeds = made.deeds.emplace_back();
      for (const std::uint64_t word : from.processes[rank])
        deeds.push_back(draw(Digits(word), made.group, members[rank]));
    }
    enter(std::move(made), 1 + random.below(4));
  }

  /// What was asked of other groups than those that synced comes with a last sync of theirs.
  SpmdProgram end(bool finished) {
    for (std::uint32_t group = 0; finished && group < program_.groups.size(); ++group) {
      if (!pending_[group]) continue;
      Stretch last;
      last.group = group;
      last.tag = "last";
      enter(std::move(last), 1);
    }
    // Which groups are done in one round, and so what meets at a cell or which mistake comes first, depends on how many
    // supersteps their collectives take.
    for (Stretch& stretch : program_.stretches) stretch.as_network &= program_.groups.size() == 1;
    if (flavour_ / 2 % 8 == 7 && !program_.stretches.empty()) {
      program_.deserter = {static_cast<std::uint32_t>(mix(flavour_) % program_.processes),
                           mix(flavour_ + 1) % program_.stretches.size()};
    }
    return std::move(program_);
  }

 private:
  void enter(Stretch made, std::uint64_t colours) {
    for (const auto& deeds : made.deeds) {
      for (const Deed& deed : deeds) {
        if (deed.direct()) pending_[deed.group] = true;
      }
    }
    pending_[made.group] = false;
    ++deliveries_[made.group];
    if (made.ending == Ending::split) {
      std::map<std::uint64_t, std::vector<std::uint32_t>> parts;
      const std::vector<std::uint32_t> members = program_.groups[made.group];
      for (const std::uint32_t process : members) {
        made.colours.push_back(1000 - 7 * (mix(made.flavour ^ mix(process)) % colours));
        parts[made.colours.back()].push_back(process);
      }
      for (std::size_t rank = 0; rank < members.size(); ++rank) {
        const auto part = std::distance(parts.begin(), parts.find(made.colours[rank]));
        made.parts.push_back(static_cast<std::uint32_t>(program_.groups.size()) + static_cast<std::uint32_t>(part));
      }
      for (auto& [colour, part] : parts) program_.groups.push_back(std::move(part));
    }
    program_.stretches.push_back(std::move(made));
  }

  Deed draw(Digits random, std::uint32_t group, std::uint32_t process) {
    static constexpr Kind often[] = {Kind::put,  Kind::put,  Kind::put,  Kind::get,   Kind::get,   Kind::get_in_place,
                                     Kind::send, Kind::send, Kind::read, Kind::write, Kind::write, Kind::work};
    Deed made;
    // In half of the programs some deeds keep to no plan, and may so break the rule.
    const bool rogue = random.below(64) == 63 && flavour_ % 2 == 1;
    const bool fails = random.below(64) == 63 && flavour_ / 16 % 4 == 3;
    made.kind = often[random.below(std::size(often))];
    made.count = 1 + random.below(4);
    if (fails && random.below(1 + case_.processes / 16) == 0)
      made.kind = static_cast<Kind>(static_cast<std::uint32_t>(Kind::raise) + random.below(6));
    made.value = random.below(50);
    if (made.shared()) {
      draw_shared(made, random, process, rogue);
    } else if (made.kind == Kind::stray_cell || made.kind == Kind::unread) {
      made.target = random.below(2);
      made.index = made.kind == Kind::unread ? 0 : sizes_[made.target] + random.below(2);
    } else if (made.kind != Kind::work && made.kind != Kind::raise) {
      draw_direct(made, random, group, process, rogue);
    }
    return made;
  }

  void draw_direct(Deed& made, Digits& random, std::uint32_t group, std::uint32_t process, bool rogue) {
    std::vector<std::uint32_t> mine;
    for (std::uint32_t k = 0; k < program_.groups.size(); ++k) {
      if (std::ranges::binary_search(program_.groups[k], process)) mine.push_back(k);
    }
    made.group = random.below(4) == 3 ? mine[random.below(static_cast<std::uint32_t>(mine.size()))] : group;
    const auto& members = program_.groups[made.group];
    const auto count = static_cast<std::uint32_t>(members.size());
    const auto rank = static_cast<std::uint32_t>(std::ranges::lower_bound(members, process) - members.begin());
    made.element = static_cast<Element>(random.below(elements));
    if (made.kind != Kind::send && !has_coarray(case_.rule, made.element)) made.element = Element::word;
    made.target = random.below(count);
    const std::uint64_t delivery = mix(flavour_ ^ mix(made.group * 64 + deliveries_[made.group]));
    const bool puts = made.kind == Kind::put;
    if (puts && one_at_a_time(case_.rule) && !rogue)
      made.target =
          static_cast<std::uint32_t>((rank + mix(delivery + static_cast<std::uint64_t>(made.element))) % count);
    if (puts && case_.rule == Rule::common && !rogue)
      made.value = mix(delivery ^ mix(made.target * elements + static_cast<std::uint64_t>(made.element))) % 50;
    const std::uint64_t size = case_.block_size(made.target);
    made.index = random.below(static_cast<std::uint32_t>(size));
    made.tag = random.below(10);
    if (made.kind == Kind::send) {
      made.count = made.count == 4 ? random.below(20) : made.count - 1;
    } else {
      made.count = std::min(made.count, size - made.index);
    }
    if (made.kind == Kind::stray_target) made.target = count + random.below(2);
    if (made.kind == Kind::stray_put || made.kind == Kind::stray_get) made.index = size + random.below(3);
  }

  void draw_shared(Deed& made, Digits& random, std::uint32_t process, bool rogue) {
    made.target = random.below(2);
    const std::uint64_t size = sizes_[made.target];
    made.index = random.below(static_cast<std::uint32_t>(size));
    const std::uint64_t way = random.below(4);
    std::uint64_t plan = mix(flavour_ ^ mix(made.target * 1024 + made.index));
    const bool own = one_at_a_time(case_.rule) && (case_.rule == Rule::erew || made.target == 1);
    if (own && !rogue) {
      made.index = (process + mix(flavour_ + made.target)) % size;
      plan =
          mix(flavour_ ^ mix(made.target + 2 * (process + std::uint64_t{case_.processes} * program_.stretches.size())));
    }
    if (one_at_a_time(case_.rule) && !rogue) {  // a process does one thing to a cell, or all only read
      made.kind = own && plan % 2 == 0 ? Kind::write : Kind::read;
      plan /= 2;
    }
    if (made.kind == Kind::write) {
      switch ((rogue ? way : plan) % 4) {
        case 0: break;
        case 1: made.kind = way % 2 == 0 ? Kind::add : Kind::fetch_add; break;
        case 2: made.kind = Kind::maximum; break;
        default: made.kind = Kind::multiprefix;
      }
    }
    made.value += 1;
    if (made.kind == Kind::write && case_.rule == Rule::common && !rogue) made.value = 1 + plan % 50;
  }

  const SpmdCase& case_;
  std::array<std::uint64_t, 2> sizes_;
  std::uint64_t flavour_;
  SpmdProgram program_;
  std::array<bool, most_groups> pending_{};
  std::array<std::uint64_t, most_groups> deliveries_{};
};

}  // namespace

std::uint64_t bytes_of(Element element) {
  return with_element(element, []<class T>() { return std::uint64_t{sizeof(T)}; });
}

std::uint64_t cut(Element element, std::uint64_t number) {
  return with_element(element, [number]<class T>() { return number_of<T>(element_of<T>(number)); });
}

bool has_coarray(Rule rule, Element element) {
  return element != Element::wide || (rule < Rule::sum && rule != Rule::tolerant && rule != Rule::collision);
}

std::string Stretch::ledger_tag() const {
  static constexpr const char* names[] = {"",     "split", "broadcast", "reduce",     "all-reduce",
                                          "scan", "scan",  "gather",    "all-gather", "all-to-all"};
  return ending == Ending::sync ? tag : names[static_cast<std::size_t>(ending)];
}

std::vector<std::uint64_t> Stretch::values_of(std::uint64_t rank) const {
  std::vector<std::uint64_t> made;
  for (std::uint64_t k = 0; k < values; ++k) made.push_back(mix(flavour ^ mix(rank * 8 + k)));
  return made;
}

std::uint64_t Stretch::count_for(std::uint64_t rank, std::uint64_t target) const {
  const std::uint64_t random = mix(flavour ^ mix(rank * 1024 + (ending == Ending::all_to_all ? target : 1000)));
  return random % 4 == 0 ? 0 : random / 4 % (1 + values);
}

bool Stretch::looks(std::uint64_t rank, std::size_t element) const {
  return mix(flavour ^ mix(5000 + rank * elements + element)) % 8 != 0;
}

const char* SpmdCase::queue_name(std::size_t element) const { return seed % 3 == 0 ? "" : coarray_names[element]; }

std::uint64_t combined(bool composes, std::uint64_t a, std::uint64_t b) {
  if (!composes) return a + b;
  const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  const std::uint32_t slope = high(a) * high(b);
  const std::uint32_t offset = low(a) * high(b) + low(b);
  return std::uint64_t{slope} << 32 | offset;
}

std::vector<std::uint32_t> SpmdProgram::ranks_of(std::uint32_t process) const {
  std::vector<std::uint32_t> ranks;
  for (const auto& members : groups) {
    const auto found = std::ranges::lower_bound(members, process);
    const bool in = found != members.end() && *found == process;
    ranks.push_back(in ? static_cast<std::uint32_t>(found - members.begin()) : ~0U);
  }
  return ranks;
}

std::vector<std::size_t> SpmdProgram::stretches_of(std::uint32_t process) const {
  std::vector<std::size_t> mine;
  for (std::size_t k = 0; k < stretches.size(); ++k) {
    if (deserter && deserter->process == process && deserter->stretch <= k) break;
    if (std::ranges::binary_search(groups[stretches[k].group], process)) mine.push_back(k);
  }
  return mine;
}

std::array<std::vector<std::uint64_t>, 2> SpmdCase::memory() const {
  std::array<std::vector<std::uint64_t>, 2> words;
  const bool own = one_at_a_time(rule);  // every process needs cells of its own
  const std::uint64_t sizes[] = {own ? processes + 3U : 5U, own ? processes + 40U : 60U};
  for (std::size_t a = 0; a < 2; ++a)
    for (std::uint64_t i = 0; i < sizes[a]; ++i) words[a].push_back(100 * a + i);
  return words;
}

SpmdProgram SpmdCase::program(std::size_t number) const {
  const SpmdChoices& from = choices[number];
  Drawing drawing(*this, from.flavour);
  for (const auto& stretch : from.stretches) drawing.add(stretch);
  return drawing.end(from.flavour / 64 % 8 != 7);
}

namespace {

void print(std::ostream& out, const Deed& deed) {
  static constexpr const char* kinds[] = {"put",       "get",          "get in place", "send",         "read",
                                          "write",     "add",          "fetch_add",    "maximum",      "multiprefix",
                                          "work",      "raise",        "stray cell",   "stray target", "stray put",
                                          "stray get", "unread future"};
  out << kinds[static_cast<std::size_t>(deed.kind)];
  if (deed.direct() || deed.kind == Kind::stray_target) {
    out << ' ' << coarray_names[static_cast<std::size_t>(deed.element)] << " of " << deed.target << " in group "
        << deed.group;
    if (deed.kind != Kind::send) out << " [" << deed.index << ']';
    out << " x" << deed.count << " value " << deed.value << " tag " << deed.tag;
  } else if (deed.shared() || deed.kind == Kind::stray_cell) {
    out << ' ' << array_names[deed.target] << '[' << deed.index << "] " << deed.value;
  } else {
    out << ' ' << deed.value;
  }
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const SpmdCase& one) {
  static constexpr const char* endings[] = {"sync", "split",          "broadcast", "reduce",     "all_reduce",
                                            "scan", "exclusive_scan", "gather",    "all_gather", "all_to_all"};
  out << to_string(one.rule) << ", p = " << one.components << ", n = " << one.processes << ", seed " << one.seed;
  for (std::size_t number = 0; number < one.choices.size(); ++number) {
    const SpmdProgram program = one.program(number);
    out << "\nprogram " << number;
    if (program.deserter)
      out << ", process " << program.deserter->process << " ends before " << program.deserter->stretch;
    for (std::size_t k = 0; k < program.groups.size(); ++k) {
      out << "\n  group " << k << ':';
      for (const std::uint32_t process : program.groups[k]) out << ' ' << process;
    }
    for (std::size_t k = 0; k < program.stretches.size(); ++k) {
      const Stretch& stretch = program.stretches[k];
      out << "\n  stretch " << k << ": group " << stretch.group << ' '
          << endings[static_cast<std::size_t>(stretch.ending)];
      if (stretch.ending == Ending::sync) out << " \"" << stretch.tag << '"';
      if (stretch.ending > Ending::split)
        out << " of " << stretch.values << " values by algorithm " << static_cast<int>(stretch.algorithm) << ", root "
            << stretch.root << (stretch.as_network ? ", as the network asks" : "");
      for (std::size_t rank = 0; rank < stretch.deeds.size(); ++rank) {
        if (stretch.deeds[rank].empty()) continue;
        out << "\n    " << rank << ':';
        for (const Deed& deed : stretch.deeds[rank]) {
          out << "  ";
          print(out, deed);
          out << ';';
        }
      }
    }
  }
  return out;
}

}  // namespace pram::conformance::spmd
