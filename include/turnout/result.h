// Errors as values.
//
//   Result<Filter> filter = compile("amount > 100");
//   if (!filter) std::cerr << to_string(filter.error()) << '\n';
//   else use(*filter);
//
// Every fallible public function returns a Result. No exception leaves the library, except std::bad_alloc.
// Thread-safety: a Result is a plain value.
#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace turnout {

// What kind of failure, for programs; `Error::message` says it to people.
enum class ErrorCode : std::uint8_t {
  syntax,           // the filter or document is not well formed
  type,             // well formed, but statically wrong (operand types, argument count)
  unknown_name,     // no such function, dialect or envelope field
  limit,            // a named limit of turnout/limits.h was passed
  invalid_event,    // the event's text was rejected
  already_exists,   // add() of an id that is present
  not_found,        // replace(), remove() or get() of an id that is absent
  out_of_memory,    // the configured memory cap refuses the change
  io,               // a file cannot be read or written
  damaged,          // a file is not what it should be, or of a version that is not known
  unavailable,      // not kept or not built into this configuration
  invalid_argument  // a caller's mistake that is none of the above
};

// One failure. `line` and `column` are 1-based, columns count code points; both are 0 when the error has no place in a text.
struct Error {
  ErrorCode code = ErrorCode::invalid_argument;
  std::string message;  // one line: what is wrong
  std::string hint;     // one line: what to do about it; may be empty
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string excerpt;  // the offending line and, below it, a caret; may be empty
};

// "line 1, column 9: message", the excerpt and the hint, each on its own line, without a final newline.
std::string to_string(const Error& error);

// A value of type T, or the Error that took its place.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return ok(); }

  // Require ok().
  T& operator*() & {
    assert(ok());
    return *std::get_if<0>(&state_);
  }
  const T& operator*() const& {
    assert(ok());
    return *std::get_if<0>(&state_);
  }
  T&& operator*() && {
    assert(ok());
    return std::move(*std::get_if<0>(&state_));
  }
  T* operator->() {
    assert(ok());
    return std::get_if<0>(&state_);
  }
  const T* operator->() const {
    assert(ok());
    return std::get_if<0>(&state_);
  }

  // Requires !ok().
  [[nodiscard]] const Error& error() const {
    assert(!ok());
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, Error> state_;
};

// Success without a value, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)), failed_(true) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const noexcept { return !failed_; }
  explicit operator bool() const noexcept { return ok(); }
  [[nodiscard]] const Error& error() const {
    assert(failed_);
    return error_;
  }

 private:
  Error error_;
  bool failed_ = false;
};

}  // namespace turnout
