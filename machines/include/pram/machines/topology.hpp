#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <pram/detail/no_node.hpp>
#include <pram/error.hpp>
#include <pram/registry.hpp>

/// Shapes of networks: nodes, the links between them, and the path from one to another.
namespace pram {

/// A straight piece of a route: `hops` links in a row, each left through the same port of its node.
struct Leg {
  std::uint32_t port = 0;
  std::uint32_t hops = 0;
};

/// Properties of a topology that are known by formula.
struct TopologyProperties {
  std::uint64_t nodes = 0;
  std::uint64_t links = 0;           ///< pairs of neighbours; wires, where links have one direction (Omega)
  std::uint32_t largest_degree = 0;  ///< links that leave a node
  std::uint32_t smallest_degree = 0;
  std::uint32_t diameter = 0;  ///< hops between the two terminals that lie farthest apart
  /// Mean number of hops over all ordered pairs of terminals, each terminal paired with itself too. None if no formula
  /// is known.
  std::optional<double> average_distance = std::nullopt;
  /// The fewest links between two halves of the terminals (one half has a terminal more if their number is odd), with
  /// switches on either side. None if no number is proven.
  std::optional<std::uint64_t> bisection = std::nullopt;
  /// Ordered pairs of terminals between which no path leads. Diameter and average distance are of the others.
  std::uint64_t unreachable_pairs = 0;
};

/// One dimension of a Cartesian product.
struct TopologyFactor {
  enum class Kind : std::uint8_t { ring, path, complete, star };

  Kind kind = Kind::ring;
  std::uint32_t size = 1;

  friend bool operator==(const TopologyFactor&, const TopologyFactor&) = default;
};

/// The family of a topology. An algorithm that is written for one family asks for it here; none reads the topology's
/// name.
struct TopologyShape {
  enum class Kind : std::uint8_t {
    ring,
    path,
    complete,
    star,
    grid,          ///< product of paths
    torus,         ///< product of rings
    hypercube,     ///< product of rings of two nodes
    product,       ///< of any factors, asked for as such
    rows_of_rows,  ///< RCN-FULL
    stages,        ///< of switches
    other
  };

  Kind kind = Kind::other;
  /// The dimensions of the kinds up to `product`, that of the slowest digit of a node's number first. Of rows_of_rows:
  /// the atom, a complete graph.
  std::vector<TopologyFactor> factors = {};
  std::uint32_t levels = 0;  ///< of rows_of_rows: L; of stages: the number of stages

  friend bool operator==(const TopologyShape&, const TopologyShape&) = default;
};

/// A network's nodes, links and routes. Nodes are numbered from 0. Each node below terminals() holds a component; the
/// others (the switches of a multistage network) only pass messages on. The links of a node leave it through ports
/// 0 … ports() - 1, of which some may be unused.
///
/// Contract for a new topology. All members are pure functions. Where a formula is known the value is computed and not
/// looked up, so that 2^20 nodes need no adjacency list. next_leg() leads to the destination from every node on the
/// way, over nodes() links at most. The leg depends only on the arguments, so that the routes to one destination form a
/// tree.
///
/// Where a topology is made a network, or given to a switching technique, its sizes and links are read once and some
/// routes are tried out; later every leg is checked as it is asked for. What breaks the contract throws TopologyError.
/// check() goes through all of it, for tests.
class Topology {
 public:
  virtual ~Topology() = default;

  /// The name by which make_topology() makes this topology, sizes included: "torus:64x64".
  virtual std::string name() const = 0;

  /// Its family. A topology of no known family keeps this default.
  virtual TopologyShape shape() const { return {}; }

  virtual std::uint32_t nodes() const = 0;
  /// Nodes that hold a component.
  virtual std::uint32_t terminals() const { return nodes(); }
  /// Whether nodes that hold a component pass messages on, too. Where there are switches these do, and terminals do
  /// not, unless a topology says so (HammingMesh).
  virtual bool terminals_pass_on() const { return terminals() == nodes(); }
  /// The largest number of ports of a node. The link of a port has number node · ports() + port.
  virtual std::uint32_t ports() const = 0;

  /// The node at the other end of a port's link, no_node where this node has no such port.
  virtual std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const = 0;

  /// The next part of a message's route from `node` to `destination` under the topology's own routing.
  /// @param destination  not `node`
  virtual Leg next_leg(std::uint32_t node, std::uint32_t destination) const = 0;

  /// A terminal through which a message may go first, so that traffic between two parts of the network spreads over
  /// many links (RCN-FULL, Algorithm 2); `to` itself where the topology knows none.
  virtual std::uint32_t spreading_stop(std::uint32_t from, std::uint32_t to) const {
    (void)from;
    return to;
  }

  /// Links on a shortest path between two nodes. In networks with switches both must be terminals.
  virtual std::uint32_t distance(std::uint32_t from, std::uint32_t to) const = 0;

  /// Whether a path leads from one terminal to another. Where none does, next_leg() and distance() throw
  /// UnreachableError: failures have cut the topology in parts.
  virtual bool reaches(std::uint32_t from, std::uint32_t to) const {
    (void)from, (void)to;
    return true;
  }

  virtual TopologyProperties properties() const = 0;

  /// Whether the links of a node run in both directions, each with its own end at the neighbour. False for wires of one
  /// direction (Omega).
  virtual bool two_way() const { return true; }

  /// Classes of virtual channels that the routing needs so that worms cannot wait for each other in a circle.
  virtual std::uint32_t channel_classes() const { return 1; }

  /// The class, below channel_classes(), of the channel by which a message to `destination` leaves `node` through
  /// `port`. Worms cannot deadlock if the links and classes have an order in which every route ascends (Dally and Seitz
  /// 1987). A topology for which no such order is known has one class; then switching detects deadlocks.
  virtual std::uint32_t channel_class(std::uint32_t node, std::uint32_t port, std::uint32_t destination) const {
    (void)node, (void)port, (void)destination;
    return 0;
  }

  /// Most links that leave a chip when the nodes are dealt to chips of `size` nodes each, in the way known to be best
  /// for this topology (rows of RCN-FULL, subcubes). None where no formula is known.
  /// @throws ConfigError if `size` does not divide the nodes
  virtual std::optional<std::uint64_t> pins(std::uint32_t size) const {
    (void)size;
    return std::nullopt;
  }
};

/// A topology does not keep its contract: it names a port or a neighbour that there is none of, or a route does not
/// arrive.
class TopologyError : public NetworkError {
 public:
  /// What was asked for; no_node where it does not matter.
  struct Facts {
    std::string topology;  ///< its name
    std::uint32_t node = no_node;
    std::uint32_t port = no_node;
    std::uint32_t destination = no_node;
  };
  TopologyError(Facts facts, const std::string& breach);

  Facts facts;
};

/// No path leads from one node of a topology to another, for links or nodes have failed.
class UnreachableError : public NetworkError {
 public:
  UnreachableError(const std::string& topology, std::uint32_t from_node, std::uint32_t to_node);

  std::uint32_t from;
  std::uint32_t to;
};

/// What fails of a topology. The seed alone draws what does: the nodes first, any with its links, switches, too; then
/// links among those that are left. Of more failures under one seed the fewer ones are a part, as long as the same
/// nodes fail.
struct Failures {
  std::uint32_t links = 0;  ///< links, which fail in both directions; of one-way wires, wires
  std::uint32_t nodes = 0;
  std::uint32_t seed = 0;

  friend bool operator==(const Failures&, const Failures&) = default;
};

/// A topology of which links and nodes have failed. What is left is numbered in the order that it had: component i is
/// that of the i-th terminal which did not fail. Routes are shortest paths by tables of breadth-first search, and may
/// not reach all terminals (Topology::reaches()). Its name is "torus:8x8,failed-links=5,failure-seed=3".
/// @throws ConfigError of option "network" if there are fewer links than shall fail, if no terminal is left, or if the
/// tables would be larger than 2^28 pairs of nodes and terminals, or links, each direction by itself, times terminals
/// more than 2^31
std::unique_ptr<Topology> with_failures(std::shared_ptr<const Topology> topology, const Failures& failures);

/// What check() went through.
struct TopologyCheck {
  std::uint64_t links = 0;  ///< all of them, each direction by itself
  std::uint64_t pairs = 0;  ///< of terminals whose routes were walked
  bool all_pairs = false;
  std::uint32_t longest_route = 0;  ///< of these, in hops
};

/// Goes through all that the contract of a topology asks, for a test of one's own topology: sizes and shape, the links
/// of all nodes and that those of both directions have two ends, properties(), and, for as many pairs of terminals as
/// allowed, route, distance(), channel classes and stops. Routes are walked from sources spread over all terminals to
/// every destination. diameter and average_distance are compared where all pairs are.
/// @param most_pairs  at least those of one source are walked; what is asked takes time by the hops of their routes
/// @throws TopologyError for the first breach that is found
TopologyCheck check(const Topology& topology, std::uint64_t most_pairs = 1 << 20);

/// One row of the table of topologies.
struct TopologyEntry {
  std::string name;     ///< the part of a spec before the colon
  std::string summary;  ///< one line for lists
  /// Makes the topology of a spec. The values of the spec are its sizes. Without them the sizes are as even as the
  /// number of terminals permits. The options of the spec are not read: they belong to the switching technique, or say
  /// what fails.
  /// @param terminals  how many are wanted; 0: as many as the sizes say
  /// @throws ConfigError of option "network" if sizes and number of terminals do not fit each other or the topology, or
  /// if there would be more than 2^20 nodes
  std::function<std::unique_ptr<Topology>(const Spec&, std::uint32_t terminals)> make;
};

/// The table of topologies; register_machines() fills it. A topology that is added is a network of that name, too, with
/// all options of switching techniques: whoever adds one calls `topologies().add({...})` before making a machine.
Registry<TopologyEntry>& topologies();

/// Makes a topology by name: "torus:64x64", "product:ring:8,complete:4,path:3", or "torus" for a number of terminals.
/// Options may say what fails of it: "torus:8x8,failed-links=5,failed-nodes=2,failure-seed=3".
/// @param terminals  how many are wanted; 0: as many as the sizes say
/// @throws ConfigError of option "network" for an unknown or malformed name, other options, sizes beyond 2^20 nodes,
/// and a number of terminals that does not fit the sizes
std::unique_ptr<Topology> make_topology(const Spec& topology, std::uint32_t terminals = 0);

}  // namespace pram
