// What the names of members lead to, remembered from event to event, with a guess which name comes next.
//
// Events of one source repeat their names in about the same order. So a reader compares the bytes at the next name with those
// of the name that followed last time, closing quote included, and is done: it neither looks for the name's end, nor undoes
// escapes, nor hashes. A wrong guess costs one look-up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "schema/value_view.h"

namespace turnout::schema {

// One name below one node of the path registry, as it is spelled in a text. One cache line.
struct alignas(64) KnownName {
  static constexpr std::size_t kMostBytes = 46;

  std::uint32_t parent = kNoNode - 1;  // no node, and not "none": the entry before all others is below nothing
  std::uint32_t node = kNoNode;        // of the name
  std::uint32_t group = kNoNode;       // of the folded name, of paths that ignore case
  std::uint16_t next = 0;              // the name that followed last time
  std::uint16_t first = 0;             // the first name within the value
  std::uint8_t size = 2;               // with both quotes
  bool is_kept = false;                // node or group is there
  std::array<char, kMostBytes> quoted{};

  // The name without its quotes; lives as long as this.
  [[nodiscard]] std::string_view name() const noexcept { return {quoted.data() + 1, std::size_t{size} - 2}; }

  // Whether the text from `at` to `end` begins with this name in quotes.
  [[nodiscard]] bool begins(const char* at, const char* end) const noexcept {
    const char* const own = quoted.data();
    if (end - at < size) return false;
    if (size < 8) {  // two overlapping words cover it
      return size < 4 ? equal<std::uint16_t>(own, at) && equal<std::uint16_t>(own + size - 2, at + size - 2)
                      : equal<std::uint32_t>(own, at) && equal<std::uint32_t>(own + size - 4, at + size - 4);
    }
    for (unsigned i = 0; i + 8U < size; i += 8) {
      if (!equal<std::uint64_t>(own + i, at + i)) return false;
    }
    return equal<std::uint64_t>(own + size - 8, at + size - 8);
  }

 private:
  template <class Word>
  static bool equal(const char* a, const char* b) noexcept {
    Word left;
    Word right;
    std::memcpy(&left, a, sizeof left);
    std::memcpy(&right, b, sizeof right);
    return left == right;
  }
};
static_assert(sizeof(KnownName) == 64);

// Bounded; not thread-safe. Allocates when it is made, and then no more.
class KnownNames {
 public:
  KnownNames();

  // Before each text. Forgets all when `version` is another than before, or when it is full and many names found no room.
  void begin(std::uint32_t version) noexcept;

  // The entry before all others; its `first` is the guess for the root object.
  static constexpr std::uint16_t kStart = 0;
  KnownName& operator[](std::uint16_t at) noexcept { return names_[at]; }
  [[nodiscard]] std::uint16_t number_of(const KnownName& known) const noexcept {
    return static_cast<std::uint16_t>(&known - names_.data());
  }

  // The entry of a name in quotes, without escapes, below `parent`; nullptr when there is none. O(its length). Entries stay
  // where they are until they are forgotten.
  [[nodiscard]] const KnownName* find(std::uint32_t parent, std::string_view quoted) const noexcept;
  // Adds what find() does not find. nullptr: too long, or no room.
  const KnownName* add(std::uint32_t parent, std::string_view quoted, std::uint32_t node, std::uint32_t group) noexcept;

 private:
  static constexpr std::size_t kMost = 1024;   // entries
  static constexpr std::size_t kCells = 4096;  // a power of two
  static constexpr std::uint32_t kPatience = 1 << 16;

  // The cell that holds the name, or the empty one where it belongs.
  [[nodiscard]] std::size_t cell_of(std::uint32_t parent, std::string_view quoted) const noexcept;

  std::vector<KnownName> names_;
  std::vector<std::uint16_t> cells_;  // open addressing; kStart: empty
  std::uint32_t refused_ = 0;         // since it is full
  std::uint32_t version_ = 0;
};

}  // namespace turnout::schema
