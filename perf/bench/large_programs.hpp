#pragma once

/// The programs of the library on large inputs, beside the rate of plain steps in the same run.
namespace pram::bench {

/// Registers the programs: some seconds to a minute each.
void register_large_programs();

}  // namespace pram::bench
