#pragma once

#include <array>
#include <streambuf>
#include <string>
#include <utility>

namespace pram::report {

/// An open file, closed with its owner.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();

  int number() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }

 private:
  int number_;
};

/// All that an open file holds from where it stands; as far as it can be read. Where memory runs out the function
/// throws; a stream would take the text to end.
std::string content_of(const Descriptor& file);

/// What a std::ostream writes into an open file. A write that fails sets the stream's badbit; error() says why.
class DescriptorBuffer : public std::streambuf {
 public:
  explicit DescriptorBuffer(int descriptor);

  /// errno of the first write that failed; 0: none did.
  int error() const { return error_; }

 protected:
  int_type overflow(int_type next) override;
  int sync() override;

 private:
  bool drain();

  int descriptor_;
  int error_ = 0;
  std::array<char, 1 << 16> buffer_;
};

}  // namespace pram::report
