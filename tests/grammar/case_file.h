// Reads the text tests of tests/filters (format: tests/filters/README.md).
#pragma once

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "matcher/predicate/truth.h"
#include "tests/matcher/notation.h"
#include "turnout/compile.h"

namespace turnout::test {

struct FilterText {
  std::string text;
  Dialect dialect = Dialect::core;
  bool real_division = false;
  int line = 0;
};

// A filter, an event and what it comes to.
struct VerdictCase {
  FilterText filter;
  std::string event;
  predicate::Truth expected = predicate::Truth::unknown;
  int line = 0;
};

// What holds for a filter alone.
struct FilterCase {
  enum class Kind : std::uint8_t { error, accepted, canonical, warning, no_warning };
  Kind kind = Kind::accepted;
  FilterText filter;
  std::string place;     // error: "1:5", "1:" or "-"
  std::string argument;  // error, warning: a fragment of the message; canonical: the text
  int line = 0;
};

struct InvalidCase {
  std::string json;
  int line = 0;
};

struct CaseFile {
  std::vector<VerdictCase> verdicts;
  std::vector<FilterCase> filters;
  std::vector<InvalidCase> invalid;
  std::vector<std::string> mistakes;  // of the file itself: "line 3: unknown head"
};

inline std::string_view trim(std::string_view s) {
  const std::size_t first = s.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return s.substr(first, s.find_last_not_of(" \t\r") - first + 1);
}

class CaseFileReader {
 public:
  CaseFile read(const std::string& path) {
    std::ifstream in(path);
    if (!in) mistake("cannot be opened");
    std::string raw;
    while (std::getline(in, raw)) {
      ++line_;
      const std::string_view content = trim(raw);
      if (content.empty() || content.front() == '#') continue;
      if (raw.front() == ' ') {
        body_line(content);
      } else {
        head_line(content);
      }
    }
    return std::move(file_);
  }

 private:
  enum class Head : std::uint8_t { none, filter, event, rejected, accepted };

  void mistake(const std::string& what) { file_.mistakes.push_back("line " + std::to_string(line_) + ": " + what); }

  [[nodiscard]] FilterText filter_text(std::string_view text) const {
    return {undo_notation(text), dialect_, real_division_, line_};
  }

  void head_line(std::string_view content) {
    const std::size_t colon = content.find(':');
    if (colon == std::string_view::npos) return mistake("a head ends with a colon");
    const std::string_view name = content.substr(0, colon);
    const std::string_view rest = trim(content.substr(colon + 1));
    if (name == "filter") {
      if (head_ != Head::filter || in_body_) filters_.clear();
      filters_.push_back(filter_text(rest));
      head_ = Head::filter;
    } else if (name == "event") {
      head_ = Head::event;
      event_ = rest;
    } else if (name == "rejected") {
      head_ = Head::rejected;
    } else if (name == "accepted") {
      head_ = Head::accepted;
    } else {
      head_ = Head::none;
      setting(name, rest);
    }
    in_body_ = false;
  }

  void setting(std::string_view name, std::string_view rest) {
    if (name == "invalid") {
      file_.invalid.push_back({std::string(rest), line_});
    } else if (name == "division") {
      real_division_ = rest == "real";
    } else if (name == "dialect") {
      if (auto dialect = find_dialect(rest); dialect.ok()) {
        dialect_ = *dialect;
      } else {
        mistake("unknown dialect");
      }
    } else {
      mistake("unknown head");
    }
  }

  void body_line(std::string_view content) {
    in_body_ = true;
    if (head_ == Head::none) return mistake("an indented line without a head");
    if (head_ == Head::rejected || head_ == Head::accepted) {
      const bool rejected = head_ == Head::rejected;
      file_.filters.push_back({rejected ? FilterCase::Kind::error : FilterCase::Kind::accepted, filter_text(content),
                               rejected ? "-" : "", "", line_});
      return;
    }
    const std::size_t blank = content.find(' ');
    const std::string_view word = content.substr(0, blank);
    const std::string_view rest = blank == std::string_view::npos ? std::string_view{} : trim(content.substr(blank));
    if (word == "true" || word == "false" || word == "unknown") return verdict(word, rest);
    if (head_ != Head::filter) return mistake("unknown line");
    filter_line(word, rest);
  }

  void verdict(std::string_view word, std::string_view rest) {
    using predicate::Truth;
    const Truth expected = word == "true" ? Truth::yes : word == "false" ? Truth::no : Truth::unknown;
    if (head_ == Head::event) {
      file_.verdicts.push_back({filter_text(rest), event_, expected, line_});
      return;
    }
    for (const FilterText& filter : filters_) file_.verdicts.push_back({filter, std::string(rest), expected, line_});
  }

  void filter_line(std::string_view word, std::string_view rest) {
    FilterCase found;
    found.line = line_;
    if (word == "error") {
      const std::size_t blank = rest.find(' ');
      found.kind = FilterCase::Kind::error;
      found.place = rest.substr(0, blank);
      if (blank != std::string_view::npos) found.argument = trim(rest.substr(blank));
    } else if (word == "canonical" || word == "warning" || word == "no-warning") {
      found.kind = word == "canonical" ? FilterCase::Kind::canonical
                   : word == "warning" ? FilterCase::Kind::warning
                                       : FilterCase::Kind::no_warning;
      found.argument = rest;
    } else {
      return mistake("unknown line");
    }
    for (const FilterText& filter : filters_) {
      found.filter = filter;
      file_.filters.push_back(found);
    }
  }

  CaseFile file_;
  int line_ = 0;
  Head head_ = Head::none;
  bool in_body_ = false;
  std::vector<FilterText> filters_;
  std::string event_;
  Dialect dialect_ = Dialect::core;
  bool real_division_ = false;
};

}  // namespace turnout::test
