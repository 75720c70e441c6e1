#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <source_location>
#include <type_traits>
#include <utility>

#include <pram/detail/processors/group_work.hpp>
#include <pram/detail/processors/pardo_call.hpp>
#include <pram/detail/processors/register_memory.hpp>
#include <pram/detail/processors/step_requests.hpp>
#include <pram/machine/array.hpp>
#include <pram/operators.hpp>
#include <pram/rule.hpp>

/// The data-parallel form of a pardo: n processors that all do the same, a step of all of them in one call.
namespace pram {

class Machine;

namespace detail {

class Engine;

/// @throws Error: the processors were moved from
[[noreturn]] void refuse_no_processors();

/// What Processors holds: the machine, and the group of processors that take steps on it. A handle that was moved from
/// has neither, and throws Error in every call.
class GroupHandle {
 public:
  /// @throws LimitError if the machine cannot have so many processors
  GroupHandle(std::shared_ptr<Engine> engine, std::uint64_t processors, std::optional<Rule> rule,
              const PardoCall& call);

  std::uint64_t count() const {
    if (group_ == nullptr) [[unlikely]]
      refuse_no_processors();
    return count_;
  }
  std::uint64_t live() const;
  void take_step(StepRequests& requests) const;
  void work(GroupWork& work) const;
  void idle() const;
  /// @throws Error if a processor asks, LimitError
  RegisterMemory memory(std::size_t bytes) const;

 private:
  ProcessorGroup& group() const;

  std::shared_ptr<Engine> engine_;
  std::shared_ptr<ProcessorGroup> group_;
  std::uint64_t count_ = 0;
};

template <class>
inline constexpr bool is_cell = false;
template <class T>
inline constexpr bool is_cell<Cell<T>> = true;

/// A function that names a cell for each processor.
template <class Function>
concept CellOfProcessor = std::is_invocable_v<Function&, std::uint64_t> &&
    is_cell<std::remove_cvref_t<std::invoke_result_t<Function&, std::uint64_t>>>;

template <class T>
T element_of(const Cell<T>&);

}  // namespace detail

/// The index of a processor's own cell: its id.
struct OwnCell {
  static constexpr bool is_element = true;
  static constexpr bool is_own_id = true;
  constexpr std::uint64_t operator()(std::uint64_t i) const { return i; }
};
inline constexpr OwnCell own_cell{};

/// A private variable of every processor of a group: element i belongs to processor i. Registers are made by
/// Processors::registers(), and by steps that return replies, and may outlive the group and the machine. Registers that
/// were moved from have no elements: size() is 0.
///
/// Where several ranks run a program, each has the registers of its own processors. There functions of processors may
/// ask for their own alone, and host code for none: it works in Processors::compute(), and collects what it needs in a
/// vector that Machine::unite() makes whole. Whoever asks for others gets an Error.
template <class T>
class Registers {
  static_assert(std::is_trivially_copyable_v<T>, "registers hold plain values");

 public:
  using value_type = T;

  Registers() = default;
  explicit Registers(detail::RegisterMemory memory) : memory_(std::move(memory)) {}

  std::uint64_t size() const { return memory_.bytes() / sizeof(T); }
  /// Of several ranks: with this rank's elements alone, which nothing checks.
  T* data() { return static_cast<T*>(memory_.data()); }
  const T* data() const { return static_cast<const T*>(memory_.data()); }
  /// The index is one of a processor.
  /// @throws Error if the registers were moved from or never made, or if another rank may have this one
  T& operator[](std::uint64_t i) { return first(i)[i]; }
  const T& operator[](std::uint64_t i) const { return first(i)[i]; }
  /// @throws Error if there are several ranks
  T* begin() { return static_cast<T*>(memory_.all()); }
  T* end() { return begin() + size(); }
  const T* begin() const { return static_cast<const T*>(memory_.all()); }
  const T* end() const { return begin() + size(); }

 private:
  friend class Processors;

  /// Of one rank the same for all elements, so that loops over them look once.
  T* first(std::uint64_t i) const {
    if (memory_.whole() == nullptr) [[unlikely]]
      return static_cast<T*>(memory_.of_processor(i));
    return static_cast<T*>(memory_.whole());
  }
  void fill(T value) {
    T* const elements = data();
    for (std::uint64_t i = memory_.first_own(); i < memory_.last_own(); ++i) elements[i] = value;
  }

  detail::RegisterMemory memory_;
};

/// The steps of a group of processors, or of those of its processors for which a condition holds. Each call is one PRAM
/// step of all live processors of the group. Each processor makes one request; processors that the condition leaves out
/// are idle.
///
/// Indices and operands are given as a function of the processor's id, as a range with an element for each processor,
/// or as one value for all. Replies go to a function of id and reply, into a range, or into new Registers. A function
/// is called once for each live processor that makes a request, on several host threads. So it may change only what
/// belongs to its processor, as between two awaits of a pardo. Elements of a range may be read for all processors.
///
/// A group without live processors, as one of n = 0 is from the beginning, takes no step: the ledger stays as it is,
/// and no function is called.
///
/// If a step throws, memory and ledger are those of the step before, and the group can take further steps. Registers
/// that the step was to fill may be filled in part. If a function that takes replies throws, its step is complete all
/// the same, and stays in memory and ledger.
/// @throws ConflictError if the requests break the rule
/// @throws AddressError if an index is not one of the array
/// @throws ProgramError with what a function threw
/// @throws ConfigError if a range has not one element for each processor, or if the rule cannot combine the values
/// @throws LimitError if the machine may take no more steps, or if memory is short
/// @throws Interrupted if the machine was asked to stop
/// @throws Error if a processor calls a step, or if the array belongs to another machine
template <class Active>
class ProcessorSteps {
 public:
  /// Each processor reads a cell of the array.
  /// @param take  gets the replies: a function of id and reply, or a range
  template <Storable T, class Index, class Take>
  void read(const Array<T>& array, Index&& index, Take&& take,
            std::source_location where = std::source_location::current()) const {
    step<T>(read_operation<T>(), &array.handle_, index_of(index), detail::NoOperand(), reply<T>(take), where);
  }
  /// @returns the replies; for processors that make no request the value of zero bytes
  template <Storable T, class Index>
  requires(!std::same_as<std::remove_cvref_t<Index>, std::source_location>)  //
      [[nodiscard]] Registers<T> read(const Array<T>& array, Index&& index,
                                      std::source_location where = std::source_location::current()) const {
    Registers<T> replies = fresh<T>();
    read(array, index, replies, where);
    return replies;
  }
  /// Each processor reads the cell that a function of its id returns. The cells may be of several arrays:
  /// `[&](auto i) -> auto& { return odd[i] ? left[i] : right[i]; }`.
  template <detail::CellOfProcessor CellOf, class Take>
  void read(CellOf&& cell, Take&& take, std::source_location where = std::source_location::current()) const {
    using T = ElementOf<CellOf>;
    step<T>(read_operation<T>(), nullptr, cell_of(cell), detail::NoOperand(), reply<T>(take), where);
  }
  template <detail::CellOfProcessor CellOf>
  [[nodiscard]] auto read(CellOf&& cell, std::source_location where = std::source_location::current()) const {
    Registers<ElementOf<CellOf>> replies = fresh<ElementOf<CellOf>>();
    read(cell, replies, where);
    return replies;
  }

  /// Each processor writes a cell of the array, under the rule: see Cell::operator=.
  template <Storable T, class Index, class Value>
  void write(const Array<T>& array, Index&& index, Value&& value,
             std::source_location where = std::source_location::current()) const {
    step<T>(Update<T, Action::write>::operation(), &array.handle_, index_of(index), operand<T>(value),
            detail::NoReply(), where);
  }
  template <detail::CellOfProcessor CellOf, class Value>
  void write(CellOf&& cell, Value&& value, std::source_location where = std::source_location::current()) const {
    using T = ElementOf<CellOf>;
    step<T>(Update<T, Action::write>::operation(), nullptr, cell_of(cell), operand<T>(value), detail::NoReply(), where);
  }

  /// Each processor combines a value into a cell of the array by Sum{}, Maximum{}, …, or by an operator of the program:
  /// see Cell::combine.
  template <Storable T, class Index, CombiningOperator<T> Operator, class Value>
  void combine(const Array<T>& array, Index&& index, Operator, Value&& value,
               std::source_location where = std::source_location::current()) const {
    step<T>(Update<T, Action::update, Operator>::operation(), &array.handle_, index_of(index), combined<T>(value),
            detail::NoReply(), where);
  }
  /// Combines, and gives each processor the value that the cell had before its request in some serial order: see
  /// Cell::fetch_combine.
  template <Storable T, class Index, CombiningOperator<T> Operator, class Value, class Take>
  void fetch_combine(const Array<T>& array, Index&& index, Operator, Value&& value, Take&& take,
                     std::source_location where = std::source_location::current()) const {
    step<T>(Update<T, Action::fetch, Operator>::operation(), &array.handle_, index_of(index), combined<T>(value),
            reply<T>(take), where);
  }
  /// As fetch_combine(), with the requests in the order of processor ids: see Cell::multiprefix_combine.
  template <Storable T, class Index, CombiningOperator<T> Operator, class Value, class Take>
  void multiprefix_combine(const Array<T>& array, Index&& index, Operator, Value&& value, Take&& take,
                           std::source_location where = std::source_location::current()) const {
    step<T>(Update<T, Action::multiprefix, Operator>::operation(), &array.handle_, index_of(index), combined<T>(value),
            reply<T>(take), where);
  }

 protected:
  ProcessorSteps(detail::GroupHandle group, Active active) : group_(std::move(group)), active_(std::move(active)) {}

  detail::GroupHandle group_;

 private:
  friend class Processors;

  template <class CellOf>
  using ElementOf = decltype(detail::element_of(std::declval<std::invoke_result_t<CellOf&, std::uint64_t>>()));

  template <Storable T>
  static Operation read_operation() {
    return {Action::read, OperatorKind::none, word_type<T>(), sizeof(T)};
  }
  template <class Given>
  auto index_of(Given& given) const {
    auto index = detail::per_processor<std::uint64_t>(given, "indices", group_.count());
    static_assert(std::integral<std::remove_cvref_t<std::invoke_result_t<decltype(index)&, std::uint64_t>>>,
                  "the index of a cell is a whole number");
    return index;
  }
  template <class Given>
  static auto cell_of(Given& given) {
    return [&given](std::uint64_t i) -> decltype(auto) { return given(i); };
  }
  template <Storable T, class Given>
  auto operand(Given& given) const {
    return detail::per_processor<T>(given, "values", group_.count());
  }
  /// An operand that is combined into a cell.
  template <Storable T, class Given>
  auto combined(Given& given) const {
    auto made = detail::per_processor<T>(given, "values", group_.count());
    if constexpr (std::is_arithmetic_v<std::remove_cvref_t<Given>>) {
      detail::keep_fraction<T, Given>();  // one value for all is converted already
    } else {
      detail::keep_fraction<T, std::invoke_result_t<decltype(made)&, std::uint64_t>>();
    }
    return made;
  }
  template <Storable T, class Given>
  auto reply(Given& given) const {
    return detail::per_reply<T>(given, group_.count());
  }
  template <class T>
  Registers<T> fresh() const {
    return Registers<T>(group_.memory(group_.count() * sizeof(T)));
  }

  template <Storable T, class Place, class Operand, class Take>
  void step(Operation operation, const detail::ArrayHandle* array, Place place, Operand operand, Take take,
            std::source_location where) const {
    detail::StepRequestsOf<T, Active, Place, Operand, Take> requests(operation, array, where, active_, std::move(place),
                                                                     std::move(operand), std::move(take));
    group_.take_step(requests);
  }

  Active active_;
};

/// The processors of a group for which a condition holds.
template <class Active>
class [[nodiscard("those that a condition holds for are to take a step")]] SomeProcessors
    : public ProcessorSteps<Active> {
 private:
  friend class Processors;
  using ProcessorSteps<Active>::ProcessorSteps;
};

/// Processors 0 to n - 1 in lockstep, which all do the same: the data-parallel form of a pardo, made by
/// Machine::processors(). Processor i sits on component floor(i p / n). The ledger has the same steps, charges and
/// lines as for a pardo in which each processor makes the same requests. As there are no coroutines, the host needs
/// less time.
///
///     auto nodes = machine.processors(n);
///     auto ahead = nodes.read(next, pram::own_cell);
///     auto mine = nodes.registers<std::uint32_t>(1);
///     nodes.end_where([&](auto i) { return ahead[i] == no_node; });
///     while (nodes.live() > 0) {  // pointer jumping
///       nodes.read(rank, ahead, [&](auto i, auto far) { mine[i] += far; });
///       nodes.read(next, ahead, ahead);
///       nodes.write(rank, pram::own_cell, mine);
///       nodes.write(next, pram::own_cell, ahead);
///       nodes.end_where([&](auto i) { return ahead[i] == no_node; });
///     }
///
/// Host code between two steps is local computation of all processors, and costs nothing. A group may be copied, goes
/// on under each of its names, and may outlive its machine. Processors that were moved from throw Error in every call.
class Processors : public ProcessorSteps<detail::Everybody> {
 public:
  std::uint64_t count() const { return group_.count(); }  ///< n
  std::uint64_t live() const { return group_.live(); }    ///< processors that have not ended

  /// A private variable of every processor. Its bytes count against the machine's memory limit.
  /// @param initial  its value at each processor
  /// @throws LimitError if the machine's memory limit does not permit it
  template <class T>
  Registers<T> registers(T initial) const {
    Registers<T> made(group_.memory(count() * sizeof(T)));
    made.fill(initial);
    return made;
  }

  /// The steps of the processors for which condition(id) holds; the others are idle. The condition is evaluated anew in
  /// every step.
  template <class Condition>
  SomeProcessors<Condition> where(Condition condition) const {
    return SomeProcessors<Condition>(group_, std::move(condition));
  }

  /// Takes a step in which no processor makes a request. The step counts as work of every live processor.
  void idle() const { group_.idle(); }

  /// Local computation, free of charge as between two awaits of a pardo: calls function(id) for every live processor,
  /// on several host threads.
  /// @throws ProgramError with what the function threw
  template <class Function>
  void compute(const Function& function, std::source_location where = std::source_location::current()) const {
    detail::GroupComputation<Function> work(function, where);
    group_.work(work);
  }

  /// Ends the live processors for which condition(id) holds: like a processor whose body has returned, they take part
  /// in no further step. An idle processor would still count as work.
  /// @throws ProgramError with what the condition threw; then no processor has ended
  template <class Condition>
  void end_where(const Condition& condition, std::source_location where = std::source_location::current()) const {
    detail::GroupEnding<Condition> work(condition, where);
    group_.work(work);
  }

 private:
  friend class Machine;
  explicit Processors(const detail::GroupHandle& group) : ProcessorSteps(group, {}) {}
};

}  // namespace pram
