#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include <pram/bsp/collective_cost.hpp>
#include <pram/rule.hpp>

/// BSP programs as values: what each process does between two syncs. The machine and the reference run the same ones.
namespace pram::conformance::spmd {

/// What the elements of a coarray, and the values of a message, are: a word, less than a word, three words.
enum class Element : std::uint8_t { word, narrow, wide };
inline constexpr std::size_t elements = 3;

struct Triple {
  std::uint64_t first, second, third;
};

/// Calls visit.template operator()<T>() with the type of an element.
template <class Visit>
decltype(auto) with_element(Element element, const Visit& visit) {
  switch (element) {
    case Element::word: return visit.template operator()<std::uint64_t>();
    case Element::narrow: return visit.template operator()<std::int16_t>();
    default: return visit.template operator()<Triple>();
  }
}

/// A number as an element, and back. All three words of a wide one follow from the first.
template <class T>
T element_of(std::uint64_t number) {
  return static_cast<T>(number);
}
template <>
inline Triple element_of(std::uint64_t number) {
  return {number, number + 1, number * number};
}
template <class T>
std::uint64_t number_of(T element) {
  return static_cast<std::uint64_t>(element);
}
template <>
inline std::uint64_t number_of(Triple element) {
  const auto [a, b, c] = element;
  return b == a + 1 && c == a * a ? a : ~std::uint64_t{0};
}
std::uint64_t bytes_of(Element element);
/// The part of a number that an element holds.
std::uint64_t cut(Element element, std::uint64_t number);
/// Wide elements can be settled by no rule that combines or compares with what was there.
bool has_coarray(pram::Rule rule, Element element);

/// What a process asks for or does. Kinds below `raise` are mistakes.
struct Deed {
  enum class Kind : std::uint8_t {
    put,
    get,
    get_in_place,
    send,
    read,
    write,
    add,
    fetch_add,
    maximum,
    multiprefix,
    work,
    raise,
    stray_cell,    ///< outside a shared array
    stray_target,  ///< no such process
    stray_put,     ///< outside a block
    stray_get,
    unread,  ///< a future
  };
  Kind kind = Kind::work;
  Element element = Element::word;
  std::uint32_t group = 0;
  std::uint32_t target = 0;  ///< in the group; or which shared array
  std::uint64_t index = 0;
  std::uint64_t count = 1;
  std::uint64_t value = 0;  ///< element `index` gets value + index
  std::uint64_t tag = 0;

  bool shared() const { return kind >= Kind::read && kind <= Kind::multiprefix; }
  bool direct() const { return kind <= Kind::send || kind == Kind::stray_put || kind == Kind::stray_get; }
  bool replies() const { return kind == Kind::read || kind == Kind::fetch_add || kind == Kind::multiprefix; }
};

/// Up to and with one sync of a group.
struct Stretch {
  enum class Ending : std::uint8_t {
    sync,
    split,
    broadcast,
    reduce,
    all_reduce,
    scan,
    exclusive_scan,
    gather,
    all_gather,
    all_to_all
  };
  std::uint32_t group = 0;
  Ending ending = Ending::sync;
  std::string tag;                       ///< of a sync
  std::vector<std::vector<Deed>> deeds;  ///< by rank; none beyond the end
  std::vector<std::uint64_t> colours;    ///< split: by rank
  std::vector<std::uint32_t> parts;      ///< split: by rank, the group that it gets
  bsp::Algorithm algorithm = bsp::Algorithm::one_phase;
  std::uint64_t root = 0;
  std::uint64_t values = 0;  ///< of each process
  bool composes = false;     ///< combines by an operator that does not commute
  bool as_network = false;   ///< a collective chooses by the network's g and l, not by those below
  std::uint64_t flavour = 0;

  /// What the ledger calls the superstep.
  std::string ledger_tag() const;
  /// The values of a process in a collective.
  std::vector<std::uint64_t> values_of(std::uint64_t rank) const;
  /// In collectives whose blocks differ: values from one process for another.
  std::uint64_t count_for(std::uint64_t rank, std::uint64_t target) const;
  /// Whether a process looks into the group's queue of this element after the stretch.
  bool looks(std::uint64_t rank, std::size_t element) const;
  /// With which a collective takes the binary tree where it takes trees.
  static constexpr bsp::Parameters parameters = {1, 0};
};
/// a + b, or two affine functions of half words one after the other.
std::uint64_t combined(bool composes, std::uint64_t a, std::uint64_t b);

struct SpmdProgram {
  std::uint32_t processes = 1;
  std::vector<std::vector<std::uint32_t>> groups;  ///< their processes, ascending; first all of them
  std::vector<Stretch> stretches;                  ///< each process does those of its groups in this order
  struct Deserter {
    std::uint32_t process;
    std::size_t stretch;  ///< ends instead of this or any later one
  };
  std::optional<Deserter> deserter;

  std::vector<std::uint32_t> ranks_of(std::uint32_t process) const;  ///< per group; not in it: ~0
  std::vector<std::size_t> stretches_of(std::uint32_t process) const;
};

/// Source of a program: per stretch and process a list of random words. Whatever the words, the program is one that
/// the reference can judge; fewer and smaller words make a simpler program.
struct SpmdChoices {
  struct OfStretch {
    std::uint64_t word = 0;
    std::vector<std::vector<std::uint64_t>> processes;
  };
  std::uint64_t flavour = 0;
  std::vector<OfStretch> stretches;
};

/// A machine's shared arrays at the start, and the programs that it runs one after the other.
struct SpmdCase {
  pram::Rule rule = pram::Rule::arbitrary;
  std::uint32_t components = 1;
  std::uint32_t processes = 1;
  std::uint64_t seed = 1;
  std::vector<SpmdChoices> choices;

  /// The queues of a third of the cases have no names.
  const char* queue_name(std::size_t element) const;
  /// Elements of a process's block, in every group.
  std::uint64_t block_size(std::uint64_t rank) const { return 1 + seed % 4 + rank % 2; }
  std::array<std::vector<std::uint64_t>, 2> memory() const;
  SpmdProgram program(std::size_t number) const;
};
inline constexpr const char* array_names[] = {"few", "many"};
inline constexpr const char* coarray_names[] = {"words", "narrow", "wide"};
inline constexpr std::uint64_t spmd_marker = 4711;  ///< MachineOptions::collision_marker

std::ostream& operator<<(std::ostream& out, const SpmdCase& one);

}  // namespace pram::conformance::spmd
