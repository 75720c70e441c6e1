#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <pram/detail/larger.hpp>
#include <pram/detail/ledger/queuing_costs.hpp>
#include <pram/error.hpp>
#include <pram/ledger/profile.hpp>
#include <pram/served_by.hpp>

/// What the ledger has of steps, phases, supersteps, lines, cells and regions. Charges are in units of the network's
/// time. Whoever adds a field gives it a row in <pram/detail/ledger/facts.hpp>.
namespace pram {

/// Requests of a step by kind.
struct RequestCounts {
  std::uint64_t reads = 0;
  std::uint64_t writes = 0;   ///< under the machine's rule
  std::uint64_t updates = 0;  ///< add, min, max, … without a reply
  std::uint64_t fetches = 0;  ///< fetch-and-op and multiprefix

  std::uint64_t total() const { return reads + writes + updates + fetches; }
  RequestCounts& operator+=(const RequestCounts& other);
};

/// One phase of a step under an access protocol: the messages forward and, where replies are awaited, back. Sizes are
/// in messages.
struct PhaseRecord {
  std::uint32_t largest_sent = 0;      ///< q
  std::uint32_t largest_received = 0;  ///< r, counted before merging
  std::uint64_t messages = 0;          ///< sent in this phase
  std::uint64_t combined = 0;          ///< messages that are left after merging at the receivers
  std::uint64_t charge = 0;            ///< forward
  std::uint64_t charge_back = 0;       ///< for the replies, back through this phase
  std::uint32_t largest_replies = 0;   ///< the most replies that one component sends or gets on the way back
  /// The component that sent largest_sent messages forward, and the one that received largest_received; of several the
  /// lowest. no_component unless the ledger is kept as LedgerDetail::profile, and where messages of the phase have no
  /// single sender or receiver: routines of access protocol sorting, counts of adaptive.
  std::uint32_t busiest_sender = no_component;
  std::uint32_t busiest_receiver = no_component;
  /// h of the messages that leave their component, and of such replies. Where a network asks for no list of the
  /// messages, those that leave are not distinguished, and all messages count.
  std::uint32_t largest_leaving = 0;
  std::uint32_t largest_leaving_back = 0;

  /// h of the phase forward: max(q, r).
  std::uint32_t relation() const { return detail::larger(largest_sent, largest_received); }
  /// All components have sent and received at most so many messages, all of them to others.
  void bound_relation(std::uint32_t most) { largest_sent = largest_received = largest_leaving = most; }
  /// Counts all messages as leaving their component, where no list says which do.
  void count_all_as_leaving() {
    largest_leaving = relation();
    largest_leaving_back = largest_replies;
  }
};

/// One synchronous PRAM step.
struct StepRecord {
  std::uint64_t step = 0;        ///< counted from 1 over the machine's life
  std::uint64_t processors = 0;  ///< live, idle ones included
  RequestCounts requests;
  std::uint64_t distinct = 0;  ///< distinct addresses
  std::uint64_t largest_read_degree = 0;
  std::uint64_t largest_write_degree = 0;
  std::uint64_t charge = 0;  ///< forward, over all phases
  std::uint64_t charge_back = 0;
  double distinct_charge = 0;  ///< the same requests with all addresses distinct (Network::distinct_charge)
  std::uint32_t line = 0;      ///< index into Ledger::lines() of the step's first request
  ServedBy served_by = ServedBy::nothing;
  std::vector<PhaseRecord> phases;
  // What follows is known under LedgerDetail::profile alone.
  std::vector<StepLine> lines;     ///< all lines with requests, in the order of first requests
  std::uint32_t pardo = 0;         ///< index into Ledger::pardos()
  std::uint64_t pardo_number = 0;  ///< which of the machine's pardos and runs of processes it was in, counted from 1

  /// κ: the most processors that read, or that write, one cell; at least 1.
  std::uint64_t contention() const {
    return detail::largest<std::uint64_t>(1, largest_read_degree, largest_write_degree);
  }
};

/// Sums over the PRAM steps of a run. Each step adds its largest values. Models that charge contention or bulk
/// communication need these sums, which are exact under every LedgerDetail.
struct StepTotal {
  std::uint64_t contention = 0;  ///< sum of κ: the time of the run on a QRQW PRAM
  std::uint64_t relation = 0;    ///< sum of h over all phases, forward and back
  std::uint64_t exchanges = 0;   ///< phases that carried messages; one that also carried replies counts twice

  /// Adds a step.
  void add(const StepRecord& step);
};

/// Sums over the run for one phase number.
struct PhaseTotal {
  std::uint64_t steps = 0;  ///< steps that had this phase, and supersteps
  std::uint64_t messages = 0;
  std::uint64_t combined = 0;
  std::uint32_t largest_sent = 0;
  std::uint32_t largest_received = 0;
  std::uint64_t charge = 0;
  std::uint64_t charge_back = 0;
};

/// Sums over the run for one line of the program and one array and operation.
struct LineTotal {
  SourceLine where;
  std::string array;
  std::string operation;  ///< "read", "write", "add", "fetch_add", …
  std::uint64_t requests = 0;
  std::uint64_t distinct = 0;  ///< distinct addresses, summed over the steps
  std::uint64_t largest_degree = 0;
  std::uint64_t steps = 0;  ///< and supersteps
  /// Forward and back, in whole units. The charges of all lines add up to the ledger's charge. A phase that several
  /// lines share is charged to them in proportion to their messages at the components that receive most. If some
  /// component sends more than any receives, or if the network merges messages, all their messages count. In phases of
  /// other kinds (counts, routines of sorting) their requests count. The charge back is shared by the lines that await
  /// replies.
  std::uint64_t charge = 0;
  // What follows is known under LedgerDetail::profile alone; else it is 0.
  double charge_forward = 0;   ///< the part of `charge` that is forward, before it is brought to whole units
  double distinct_charge = 0;  ///< its share of the steps' distinct_charge, by requests
  /// Groups by their degree. A group is here what the line asked of one cell in one step. If other lines ask for the
  /// same cell in that step, their requests are not in it. A BSP process counts once in the groups of a superstep.
  DegreeBins degrees{};

  /// The forward charge that the line would be spared if all its requests were for distinct addresses: an upper bound
  /// of what less contention can gain. Negative where requests for one cell cost less than others, because the network
  /// merges them.
  double avoidable_charge() const { return charge_forward - distinct_charge; }
  /// Requests for each distinct address. An address that several lines share in a step counts for the line that asked
  /// first. The number of requests if there are no addresses.
  double mean_degree() const {
    return static_cast<double>(requests) / static_cast<double>(distinct == 0 ? 1 : distinct);
  }
};

/// A cell that was the most contended of some step.
struct CellTotal {
  std::string array;
  std::uint64_t index = 0;
  std::uint64_t largest_degree = 0;
  std::uint64_t step = 0;   ///< the first step in which it had that degree
  std::uint64_t steps = 0;  ///< steps in which it was the most contended cell
};

/// Sums over the collectives of one line of the program, of one array, operation and algorithm.
struct CollectiveTotal {
  SourceLine where;
  std::string array;      ///< the source of the data
  std::string operation;  ///< "broadcast", "scatter", "gather", "all-gather", "all-to-all", "transpose"
  std::string algorithm;  ///< the network's name for it: "direct", "broadcast-ring-two-way", …
  std::uint64_t times = 0;
  std::uint64_t words = 0;  ///< words sent to other components; a word counts for each component that gets it
  std::uint64_t steps = 0;  ///< phases, or steps (start-ups) of a schedule
  std::uint64_t charge = 0;
  std::optional<double> lower_bound = std::nullopt;  ///< of the charge; none unless known for all the times
};

/// The accesses of the processes of one superstep to arrays in shared memory, and what the machine's access protocol
/// charged for them. The largest requests of one process count each of its requests. A degree counts a process once as
/// a reader of a cell and once as a writer of it, however often it accessed the cell.
struct SharedAccess {
  RequestCounts requests;                  ///< as the processes made them
  std::uint64_t largest_requests = 0;      ///< of one process
  std::uint64_t largest_reads = 0;         ///< of one process; fetches are reads
  std::uint64_t largest_writes = 0;        ///< of one process; updates and fetches are writes, too
  std::uint64_t distinct = 0;              ///< distinct addresses
  std::uint64_t largest_read_degree = 0;   ///< most processes that read one cell
  std::uint64_t largest_write_degree = 0;  ///< most processes that wrote or updated one cell
  std::uint64_t charge = 0;                ///< forward, over all phases
  std::uint64_t charge_back = 0;           ///< of the replies
  double distinct_charge = 0;              ///< with all addresses of all processes distinct (Network::distinct_charge)
  std::vector<PhaseRecord> phases;
  std::vector<StepLine> lines;  ///< as in StepRecord, under LedgerDetail::profile
};

/// One superstep of BSP processes. Work, words and messages are counted per component. Several processes may sit on a
/// component; what they send each other is no message. Accesses to shared arrays are in `shared` only.
struct SuperstepRecord {
  std::uint64_t superstep = 0;     ///< its number among the machine's steps and supersteps, counted from 1
  std::string tag;                 ///< argument of Process::sync(); the tags of several groups are joined by " + "
  std::uint64_t processes = 0;     ///< that took part; the others wait for their groups
  std::uint64_t components = 0;    ///< on which they sit
  std::uint64_t work = 0;          ///< local operations that were counted, of all components
  std::uint64_t largest_work = 0;  ///< w: of one component
  std::uint64_t largest_operations = 0;  ///< m_op: local operations of one process
  std::uint64_t messages = 0;            ///< puts, messages, requests of gets and their replies
  std::uint64_t words = 0;               ///< words of all messages; the request of a get has one
  std::uint64_t largest_sent = 0;        ///< words that one component sent
  std::uint64_t largest_received = 0;    ///< words that one component got
  std::uint64_t pattern = 0;             ///< max(q, r) in words, of puts, messages and the requests of gets
  std::uint64_t pattern_back = 0;        ///< max(q, r) in words, of the replies to gets
  std::uint64_t charge = 0;              ///< of puts, messages and the requests of gets; l if there were none
  std::uint64_t charge_back = 0;         ///< of the replies to gets
  SharedAccess shared;
  std::uint32_t pardo = 0;         ///< as in StepRecord, under LedgerDetail::profile
  std::uint64_t pardo_number = 0;  ///< likewise

  /// h: the most words that a component sent or got.
  std::uint64_t relation() const { return detail::larger(largest_sent, largest_received); }
  /// The mean local operations of a component that has processes; 0 if none has.
  double mean_work() const { return components > 0 ? static_cast<double>(work) / static_cast<double>(components) : 0; }
  /// The mean words that a component with processes sent, and also the mean that it got, as every word is sent once and
  /// got once. 0 if no component has processes.
  double mean_words() const {
    return components > 0 ? static_cast<double>(words) / static_cast<double>(components) : 0;
  }
  /// All that the network charged for the superstep.
  std::uint64_t total_charge() const { return charge + charge_back + shared.charge + shared.charge_back; }
  /// m_rw: the most reads or writes of shared arrays that one process asked for; at least 1.
  std::uint64_t largest_accesses() const {
    return detail::largest<std::uint64_t>(1, shared.largest_reads, shared.largest_writes);
  }
  /// κ: the most processes that asked for one cell of a shared array; at least 1.
  std::uint64_t contention() const {
    return detail::largest<std::uint64_t>(1, shared.largest_read_degree, shared.largest_write_degree);
  }
  /// What the shared accesses cost in the queuing shared memory model: max(m_op, g m_rw, κ), where m_rw and κ are at
  /// least 1 (Gibbons, Matias and Ramachandran, "Can a shared-memory model serve as a bridging model for parallel
  /// computation?", Theory of Computing Systems 32, 1999, Section 2).
  /// @param gap  g: units for each request of a process
  double queuing_cost(double gap) const {
    return detail::larger(gap * static_cast<double>(largest_accesses()),
                          static_cast<double>(detail::larger(largest_operations, contention())));
  }
};

/// Sums over the supersteps of one tag. Largest values and means of the supersteps are added up, too, so that the
/// formulas of the cost model hold for the sums.
struct SuperstepTotal {
  std::string tag;
  std::uint64_t supersteps = 0;
  std::uint64_t work = 0;              ///< local operations of all components
  std::uint64_t largest_work = 0;      ///< w of every superstep
  double mean_work = 0;                ///< of a component
  std::uint64_t messages = 0;          ///< between components
  std::uint64_t words = 0;             ///< that they have in all
  std::uint64_t largest_sent = 0;      ///< the most words that a component sent
  std::uint64_t largest_received = 0;  ///< the most words that a component got
  double mean_words = 0;               ///< that a component sent, and got
  std::uint64_t relation = 0;          ///< h of every superstep
  std::uint64_t pattern = 0;           ///< max(q, r) forward
  std::uint64_t pattern_back = 0;      ///< max(q, r) of what gets brought
  std::uint64_t charge = 0;
  std::uint64_t charge_back = 0;

  /// Accesses to shared arrays. The degrees are the largest of all supersteps; everything else is a sum.
  struct Shared {
    std::uint64_t supersteps = 0;  ///< with such accesses
    RequestCounts requests;
    std::uint64_t distinct = 0;              ///< distinct addresses of every superstep
    std::uint64_t largest_operations = 0;    ///< m_op of every such superstep
    std::uint64_t largest_accesses = 0;      ///< m_rw of every such superstep
    std::uint64_t contention = 0;            ///< κ of every such superstep
    std::uint64_t largest_read_degree = 0;   ///< processes that read one cell
    std::uint64_t largest_write_degree = 0;  ///< processes that wrote or updated one cell
    std::uint64_t charge = 0;
    std::uint64_t charge_back = 0;
    detail::QueuingCosts queuing;  ///< see queuing_cost()
  } shared;

  /// Adds a superstep.
  void add(const SuperstepRecord& superstep);
  /// Adds the supersteps of another tag.
  void add(const SuperstepTotal& other);
  /// All that the network charged.
  std::uint64_t total_charge() const { return charge + charge_back + shared.charge + shared.charge_back; }
  /// The cost of the supersteps: local work, then communication.
  std::uint64_t cost() const { return largest_work + total_charge(); }
  /// Sum of SuperstepRecord::queuing_cost() over the supersteps that accessed shared arrays, exact for a whole g of up
  /// to 2048, and otherwise too low by less than a thousandth.
  /// @param gap  g: units for each request of a process
  double queuing_cost(double gap) const { return shared.queuing.cost(gap); }
};

/// Sums over the supersteps for one line of a BSP program and one coarray or queue. What stays on its component is not
/// counted, as in SuperstepRecord. A get is two messages, its request and its reply. The lines add up to the messages
/// and words of all supersteps, and to the charge of the supersteps that had messages.
struct TransferTotal {
  SourceLine where;
  std::string subject;    ///< the coarray's or queue's name
  std::string operation;  ///< "put", "get", "send", "split"
  std::uint64_t messages = 0;
  std::uint64_t words = 0;
  std::uint64_t supersteps = 0;  ///< in which it had messages
  double charge = 0;             ///< its share of their charges, by words, forward and back apart
};

/// Messages of BSP processes that came and were never read: their process did not look into the queue before its next
/// sync or collective, or its end. Messages that a process sent itself count, too. The run has to end without an error
/// for the messages of its last superstep.
struct UnreadMessages {
  std::string queue;  ///< its name; of all queues without one "queue"
  std::uint64_t messages = 0;
  std::uint64_t of_another_type = 0;  ///< of these: the process looked into an empty queue of another type instead
};

/// Source lines whose requests shared steps. The processors took different branches of the program, or lost lockstep by
/// a mistake.
struct MixedLines {
  std::vector<SourceLine> lines;  ///< two or more, by file and line
  std::uint64_t steps = 0;        ///< with requests from these lines and no others
  std::uint64_t step = 0;         ///< the first of them
};

/// Sums over the steps, collectives and supersteps while a region was open (Machine::region). Regions inside it are
/// included.
struct RegionTotal {
  std::string name;
  std::size_t depth = 0;  ///< regions around it
  std::uint64_t times = 0;
  std::uint64_t steps = 0;
  std::uint64_t work = 0;
  RequestCounts requests;
  std::uint64_t charge = 0;       ///< of steps, forward
  std::uint64_t charge_back = 0;  ///< of steps, replies
  std::uint64_t collective_charge = 0;
  std::uint64_t supersteps = 0;
  std::uint64_t superstep_charge = 0;  ///< forward and back
  double distinct_charge = 0;
  /// Neighbouring steps and supersteps, by their numbers.
  struct Stretch {
    std::uint64_t first = 0;
    std::uint64_t last = 0;

    friend bool operator==(const Stretch&, const Stretch&) = default;
  };
  /// Where the region was open, ascending: of the steps and supersteps that have a record of their own.
  std::vector<Stretch> stretches = {};

  std::uint64_t total_charge() const { return charge + charge_back + collective_charge + superstep_charge; }
  /// The factor of the region alone, see Ledger::performance_factor().
  double performance_factor() const { return distinct_charge > 0 ? static_cast<double>(charge) / distinct_charge : 0; }
};

}  // namespace pram
