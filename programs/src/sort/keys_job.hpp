#pragma once

#include <memory>
#include <string>

#include "input/generate.hpp"
#include "job.hpp"

namespace pram::programs {

/// A program on keys: a file's numbers with a bucket for each distinct one, or Zipf keys in 4096 buckets.
class KeysJob : public Job {
 public:
  KeysJob(const InputRequest& request, const Sizes& sizes)
      : keys_(std::make_shared<const Keys>(request.file.empty()
                                               ? zipf_keys(size_of(request, sizes), default_buckets, request.seed)
                                               : keys_of(numbers_for(request, sizes)))),
        source_(source_of(request, "Zipf keys")) {}

  InputFacts input() const override { return {source_, {{"n", keys_->of.size()}, {"buckets", keys_->values.size()}}}; }

 protected:
  static constexpr std::uint32_t default_buckets = 4096;

  std::uint32_t buckets() const { return static_cast<std::uint32_t>(keys_->values.size()); }

  std::shared_ptr<const Keys> keys_;  // shared with what writes the result

 private:
  std::string source_;
};

}  // namespace pram::programs
