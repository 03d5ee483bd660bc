// Where the tokens of a JSON text begin: brackets, commas, colons, and the first byte of each string, number and word.
//
// 64 bytes at a time, without branches on what they hold (the method of simdjson's first stage): AVX-512, AVX2, SSE2 or plain
// C++, chosen once by what the processor can do. Whoever walks the tokens never looks at the bytes between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace turnout::schema {

namespace detail {

// What a kernel found besides the tokens.
struct IndexFlags {
  std::size_t count = 0;
  bool broken = false;     // a string is not closed, or holds a control character
  bool backslash = false;  // somewhere
  bool high = false;       // a byte above 0x7f, somewhere
};

// Writes the tokens of text[0, size) to `out`, which has room for size + kIndexSlack.
using IndexKernel = IndexFlags (*)(const char* text, std::size_t size, std::uint32_t* out);
inline constexpr std::size_t kIndexSlack = 64;

// The kernels that this processor can run, the best last. For tests: each yields the same.
std::span<const IndexKernel> index_kernels() noexcept;

}  // namespace detail

// Not thread-safe. Keeps its memory: allocates only while a text is longer than any before, 4 bytes a byte of text.
class JsonIndex {
 public:
  JsonIndex() noexcept;

  // Indexes `text`, of less than 2^32 bytes and not read beyond its end. False: a string is not closed or holds an unescaped
  // control character, or the text is no UTF-8. Linear.
  bool build(std::string_view text);

  // Offsets into the text, ascending; behind the last one stands the size of the text. A token reaches to the next one, blanks
  // included. A string's token begins at its opening quote.
  [[nodiscard]] const std::uint32_t* begin() const noexcept { return tokens_.get(); }
  [[nodiscard]] const std::uint32_t* end() const noexcept { return tokens_.get() + flags_.count; }
  // Whether some byte of the text is a backslash.
  [[nodiscard]] bool has_backslash() const noexcept { return flags_.backslash; }

 private:
  detail::IndexKernel kernel_;
  std::unique_ptr<std::uint32_t[]> tokens_;
  std::size_t capacity_ = 0;  // bytes of text
  detail::IndexFlags flags_;
};

}  // namespace turnout::schema
