#include "../parts.hpp"

#include "../plugin/load.hpp"
#include "../ranks/start_ranks.hpp"
#include "../request/machine_file.hpp"
#include "../results/report_files.hpp"
#include "../results/run_files.hpp"
#include "../runs/sweep.hpp"

namespace pram::tool {

const Parts tool_parts = {true, sweep, report_files, run_files, take_machine_file, load_plugin, start_ranks};

}  // namespace pram::tool
