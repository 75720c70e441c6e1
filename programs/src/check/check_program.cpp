#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <exception>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <random>
#include <sstream>
#include <utility>

#include <pram/access.hpp>
#include <pram/detail/exact_text.hpp>
#include <pram/detail/test_hooks.hpp>
#include <pram/ledger.hpp>
#include <pram/network.hpp>
#include <pram/programs/check.hpp>

namespace pram::programs {

namespace {

// Processes of BSP programs, one a component: squares, cubes, powers of two, and what is none of them.
constexpr std::uint32_t process_counts[] = {1, 2, 3, 4, 5, 8, 9, 13, 27};

constexpr unsigned thread_counts[] = {1, 2, 3, 8};

/// What a run gave, and what it cost.
struct CheckedRun {
  Outcome outcome;
  std::string written;
  Ledger ledger;
};

/// While it lives, machines that are made spread small pardos over all their host threads, too.
class AllWorkers {
 public:
  AllWorkers() : before_(std::exchange(pram::detail::test_hooks.all_workers, true)) {}
  ~AllWorkers() { pram::detail::test_hooks.all_workers = before_; }
  AllWorkers(const AllWorkers&) = delete;
  AllWorkers& operator=(const AllWorkers&) = delete;

 private:
  const bool before_;
};

/// The name under which Ledger::models() has a rule's model.
std::string model_of(Rule rule) {
  switch (rule) {
    case Rule::erew: return "EREW";
    case Rule::crew: return "CREW";
    case Rule::common: return "CRCW common";
    default: return "CRCW";
  }
}

/// The rules next below a rule, of which one is breached by a program that needs this one: for what combines, that is
/// CREW where it says so request by request, and common where it writes.
std::vector<Rule> next_weaker(Rule rule) {
  switch (rule) {
    case Rule::erew: return {};
    case Rule::crew: return {Rule::erew};
    case Rule::common: return {Rule::crew};
    case Rule::arbitrary: return {Rule::common};
    case Rule::priority: return {Rule::common, Rule::arbitrary};
    default: return {Rule::crew, Rule::common};
  }
}

/// Switches that combine take messages of one length; those of BSP processes have any.
bool takes_messages(const std::string& network) { return network.find("combining=") == std::string::npos; }

/// What the supersteps of a run cost: h and w of each, summed up.
struct SuperstepSums {
  explicit SuperstepSums(const Ledger& ledger) {
    for (const SuperstepRecord& record : ledger.superstep_records()) {
      relation += record.relation();
      work += record.largest_work;
    }
  }
  friend bool operator==(const SuperstepSums&, const SuperstepSums&) = default;

  std::uint64_t relation = 0;
  std::uint64_t work = 0;
};

class ProgramCheck {
 public:
  ProgramCheck(const Program& program, const CheckOptions& options)
      : program_(program),
        options_(options),
        random_(options.seed),
        networks_(options.networks.empty() ? std::vector<std::string>(networks().names()) : options.networks),
        accesses_(options.accesses.empty() ? std::vector<std::string>(access_protocols().names()) : options.accesses) {}

  CheckedProgram result() && {
    const std::vector<std::uint64_t> sizes = allowed_sizes();
    if (sizes.empty()) complain("no size is tried");
    // Machines of other kinds for a few inputs.
    std::vector<bool> elsewhere(program_.shapes.size() * sizes.size(), false);
    std::fill_n(elsewhere.begin(), std::min(elsewhere.size(), options_.machines), true);
    std::shuffle(elsewhere.begin(), elsewhere.end(), random_);
    for (const ShapeName& shape : program_.shapes) {
      for (const std::uint64_t n : sizes) {
        const bool on_others = elsewhere[found_.inputs++];
        guarded(fmt::format("{} {}", shape.name, n), [&] { check(shape.name, n, on_others); });
      }
    }
    check_weaker_rule();
    return std::move(found_);
  }

 private:
  void complain(const std::string& what) {
    const std::string line = fmt::format("{}: {}", program_.name, what);
    if (std::ranges::find(found_.broken, line) == found_.broken.end()) found_.broken.push_back(line);
  }
  void complain_of_missing(const std::string& what) {
    if (options_.every_claim) complain(what);
  }

  /// What is thrown is a broken claim, too, unless somebody asked the run to stop.
  void guarded(const std::string& what, const std::function<void()>& tried) {
    doing_ = what;
    try {
      tried();
    } catch (const Interrupted&) {
      throw;
    } catch (const std::exception& error) {
      complain(fmt::format("{}: {}", doing_, error.what()));
    } catch (...) {
      complain(fmt::format("{}: the program has thrown what is no std::exception", doing_));
    }
  }

  /// The sizes that the program takes, up to the largest that its row wants to be swept.
  std::vector<std::uint64_t> allowed_sizes() {
    const std::uint64_t largest = std::min(options_.largest_size, program_.tested_size);
    std::vector<std::uint64_t> sizes = {0, 1, 2, 3, 4};
    for (std::uint64_t power = 4; power != 0 && power <= largest; power *= 2) {
      for (const std::uint64_t n : {power - 1, power, power + 1}) {
        if (n > sizes.back()) sizes.push_back(n);
      }
    }
    for (int k = 0; k < 3; ++k) sizes.push_back(random_() % (2 * largest + 1));
    std::erase_if(sizes, [&](std::uint64_t n) {
      return n < program_.least_size || n > program_.most_size || (program_.power_of_two && !std::has_single_bit(n));
    });
    return sizes;
  }

  MachineOptions machine(const std::string& network, const std::string& access, unsigned threads) const {
    return {.components = options_.components,
            .network = network,
            .access = access,
            .rule = program_.model,
            .placement = program_.placement,
            .threads = threads,
            .seed = options_.seed};
  }

  CheckedRun run(const Job& job, const MachineOptions& on) {
    ++found_.runs;
    Machine made(on);
    Outcome outcome = job.run(made);
    std::ostringstream text;
    if (outcome.write) outcome.write(text);
    return {std::move(outcome), text.str(), made.ledger()};
  }

  void check(const std::string& shape, std::uint64_t n, bool elsewhere) {
    const std::unique_ptr<Job> job = program_.prepare({.size = n, .file = "", .seed = random_(), .shape = shape});
    const CheckedRun ideal = run(*job, machine("ideal", "direct", 1));
    const std::string what = doing_;
    check_claims(ideal);
    if (elsewhere) check_elsewhere(*job, ideal);
    if (!program_.model.is_bsp()) return;
    for (int k = 0; k < 2; ++k) {
      MachineOptions on = machine("ideal", "direct", 1);
      on.components = process_counts[tried_++ % std::size(process_counts)];
      doing_ = fmt::format("{} on {} processes", what, on.components);
      check_claims(run(*job, on));
    }
  }

  void at_most(const char* what, std::uint64_t measured, const std::optional<std::uint64_t>& most) {
    if (most && measured > *most)
      complain(fmt::format("{}: {} {}, at most {} are promised", doing_, measured, what, *most));
  }

  /// @param exact, most  one of them is promised
  void check_count(const char* what, std::uint64_t measured, const std::optional<std::uint64_t>& exact,
                   const std::optional<std::uint64_t>& most) {
    if (!exact && !most) complain_of_missing(fmt::format("no bound on its {}", what));
    if (exact && measured != *exact)
      complain(fmt::format("{}: {} {}, {} are promised", doing_, measured, what, *exact));
    at_most(what, measured, most);
  }

  void check_claims(const CheckedRun& run) {
    if (!run.outcome.verified) complain(fmt::format("{}: a wrong result, says {}", doing_, run.outcome.check));
    if (run.outcome.check.empty()) complain_of_missing("checked against nothing");
    program_.model.is_bsp() ? check_cost(run) : check_steps(run);
  }

  void check_cost(const CheckedRun& run) {
    const Ledger& ledger = run.ledger;
    const CostBounds& promised = run.outcome.promised.cost;
    const SuperstepSums sums(ledger);
    if (ledger.steps() > 0) complain(fmt::format("{}: {} PRAM steps of a BSP program", doing_, ledger.steps()));
    check_count("supersteps", ledger.supersteps(), promised.supersteps, promised.supersteps_at_most);
    check_count("words of h", sums.relation, promised.relation, promised.relation_at_most);
    check_count("operations of w", sums.work, promised.work, promised.work_at_most);
  }

  void check_steps(const CheckedRun& run) {
    const Ledger& ledger = run.ledger;
    const Bounds& promised = run.outcome.promised;
    if (!promised.work_at_most) complain_of_missing("no bound on its work");
    if (!promised.degree_at_most) complain_of_missing("no bound on its contention");
    check_count("steps", ledger.steps(), promised.steps, promised.steps_at_most);
    at_most("processor-steps of work", ledger.work(), promised.work_at_most);
    at_most("requests for one cell", std::max(ledger.largest_read_degree(), ledger.largest_write_degree()),
            promised.degree_at_most);
    const std::vector<std::string> models = ledger.models();
    if (std::ranges::find(models, model_of(program_.model)) == models.end())
      complain(
          fmt::format("{}: it claims {}, and satisfies {} alone", doing_, model_of(program_.model), models.front()));
  }

  /// A machine drawn by the seed, of those that can be made.
  MachineOptions drawn_machine() {
    constexpr int most_draws = 1000;
    for (int draw = 0;; ++draw) {
      const std::string& network = networks_[random_() % networks_.size()];
      const std::string& access = accesses_[random_() % accesses_.size()];
      if (draw < most_draws && program_.model.is_bsp() && !takes_messages(network)) continue;
      MachineOptions drawn = machine(network, access, 1);
      try {
        const Machine made(drawn);
        return drawn;
      } catch (const ConfigError&) {
        if (draw >= most_draws) throw;
      }
    }
  }

  /// On a machine drawn by the seed, with several numbers of threads.
  void check_elsewhere(const Job& job, const CheckedRun& ideal) {
    MachineOptions on = drawn_machine();
    const std::string place = fmt::format("{} on {} with {}", doing_, on.network.text(), on.access.text());
    doing_ = place;
    const CheckedRun alone = run(job, on);
    if (!alone.outcome.verified) complain(fmt::format("{}: a wrong result", place));
    if (alone.written != ideal.written) complain(fmt::format("{}: another result than on the ideal machine", place));
    if (alone.ledger.steps() != ideal.ledger.steps() || alone.ledger.work() != ideal.ledger.work())
      complain(fmt::format("{}: other steps or work than on the ideal machine", place));
    // Collectives choose the algorithm that costs least on the network, where a program does not choose.
    if (alone.ledger.supersteps() != ideal.ledger.supersteps() ||
        SuperstepSums(alone.ledger) != SuperstepSums(ideal.ledger))
      complain_of_missing(fmt::format("{}: other supersteps than on the ideal machine", place));
    const std::string ledger = pram::detail::exact_text(alone.ledger);
    const AllWorkers all_workers;
    // Two numbers of threads for each machine, so that two machines see all four.
    for (int k = 0; k < 2; ++k) {
      on.threads = thread_counts[teams_++ % std::size(thread_counts)];
      const CheckedRun together = run(job, on);
      if (together.written != alone.written || pram::detail::exact_text(together.ledger) != ledger)
        complain(fmt::format("{}: not the same bits with {} threads", place, on.threads));
    }
  }

  /// Whoever claims more than EREW says which weaker rule it breaks: one next below its own.
  void check_weaker_rule() {
    if (program_.model.is_bsp()) return;
    const std::vector<Rule> weaker = next_weaker(program_.model);
    if (!program_.needs_more_than) {
      if (!weaker.empty())
        complain_of_missing(
            fmt::format("it claims {}, and does not say which weaker rule it breaks", to_string(program_.model)));
      return;
    }
    if (std::ranges::find(weaker, *program_.needs_more_than) == weaker.end()) {
      complain(fmt::format("it claims {}, and {} is not the next weaker rule", to_string(program_.model),
                           to_string(*program_.needs_more_than)));
    }
    for (const ShapeName& shape : program_.shapes) {
      const bool usual = &shape == &program_.shapes.front();
      guarded(shape.name, [&] { check_breach(shape.name, *program_.needs_more_than, usual); });
    }
  }

  /// Under the weaker rule an input ends in a conflict if and only if the ledger of a run under the program's own rule
  /// says that no such model is satisfied. An input of the usual shape does.
  void check_breach(const std::string& shape, Rule weaker, bool usual) {
    std::uint64_t n = std::min<std::uint64_t>(usual ? 500 : 50, program_.default_size);
    if (program_.power_of_two) n = std::bit_floor(n);
    doing_ = fmt::format("{} {} under {}", shape, n, to_string(weaker));
    const std::unique_ptr<Job> job = program_.prepare({.size = n, .file = "", .seed = options_.seed, .shape = shape});
    MachineOptions under_weaker = machine("ideal", "direct", 1);
    under_weaker.rule = weaker;
    bool conflict = false;
    try {
      run(*job, under_weaker);
    } catch (const ConflictError&) {
      conflict = true;
    }
    if (usual && !conflict) complain(fmt::format("{}: no conflict, where it says that it needs more", doing_));
    const std::vector<std::string> satisfied = run(*job, machine("ideal", "direct", 1)).ledger.models();
    if (usual && satisfied.front() != model_of(program_.model))
      complain(fmt::format("{} {}: it claims to need {}, and satisfies {}", shape, n, model_of(program_.model),
                           satisfied.front()));
    if (conflict == (std::ranges::find(satisfied, model_of(weaker)) != satisfied.end()))
      complain(fmt::format("{}: {}, and the ledger says that {} is satisfied", doing_,
                           conflict ? "a conflict" : "no conflict", satisfied.front()));
  }

  const Program& program_;
  const CheckOptions& options_;
  std::mt19937_64 random_;
  std::vector<std::string> networks_;
  std::vector<std::string> accesses_;
  CheckedProgram found_;
  std::size_t tried_ = 0;  // of process_counts
  std::size_t teams_ = 0;  // of thread_counts
  std::string doing_;      // for complaints
};

}  // namespace

CheckedProgram check_program(const Program& program, const CheckOptions& options) {
  return ProgramCheck(program, options).result();
}

}  // namespace pram::programs
