#pragma once

namespace pram::detail {

/// How a step's requests are served. A machine has several methods for the same step, and results are the same by each.
enum class Serving {
  fastest,  ///< by the fastest that the requests of the step allow
  moved,    ///< no phases are counted: all records move from component to component
  records,  ///< no request is served in place: every one becomes a record, or part of one
  slots,    ///< a data-parallel step is served from slots, as a pardo's
  marked,   ///< no data-parallel step is taken for one that asks for no cell twice
};

/// What tests and measurements ask of the machines that are made from then on. No result depends on it.
struct TestHooks {
  bool all_workers = false;  ///< small pardos, too, are spread over all workers
  Serving serving = Serving::fastest;
};

/// The hooks of this process. Only tests, measurements and the check of programs change them, and no thread makes a
/// machine meanwhile.
extern constinit TestHooks test_hooks;

}  // namespace pram::detail
