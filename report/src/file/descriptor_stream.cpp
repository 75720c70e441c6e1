#include <pram/report/detail/file/descriptor_stream.hpp>

#include <unistd.h>

#include <cerrno>

namespace pram::report {

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

std::string content_of(const Descriptor& file) {
  std::string text;
  std::array<char, 1 << 16> block;
  for (;;) {
    const auto count = ::read(file.number(), block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(block.data(), static_cast<std::size_t>(count));
  }
}

DescriptorBuffer::DescriptorBuffer(int descriptor) : descriptor_(descriptor) {
  setp(buffer_.data(), buffer_.data() + buffer_.size());
}

DescriptorBuffer::int_type DescriptorBuffer::overflow(int_type next) {
  if (!drain()) return traits_type::eof();
  if (!traits_type::eq_int_type(next, traits_type::eof())) sputc(traits_type::to_char_type(next));
  return traits_type::not_eof(next);
}

int DescriptorBuffer::sync() { return drain() ? 0 : -1; }

bool DescriptorBuffer::drain() {
  for (const char* next = pbase(); error_ == 0 && next < pptr();) {
    const auto written = ::write(descriptor_, next, static_cast<std::size_t>(pptr() - next));
    if (written >= 0) {
      next += written;
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
  setp(buffer_.data(), buffer_.data() + buffer_.size());
  return error_ == 0;
}

}  // namespace pram::report
