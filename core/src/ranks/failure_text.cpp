#include "failure_text.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include <pram/error.hpp>

namespace pram::detail {

namespace {

enum class Class : std::uint64_t { other, error, config, conflict, address, program, network, limit, interrupted };

void write(BytesWriter& to, const SourceLine& line) {
  to.text(line.file);
  to.number(line.line);
}

SourceLine read_line(BytesReader& from) {
  std::string file = from.text();
  return {std::move(file), static_cast<std::uint32_t>(from.number())};
}

void begin(BytesWriter& to, Class which, const std::exception& error) {
  to.number(static_cast<std::uint64_t>(which));
  to.text(error.what());
}

/// The words of what an exception has nested in it.
std::string nested_words(const std::exception& error) {
  try {
    std::rethrow_if_nested(error);
  } catch (const std::exception& nested) {
    return nested.what();
  } catch (...) {
    return "an exception of unknown type";
  }
  return {};
}

/// Throws an error that says just what it said on its own rank.
template <class Made>
[[noreturn]] void throw_as_said(Made error, const std::string& what) {
  static_cast<std::runtime_error&>(error) = std::runtime_error(what);
  throw std::move(error);
}

}  // namespace

void write_failure(BytesWriter& to, const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const ConfigError& error) {
    begin(to, Class::config, error);
    to.text(error.option);
    to.text(error.value);
    to.text(error.allowed);
  } catch (const ConflictError& error) {
    begin(to, Class::conflict, error);
    to.text(error.facts.rule);
    to.text(error.facts.breach);
    to.number(error.facts.step);
    to.text(error.facts.array);
    to.number(error.facts.index);
    for (int k = 0; k < 2; ++k) {
      to.number(error.facts.processors[k]);
      write(to, error.facts.lines[k]);
      to.text(error.facts.operations[k]);
    }
    to.number(error.facts.processes ? 1 : 0);
    to.text(error.facts.tag);
  } catch (const AddressError& error) {
    begin(to, Class::address, error);
    to.text(error.facts.array);
    to.number(static_cast<std::uint64_t>(error.facts.index));
    to.number(error.facts.size);
    to.number(error.facts.processor);
    to.number(error.facts.step);
    write(to, error.facts.line);
    to.number(error.facts.process ? 1 : 0);
  } catch (const ProgramError& error) {
    begin(to, Class::program, error);
    to.number(error.processor);
    to.number(error.step);
    write(to, error.line);
    to.number(error.process ? 1 : 0);
    to.text(error.tag);
    to.text(nested_words(error));
  } catch (const NetworkError& error) {
    begin(to, Class::network, error);
    to.number(error.pram_step());
    to.number(error.superstep());
    to.text(error.tag());
  } catch (const LimitError& error) {
    begin(to, Class::limit, error);
    to.text(error.limit);
    to.number(error.asked);
    to.number(error.allowed);
  } catch (const Interrupted& error) {
    begin(to, Class::interrupted, error);
    to.number(error.step);
  } catch (const Error& error) {
    begin(to, Class::error, error);
  } catch (const std::exception& error) {
    begin(to, Class::other, error);
  } catch (...) {
    begin(to, Class::other, std::runtime_error("an exception of unknown type"));
  }
}

void throw_written(BytesReader& from) {
  const auto which = static_cast<Class>(from.number());
  const std::string what = from.text();
  switch (which) {
    case Class::config: {
      const std::string option = from.text();
      const std::string value = from.text();
      throw_as_said(ConfigError(option, value, from.text()), what);
    }
    case Class::conflict: {
      ConflictError::Facts facts;
      facts.rule = from.text();
      facts.breach = from.text();
      facts.step = from.number();
      facts.array = from.text();
      facts.index = from.number();
      for (int k = 0; k < 2; ++k) {
        facts.processors[k] = from.number();
        facts.lines[k] = read_line(from);
        facts.operations[k] = from.text();
      }
      facts.processes = from.number() != 0;
      facts.tag = from.text();
      throw_as_said(ConflictError(std::move(facts)), what);
    }
    case Class::address: {
      AddressError::Facts facts;
      facts.array = from.text();
      facts.index = static_cast<std::int64_t>(from.number());
      facts.size = from.number();
      facts.processor = from.number();
      facts.step = from.number();
      facts.line = read_line(from);
      facts.process = from.number() != 0;
      throw_as_said(AddressError(std::move(facts)), what);
    }
    case Class::program: {
      ProgramError::Facts facts;
      facts.processor = from.number();
      facts.step = from.number();
      facts.line = read_line(from);
      facts.process = from.number() != 0;
      facts.tag = from.text();
      const std::string nested = from.text();
      ProgramError error(std::move(facts), "");
      static_cast<std::runtime_error&>(error) = std::runtime_error(what);
      try {
        throw std::runtime_error(nested);  // of whatever class it was
      } catch (...) {
        std::throw_with_nested(std::move(error));
      }
    }
    case Class::network: {
      NetworkError error(what);
      const std::uint64_t step = from.number();
      const std::uint64_t superstep = from.number();
      const std::string tag = from.text();
      if (superstep > 0) {
        error.happened_in(step, superstep, tag);
      } else if (step > 0) {
        error.happened_in(step);
      }
      throw_as_said(std::move(error), what);
    }
    case Class::limit: {
      const std::string limit = from.text();
      const std::uint64_t asked = from.number();
      throw_as_said(LimitError(limit, asked, from.number(), ""), what);
    }
    case Class::interrupted: throw Interrupted(from.number());
    default: throw Error(what);
  }
}

}  // namespace pram::detail
