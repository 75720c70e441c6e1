#pragma once

#include <concepts>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <pram/spec.hpp>

namespace pram {

/// A user's choice of a part of a machine: a name with options, as text or Spec, or an object.
template <class Part>
class Choice {
 public:
  Choice(Spec spec) : spec_(std::move(spec)) {}
  Choice(std::string text) : spec_(std::move(text)) {}
  Choice(std::string_view text) : spec_(text) {}
  Choice(const char* text) : spec_(text) {}

  /// Chooses an object, which serves one machine at a time, and must stay usable after it has thrown.
  template <std::convertible_to<std::shared_ptr<Part>> Made>
  Choice(Made made) : part_(std::move(made)) {
    if (part_ != nullptr) spec_ = Spec(part_->name());
  }

  const Spec& spec() const { return spec_; }
  /// The object; null where the part is chosen by name.
  const std::shared_ptr<Part>& part() const { return part_; }

  /// The part's name with its options, as a user writes it: "torus:8x8,ports=one".
  const std::string& text() const { return spec_.text; }
  operator const std::string&() const { return spec_.text; }
  friend bool operator==(const Choice& one, const Choice& other) { return one.text() == other.text(); }
  template <std::convertible_to<std::string_view> Text>
  friend bool operator==(const Choice& one, const Text& text) {
    return one.text() == text;
  }

 private:
  Spec spec_;
  std::shared_ptr<Part> part_;
};

}  // namespace pram
