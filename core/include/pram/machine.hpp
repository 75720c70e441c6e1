#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <source_location>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <pram/data_parallel.hpp>
#include <pram/detail/collective_call.hpp>
#include <pram/detail/function.hpp>
#include <pram/detail/processors/pardo_body.hpp>
#include <pram/detail/processors/pardo_call.hpp>
#include <pram/detail/ranges.hpp>
#include <pram/detail/ranks/element_owners.hpp>
#include <pram/detail/word/dense_keys.hpp>
#include <pram/error.hpp>
#include <pram/ledger.hpp>
#include <pram/machine/array.hpp>
#include <pram/machine/cell_type.hpp>
#include <pram/machine/copy.hpp>
#include <pram/machine/options.hpp>
#include <pram/machine/region.hpp>
#include <pram/machine/task.hpp>
#include <pram/observer.hpp>
#include <pram/rule.hpp>

namespace pram {

class Machine;

namespace bsp {
class Process;
}

/// Bytes that count against a machine's memory limit: its cells, its processors' frames, subtasks' too, records and
/// messages on their way, and what the library's networks keep for them. Buffers are kept from pardo to pardo until
/// something else needs the room. What LedgerDetail::profile records counts, too. Not counted: any other ledger, what a
/// program itself allocates, and what a network of the user's own keeps unless it does so in detail::CountedVector.
struct MemoryUse {
  std::uint64_t now = 0;
  std::uint64_t most = 0;  ///< so far
};

namespace detail {

class Engine;

/// Refuses what host code does between pardos where a processor asks for it.
/// @param what  "a report is written"
/// @throws Error
void refuse_processor(const char* what);
/// The same, also while a pardo of the machine is under way.
void check_between_pardos(const Machine& machine, const char* what);

/// The cells of an array of T. Whoever makes the array enters its type's operator==, which the ranks of a program need
/// to know before one of them writes a value.
template <Storable T>
CellType cells_of() {
  equality_of<T>();
  return cell_type<T>();
}

}  // namespace detail

/// A parallel machine of p components and a shared memory, with a ledger of all that it does.
///
///     pram::Machine machine({.components = 1024, .network = "torus:32x32"});
///     const auto sums = machine.array<int>(8, 0, "sums");
///     machine.pardo(1000, [&](pram::Processor self) -> pram::Task<> {
///       co_await sums[self.id() % 8].add(1);
///     });
///     const std::vector<int> values = sums.host();
///     const std::uint64_t cost = machine.ledger().charge();
///
/// Two host threads must not use one machine at once; any number of machines may run side by side. A machine that was
/// moved from throws Error in every call, until another is assigned to it.
class Machine {
 public:
  /// @throws ConfigError naming the option
  explicit Machine(MachineOptions options = {});
  ~Machine();
  Machine(Machine&&) noexcept;
  Machine& operator=(Machine&&) noexcept;

  /// An array of n cells that all hold `initial`.
  /// @throws LimitError if it does not fit
  template <Storable T>
  Array<T> array(std::uint64_t n, T initial = {}, std::string name = {}) {
    return Array<T>(make_array(n, detail::cells_of<T>(), to_word(initial), std::move(name)));
  }

  /// An array of n cells, of which cell k holds f(k): `machine.array<int>(n, [](std::uint64_t k) { return k % 7; })`.
  /// Of several ranks each calls f for its own cells alone, so that no rank needs memory for all of them.
  /// @throws LimitError if it does not fit; what f throws
  template <Storable T, class F>
  requires std::is_invocable_r_v<T, const F&, std::uint64_t> Array<T> array(std::uint64_t n, const F& f,
                                                                            std::string name = {}) {
    Array<T> made(make_array(n, detail::cell_type<T>(), 0, std::move(name)));
    made.assign_by_index(f);
    return made;
  }

  /// An array that holds a copy of host values.
  template <detail::SizedRange Values>
  requires Storable<detail::ValueOf<Values>> Array<detail::ValueOf<Values>> array(const Values& values,
                                                                                  std::string name = {}) {
    using T = detail::ValueOf<Values>;
    Array<T> made(make_array(std::ranges::size(values), detail::cells_of<T>(), 0, std::move(name)));
    made.assign(values);
    return made;
  }

  /// Runs body(Processor) -> Task<> as n processors in lockstep until all have returned.
  /// Processor i sits on component floor(i p / n). n = 0 does nothing.
  /// @param name  of the pardo in Ledger::pardos()
  /// @throws ConflictError, AddressError, ProgramError, LimitError, Interrupted: memory is then that of the last
  /// completed step
  template <class Body>
  void pardo(std::uint64_t n, Body&& body, std::string name = {},
             std::source_location where = std::source_location::current()) {
    if constexpr (detail::check_body<std::remove_reference_t<Body>>()) {
      run(n, [&body](std::uint64_t id) -> std::coroutine_handle<> { return detail::RootTask::of(body(Processor(id))); },
          {where, std::move(name)});
    }
  }

  /// The same under a rule of its own instead of the machine's: `machine.pardo(n, Rule::erew, body)`.
  template <class Body>
  void pardo(std::uint64_t n, Rule rule, Body&& body, std::string name = {},
             std::source_location where = std::source_location::current()) {
    run_under(rule, [&] { pardo(n, body, std::move(name), where); });
  }

  /// n processors that all do the same: the data-parallel form of a pardo, a step of all of them in one call.
  /// Processor i sits on component floor(i p / n).
  ///
  ///     auto nodes = machine.processors(n);
  ///     const auto ahead = nodes.read(next, pram::own_cell);
  ///
  /// @param name  of the pardo in Ledger::pardos()
  /// @throws LimitError
  Processors processors(std::uint64_t n, std::string name = {},
                        std::source_location where = std::source_location::current()) {
    return Processors({engine(), n, std::nullopt, {where, std::move(name)}});
  }
  /// The same under a rule of its own instead of the machine's.
  Processors processors(std::uint64_t n, Rule rule, std::string name = {},
                        std::source_location where = std::source_location::current()) {
    return Processors({engine(), n, rule, {where, std::move(name)}});
  }

  /// Runs body(bsp::Process) -> Task<> as n processes that communicate by supersteps, until all have returned: BSP.
  /// Process i sits on component floor(i p / n).
  ///
  ///     machine.spmd([&](pram::bsp::Process self) -> pram::Task<> {
  ///       auto sums = self.coarray<double>(self.count());
  ///       for (const auto target : self.others()) sums(target)[self.id()] = local;
  ///       co_await self.sync("exchange");
  ///     });
  ///
  /// Puts take effect at the sync; gets see values from before them. Of puts into one element from several processes
  /// the machine's rule makes one, or a ConflictError; of several from one process the last stands.
  /// @param name  of the run in Ledger::pardos()
  /// @throws Error, ConflictError, ProgramError, LimitError, Interrupted: the processes and their coarrays are gone
  /// then
  template <class Body>
  void spmd(std::uint64_t n, Body&& body, std::string name = {},
            std::source_location where = std::source_location::current()) {
    if constexpr (detail::check_process_body<std::remove_reference_t<Body>>()) {
      run_supersteps(n,
                     [&body, n](std::uint64_t id) -> std::coroutine_handle<> {
                       return detail::RootTask::of(body(typename detail::ProcessOf<Body>::Type(id, n)));
                     },
                     {where, std::move(name)});
    }
  }

  /// The same with one process a component.
  template <class Body>
  void spmd(Body&& body, std::string name = {}, std::source_location where = std::source_location::current()) {
    spmd(options().components, std::forward<Body>(body), std::move(name), where);
  }

  const Ledger& ledger() const;
  /// As given, with every default filled in: threads counted, names completed ("combining:32,16,8").
  const MachineOptions& options() const;
  /// The machine's own network and access protocol, made by name or given; valid until its next pardo or collective.
  const Network& network() const;
  const AccessProtocol& access() const;

  /// Opens a region of the ledger (Ledger::regions): all that the machine does while the result lives is also charged
  /// to the region of this name.
  ///
  ///     const auto region = machine.region("sort");
  ///
  /// A region that is opened inside another belongs to it. A region that is opened again goes on where it was. Regions
  /// cost nothing.
  /// @throws Error if a processor asks, ConfigError without a name
  Region region(std::string name);

  /// Reports to an observer all that the machine does in the runs that begin while the result lives: every request,
  /// message and changed cell (Observer). Results, charges and ledger are the same as without it. Observed steps run on
  /// one host thread, and their requests are moved one by one, which takes several times as long; a copy of every array
  /// counts against the memory limit. A machine that nobody observes does nothing for it.
  ///
  ///     Recorder recorder;
  ///     const auto observation = machine.observe(recorder);
  ///
  /// @param observer  must outlive the result
  /// @throws Error if a processor asks, while a pardo runs, or if the machine is observed already
  Observation observe(Observer& observer);

  /// Ends a running pardo with Interrupted, before its next step or within the one under way, of which then nothing
  /// remains. May be called from a signal handler or another thread.
  void request_stop() noexcept;

  /// Has the machine call `report` with the number of steps done: at most about 10 times a second, after a step or
  /// within one that takes long. `report` serves progress displays, may read nothing else of the machine, and may start
  /// neither pardos nor collective operations of it. An exception from `report` ends the pardo and passes through.
  /// @throws Error if a processor asks
  void on_progress(Function<void(std::uint64_t steps)> report);

  MemoryUse memory_use() const;
  /// Estimates the bytes of a pardo in which every processor reads a cell of its own in one step, with the machine's
  /// protocol and network. The cells are not counted. Requests that merge take less, updates take more.
  /// @param frame_bytes  the frame of a processor's task, its subtasks included
  std::uint64_t memory_estimate(std::uint64_t processors, std::uint64_t frame_bytes) const;

  /// Combines the values of equal keys, for all keys at once: a reduction over arbitrary sets (TR-24-92, Section 5).
  /// One processor a value, in one step, charged like any other; which cell a key has is worked out by the host, free
  /// of charge.
  /// The operator is pram::Sum{}, Product, Minimum, Maximum, BitAnd, BitOr, BitXor, or one of the program's own.
  /// @returns every key once, ascending, with what its values combine to
  /// @throws ConfigError if there are not as many values as keys; ConflictError under an exclusive rule, if keys recur
  template <detail::SizedRange Keys, detail::SizedRange Values, class Operator>
  requires std::integral<detail::ValueOf<Keys>> && Storable<detail::ValueOf<Values>>
      Copy<std::pair<detail::ValueOf<Keys>, detail::ValueOf<Values>>> combine(
          const Keys& keys, const Values& values, Operator, std::string name = "combine",
          std::source_location where = std::source_location::current()) {
    using Key = detail::ValueOf<Keys>;
    using T = detail::ValueOf<Values>;
    static_assert(
        CombiningOperator<Operator, T>,
        "pram::Sum, Product, Minimum or Maximum of numbers, BitAnd, BitOr or BitXor of integers, or an operator "
        "of the program's own that has static apply(T, T) -> T, identity() -> T and a name");
    if (std::ranges::size(keys) != std::ranges::size(values)) {
      throw ConfigError("values", std::to_string(std::ranges::size(values)),
                        "as many as there are keys, " + std::to_string(std::ranges::size(keys)));
    }
    const detail::DenseKeys<Key> dense(keys);
    const std::vector<T> given(std::ranges::begin(values), std::ranges::end(values));
    const Array<T> cells = array<T>(dense.count(), detail::identity_of<Operator, T>(), name);
    pardo(
        given.size(),
        [&](Processor self) -> Task<> { co_await cells[dense.place(self.id())].combine(Operator{}, given[self.id()]); },
        std::move(name), where);
    Copy<std::pair<Key, T>> combined;
    combined.reserve(dense.count());
    const std::vector<T> results = cells.host();
    for (std::size_t k = 0; k < results.size(); ++k) combined.emplace_back(dense.key(k), results[k]);
    return combined;
  }

  // Collective operations between pardos. Component c holds block c of an array of n cells, from cell ceil(c n / p) on,
  // as Placement::direct deals them. Words travel over the machine's network, and are charged in the ledger; what is
  // at home already costs nothing. Collectives are no steps. The algorithm is one of `pram list collectives`, with or
  // without its operation in front ("broadcast-torus-halves" or "torus-halves"), direct for all words in one phase, or
  // auto, the one that costs least on the network. Every one throws ConfigError for another placement, an array of
  // another machine, a component that is none, sizes that do not fit, or an algorithm that there is none or that does
  // not fit, LimitError if there is no room for the words on their way, and then nothing has moved.

  /// Copies the source's block of `from`, m cells, into every component's block of `to`, p m cells.
  template <Storable T>
  void broadcast(const Array<T>& from, const Array<T>& to, std::uint32_t source = 0,
                 std::string_view algorithm = "auto", std::source_location where = std::source_location::current()) {
    collective({Collective::broadcast, where, source, algorithm}, from.handle_, to.handle_);
  }

  /// Deals the source's block of `from`, m cells, to all components: `to` has m cells.
  template <Storable T>
  void scatter(const Array<T>& from, const Array<T>& to, std::uint32_t source = 0, std::string_view algorithm = "auto",
               std::source_location where = std::source_location::current()) {
    collective({Collective::scatter, where, source, algorithm}, from.handle_, to.handle_);
  }

  /// Copies all n cells of `from` into the target's block of `to`, which has p n cells; the other blocks stay as they
  /// are.
  template <Storable T>
  void gather(const Array<T>& from, const Array<T>& to, std::uint32_t target = 0, std::string_view algorithm = "auto",
              std::source_location where = std::source_location::current()) {
    collective({Collective::gather, where, target, algorithm}, from.handle_, to.handle_);
  }

  /// Copies all n cells of `from` into every component's block of `to`, p n cells.
  template <Storable T>
  void all_gather(const Array<T>& from, const Array<T>& to, std::string_view algorithm = "auto",
                  std::source_location where = std::source_location::current()) {
    collective({Collective::all_gather, where, 0, algorithm}, from.handle_, to.handle_);
  }

  /// Cuts every block in p pieces, and puts first the first piece of every block, then the second of every block, and
  /// so on: where n is a multiple of p², component c gets piece c of every block. `to` may be `from`.
  template <Storable T>
  void all_to_all(const Array<T>& from, const Array<T>& to, std::string_view algorithm = "auto",
                  std::source_location where = std::source_location::current()) {
    collective({Collective::all_to_all, where, 0, algorithm}, from.handle_, to.handle_);
  }

  /// Transposes a matrix of rows × columns stored row by row; the transposed one has columns × rows. `to` may be
  /// `from`.
  template <Storable T>
  void transpose(const Array<T>& from, const Array<T>& to, std::uint64_t rows, std::uint64_t columns,
                 std::string_view algorithm = "auto", std::source_location where = std::source_location::current()) {
    collective({Collective::all_to_all, where, 0, algorithm, detail::MatrixSides{rows, columns}}, from.handle_,
               to.handle_);
  }

  /// The same in place.
  template <Storable T>
  void transpose(const Array<T>& array, std::uint64_t rows, std::uint64_t columns, std::string_view algorithm = "auto",
                 std::source_location where = std::source_location::current()) {
    transpose(array, array, rows, columns, algorithm, where);
  }

  /// Makes a vector of the host whole where each processor, or process, of a run of values.size() has written the
  /// element of its own number: `results[self.id()] = mine;`. Of several ranks that run the program each has the
  /// elements of its own processors, and gets the others' here. With one rank it does nothing. It costs the ledger
  /// nothing.
  /// @param values  a contiguous range: a vector, an array, a span
  /// @throws Error if a processor asks, or while a pardo runs
  template <detail::ContiguousRange Values>
  requires detail::SizedRange<Values>
  void unite(Values&& values, std::source_location where = std::source_location::current()) {
    using T = std::remove_reference_t<detail::ReferenceOf<Values>>;
    static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T>, "unite() fills a vector of plain values");
    unite_elements(std::ranges::data(values), std::ranges::size(values), sizeof(T), {}, where);
  }
  /// The same where whoever `owner` says has written an element, as where a process writes every p-th:
  /// `machine.unite(results, p, [p](std::uint64_t i) { return i % p; })`.
  /// @param processors  of the run, or processes
  /// @param owner       owner(i) is the number of the one that has written values[i]. Every rank must say the same
  /// @throws Error as above; on several ranks, where an owner is not below `processors`: one rank asks for none
  template <detail::ContiguousRange Values>
  requires detail::SizedRange<Values>
  void unite(Values&& values, std::uint64_t processors, Function<std::uint64_t(std::uint64_t)> owner,
             std::source_location where = std::source_location::current()) {
    using T = std::remove_reference_t<detail::ReferenceOf<Values>>;
    static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T>, "unite() fills a vector of plain values");
    unite_elements(std::ranges::data(values), std::ranges::size(values), sizeof(T), {processors, std::move(owner)},
                   where);
  }
  /// Registers stay divided: processors copy them into a vector that unite() makes whole.
  template <class T>
  void unite(const Registers<T>& registers) = delete;
  template <class T>
  void unite(Registers<T>& registers) = delete;

  /// Refuses types that no cell can hold.
  template <class T, class... Arguments>
  requires(!Storable<T>) void array(std::uint64_t, const Arguments&...) { detail::refuse_element<T>(); }
  template <detail::SizedRange Values>
  requires(!Storable<detail::ValueOf<Values>>) void array(const Values&, std::string = {}) {
    detail::refuse_element<Values>();
  }

 private:
  friend void detail::check_between_pardos(const Machine& machine, const char* what);

  detail::ArrayHandle make_array(std::uint64_t n, CellType type, Word initial, std::string name);
  void run(std::uint64_t n, const detail::Spawn& spawn, const detail::PardoCall& call);
  void run_supersteps(std::uint64_t n, const detail::Spawn& spawn, const detail::PardoCall& call);
  void run_under(Rule rule, const Function<void()>& pardo);
  void collective(const detail::CollectiveCall& call, const detail::ArrayHandle& from, const detail::ArrayHandle& to);
  void unite_elements(void* first, std::uint64_t count, std::size_t bytes_each, const detail::ElementOwners& owners,
                      const std::source_location& where);
  /// @throws Error if this machine was moved from
  const std::shared_ptr<detail::Engine>& engine() const;
  void leave() const noexcept;

  std::shared_ptr<detail::Engine> engine_;  // shared with the pardo that runs
};

}  // namespace pram
