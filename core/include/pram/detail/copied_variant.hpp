#pragma once

#include <utility>
#include <variant>

namespace pram::detail {

/// A std::variant that can be copied where memory may run out. Where alternatives are text, lists and small plain types
/// alone, the std::variant of libstdc++ 12 believes that it always has a value: if its copy constructor runs out of
/// memory, it destroys the value that it could not make. A copy is made here by an assignment to the first alternative,
/// which must be a plain type; that assignment keeps what was there if it fails.
template <class... Types>
struct CopiedVariant : std::variant<Types...> {
  using Variant = std::variant<Types...>;
  using Variant::Variant;

  CopiedVariant() = default;
  CopiedVariant(const CopiedVariant& other) : Variant() { *this = other; }  // NOLINT(bugprone-copy-constructor-init)
  CopiedVariant(CopiedVariant&& other) noexcept = default;
  CopiedVariant& operator=(const CopiedVariant& other) = default;
  CopiedVariant& operator=(CopiedVariant&& other) noexcept = default;
  ~CopiedVariant() = default;
};

}  // namespace pram::detail
