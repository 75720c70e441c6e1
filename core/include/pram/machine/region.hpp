#pragma once

#include <atomic>
#include <memory>
#include <utility>

namespace pram {

class Machine;

/// While a Region lives, all that its machine does is also charged to the region of this name in the ledger; made by
/// Machine::region(). A region made while another lives stands inside it. Regions may outlive their machine.
class [[nodiscard("a region lasts as long as this object: give it a name")]] Region {
 public:
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;
  ~Region() { *open_ = false; }

 private:
  friend class Machine;
  explicit Region(std::shared_ptr<std::atomic<bool>> open) : open_(std::move(open)) {}

  std::shared_ptr<std::atomic<bool>> open_;
};

}  // namespace pram
