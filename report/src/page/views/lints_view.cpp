#include "lints_view.hpp"

#include <pram/report/detail/value/text.hpp>
#include <pram/report/detail/value/value.hpp>

namespace pram::report {

View lints_view(const std::vector<Lint>& lints) {
  Report items;
  for (const Lint& lint : lints) items.line(printable(lint.name), printable(lint.text));
  return {"lints", "Lints", "What may be worth mending. The manual's page on lints explains each by its name.",
          tables_markup(items)};
}

}  // namespace pram::report
