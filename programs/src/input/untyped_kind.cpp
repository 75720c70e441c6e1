#include <pram/programs/detail/input/untyped_kind.hpp>

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "input/file/text.hpp"

namespace pram::programs {

UntypedInput make_input(const UntypedKind& kind, const InputRequest& request, const Sizes& sizes) {
  if (!request.file.empty()) {
    UntypedInput input{shown_path(request.file), {kind.read(request, sizes), kind.destroy}};
    const std::uint64_t n = kind.sizes(input.value.get()).front().second;
    if (sizes.power_of_two && !std::has_single_bit(n))
      throw InputError(input.source, 0, fmt::format("it holds {} {}, not a power of two", n, kind.file));
    return input;
  }
  std::vector<ShapeName> shapes = kind.shapes();
  std::vector<std::string> names;
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    if (request.shape.empty() || same_name(request.shape, shapes[k].name))
      return {std::move(shapes[k].what), {kind.make(k, size_of(request, sizes), request.seed), kind.destroy}};
    names.push_back(std::move(shapes[k].name));
  }
  throw ConfigError("--shape", request.shape, allowed_names(request.shape, names));
}

}  // namespace pram::programs
