#include "algorithms.hpp"

#include <bit>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <pram/error.hpp>
#include <pram/registry.hpp>
#include <pram/spec.hpp>

namespace pram::bsp {

namespace detail {

namespace {

/// In the order of Kind.
constexpr const char* kind_names[] = {"broadcast", "reduce",     "all-reduce", "scan",
                                      "gather",    "all-gather", "all-to-all"};

constexpr unsigned bit(Kind kind) { return 1U << static_cast<unsigned>(kind); }
constexpr unsigned broadcasts = bit(Kind::broadcast);
constexpr unsigned reduces = bit(Kind::reduce);
constexpr unsigned all_reduces = bit(Kind::all_reduce);
constexpr unsigned scans = bit(Kind::scan);
constexpr unsigned gathers = bit(Kind::gather);
constexpr unsigned all_gathers = bit(Kind::all_gather);
constexpr unsigned exchanges = bit(Kind::all_to_all);
constexpr unsigned values_of_all = broadcasts | reduces | all_reduces | scans;
constexpr unsigned all_kinds = values_of_all | gathers | all_gathers | exchanges;

struct AlgorithmRow {
  const char* name;
  const char* other_name;  ///< as the collectives of arrays call it
  unsigned collectives;    ///< that have it
  unsigned reorders;       ///< of these: those that combine in another order than that of the processes
  unsigned powers_of_two;  ///< of these: those that ask for 2^n processes
};

/// In the order of Algorithm.
constexpr AlgorithmRow rows[] = {
    {"best", "", all_kinds, 0, 0},
    {"one-phase", "direct", all_kinds, 0, 0},
    {"two-phase", "scatter-all-gather", values_of_all, 0, 0},
    {"tree", "", values_of_all, 0, 0},
    {"auto", "", all_kinds, 0, 0},
    {"binomial", "", broadcasts | reduces | gathers, 0, 0},
    {"doubling", "recursive-doubling", broadcasts | all_reduces | scans | all_gathers, 0, all_gathers},
    {"bine", "", broadcasts | reduces, reduces, broadcasts | reduces},
    {"ring", "", broadcasts | reduces | all_reduces | all_gathers, reduces | all_reduces, 0},
    {"chain", "", scans, 0, 0},
    {"rabenseifner", "", all_reduces, 0, 0},
    {"swing", "", all_reduces, all_reduces, all_reduces},
    {"circulant", "", broadcasts | reduces | all_reduces | all_gathers, reduces | all_reduces, 0},
    {"two-sweeps", "", scans, 0, 0},
    {"bruck", "", exchanges, 0, 0},
};

/// Processes that schedules can count.
constexpr std::uint64_t most_processes = std::uint64_t{1} << 31;

const AlgorithmRow& row_of(Algorithm algorithm) { return rows[static_cast<std::size_t>(algorithm)]; }

std::string full_name(const AlgorithmChoice& choice) {
  const std::string_view collective = choice.collective();
  return collective.empty() ? to_string(choice.algorithm())
                            : fmt::format("{}-{}", collective, to_string(choice.algorithm()));
}

/// @throws ConfigError with the known names, and those that are near with a collective in front
[[noreturn]] void refuse_name(std::string_view name) {
  std::vector<std::string> known;
  std::vector<std::string> others;
  for (const AlgorithmRow& row : rows) {
    known.emplace_back(row.name);
    if (*row.other_name != '\0') others.emplace_back(row.other_name);
    for (std::size_t kind = 0; kind < std::size(kind_names); ++kind) {
      if ((row.collectives & 1U << kind) != 0) others.push_back(fmt::format("{}-{}", kind_names[kind], row.name));
    }
  }
  throw ConfigError("algorithm", std::string(name), allowed_names(name, known, others));
}

}  // namespace

const char* name_of(Kind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

bool fits(Algorithm algorithm, const Operands& operands) {
  const AlgorithmRow& row = row_of(algorithm);
  const unsigned kind = bit(operands.kind);
  if ((row.collectives & kind) == 0) return false;
  if (algorithm > Algorithm::automatic && operands.processes > most_processes) return false;
  if ((row.reorders & kind) != 0 && !operands.commutes) return false;
  return (row.powers_of_two & kind) == 0 || std::has_single_bit(operands.processes);
}

void check_algorithm(const AlgorithmChoice& choice, const Operands& operands) {
  const char* const name = name_of(operands.kind);
  const bool of_another = !choice.collective().empty() && choice.collective() != name;
  if (!of_another && fits(choice.algorithm(), operands)) return;
  const AlgorithmRow& row = row_of(choice.algorithm());
  const unsigned kind = bit(operands.kind);
  std::string wanted = fmt::format("one of {}", name);
  if (!of_another && (row.collectives & kind) != 0) {
    wanted = (row.reorders & kind) != 0 && !operands.commutes
                 ? fmt::format(
                       "one of {} that keeps the order of the operands, where no commutative() says that the "
                       "operator commutes",
                       name)
                 : fmt::format("one of {} for {} processes", name, operands.processes);
  }
  std::vector<std::string> fitting;
  for (std::size_t number = 0; number < std::size(rows); ++number) {
    if (fits(static_cast<Algorithm>(number), operands)) fitting.emplace_back(rows[number].name);
  }
  throw ConfigError("algorithm", full_name(choice), fmt::format("{}: {}", wanted, fmt::join(fitting, ", ")));
}

}  // namespace detail

std::string to_string(Algorithm algorithm) { return detail::row_of(algorithm).name; }

std::string_view AlgorithmChoice::collective() const {
  return collective_ == 0 ? std::string_view() : detail::kind_names[collective_ - 1U];
}

AlgorithmChoice AlgorithmChoice::named(std::string_view name) {
  for (std::size_t collective = 0; collective <= std::size(detail::kind_names); ++collective) {
    std::string_view rest = name;
    if (collective > 0) {
      const std::string_view front = detail::kind_names[collective - 1];
      if (name.size() <= front.size() || name[front.size()] != '-' || !same_name(name.substr(0, front.size()), front))
        continue;
      rest.remove_prefix(front.size() + 1);
    }
    for (std::size_t number = 0; number < std::size(detail::rows); ++number) {
      const detail::AlgorithmRow& row = detail::rows[number];
      if (collective > 0 && (row.collectives & 1U << (collective - 1)) == 0) continue;
      if (rest.empty() || !(same_name(rest, row.name) || same_name(rest, row.other_name))) continue;
      AlgorithmChoice choice(static_cast<Algorithm>(number));
      choice.collective_ = static_cast<std::uint8_t>(collective);
      return choice;
    }
  }
  detail::refuse_name(name);
}

}  // namespace pram::bsp
