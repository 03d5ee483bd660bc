// Pieces of filters and events as text.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace turnout::workload {

// Append{out, "a = {}", random.below(9)}: formats at the end of `out`. Not a function, because braces fix the order in which
// the arguments draw their random numbers, and a seed must mean the same texts with every compiler.
struct Append {
  template <class... Arguments>
  Append(std::string& out, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out), format, std::forward<Arguments>(arguments)...);
  }
};

// "'a', 'b'". The words hold no quotes.
inline void append_list(std::string& out, const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) Append{out, "{}'{}'", i == 0 ? "" : ", ", words[i]};
}

inline constexpr std::size_t kWordLength = 6;

// Six lower-case letters, distinct for distinct numbers below 26^6; neighbours share no beginning.
inline std::string word(std::uint64_t number) {
  constexpr std::uint64_t kWords = 26ULL * 26 * 26 * 26 * 26 * 26;
  std::uint64_t mixed = (number % kWords) * 187'001'881ULL % kWords;  // the factor is odd and no multiple of 13
  std::string text(kWordLength, 'a');
  for (char& letter : text) {
    letter = static_cast<char>('a' + mixed % 26);
    mixed /= 26;
  }
  return text;
}

// A JSON object, member by member.
class ObjectWriter {
 public:
  explicit ObjectWriter(std::string& out) : out_(out), begin_(out.size()) { out_ += '{'; }
  ~ObjectWriter() { out_ += '}'; }
  ObjectWriter(const ObjectWriter&) = delete;
  ObjectWriter& operator=(const ObjectWriter&) = delete;

  // The value needs no escapes.
  void string(std::string_view name, std::string_view value) { raw(name, "\"{}\"", value); }
  template <class... Arguments>
  void raw(std::string_view name, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    Append{out_, "{}\"{}\":", out_.size() == begin_ + 1 ? "" : ",", name};
    Append{out_, format, std::forward<Arguments>(arguments)...};
  }

 private:
  std::string& out_;
  std::size_t begin_;
};

}  // namespace turnout::workload
