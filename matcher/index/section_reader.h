// The sections of a saved index, checked as a whole, then read value by value. Running out of bytes is remembered and makes
// every later value 0, so that readers check once at the end of what they read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <string_view>

#include "matcher/index/index_file.h"
#include "turnout/result.h"

namespace turnout::index {

class SectionReader {
 public:
  SectionReader() = default;
  explicit SectionReader(std::string_view bytes) : rest_(bytes) {}

  template <class T>
  T value() noexcept {
    T number{};
    if (rest_.size() < sizeof(T)) {
      fail();
      return number;
    }
    std::memcpy(&number, rest_.data(), sizeof(T));
    rest_.remove_prefix(sizeof(T));
    return number;
  }
  // A number of things of at least so many bytes each, all of them still to come.
  template <class T>
  std::size_t count(std::size_t bytes_each) noexcept {
    const T number = value<T>();
    if (number > rest_.size() / bytes_each) fail();
    return failed_ ? 0 : static_cast<std::size_t>(number);
  }
  std::string_view bytes() noexcept {
    const std::size_t size = count<std::uint64_t>(1);
    const std::string_view text = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return text;
  }
  void fail() noexcept {
    failed_ = true;
    rest_ = {};
  }
  [[nodiscard]] bool failed() const noexcept { return failed_; }
  // All was read, and all of it was right.
  [[nodiscard]] bool complete() const noexcept { return !failed_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool failed_ = false;
};

struct IndexSections {
  bool has_texts = false;
  std::map<IndexSection, SectionReader> readers;
};

// Checks magic, version, frames and sums, and joins the payloads of each section in place. Error: damaged.
Result<IndexSections> open_sections(std::string& bytes);

}  // namespace turnout::index
