#pragma once

namespace pram::detail {

/// What tests ask of the machines that are made from then on. No result depends on it.
struct TestHooks {
  bool all_workers = false;  ///< small pardos, too, are spread over all workers
  bool moves_all = false;    ///< no step is carried by chains: all records move
};

/// Those of this process. Only tests change them, and no thread makes a machine meanwhile.
extern constinit TestHooks test_hooks;

}  // namespace pram::detail
